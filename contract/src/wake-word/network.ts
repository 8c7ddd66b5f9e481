import { BANDS } from './log-mel.ts'

/** Rows of the window that the network classifies: 1.5 s. */
export const WINDOW_ROWS = 75

/** A convolution over time with ReLU. */
export interface Convolution {
  /** Rows of the input that one row of the output depends on. */
  readonly kernel: number
  /** Rows of the input between two rows of the output. */
  readonly stride: number
  readonly inputs: number
  readonly outputs: number
  /** In the order kernel, inputs, outputs. */
  readonly weights: Float32Array
  readonly biases: Float32Array
}

/** Convolutions, the largest value of each output over time, and one sigmoid neuron. */
export interface Network {
  readonly convolutions: readonly Convolution[]
  readonly outputWeights: Float32Array
  readonly outputBias: number
}

/** The shape of the convolutions. */
export const CONVOLUTION_SHAPES = [
  { kernel: 5, stride: 2, inputs: BANDS, outputs: 32 },
  { kernel: 5, stride: 2, inputs: 32, outputs: 48 },
  { kernel: 9, stride: 1, inputs: 48, outputs: 64 },
] as const

/** @returns the rows of the output of a convolution */
export const outputRows = (rows: number, { kernel, stride }: Pick<Convolution, 'kernel' | 'stride'>): number =>
  Math.floor((rows - kernel) / stride) + 1

/**
 * Writes the input of the network: each band without its mean over the window, so that neither the volume nor the sound
 * of the microphone matters.
 * @param rows rows of `logMel`, from `first` on
 */
export function writeInput(rows: Float32Array, first: number, input: Float32Array): void {
  for (let band = 0; band < BANDS; band++) {
    let sum = 0
    for (let row = 0; row < WINDOW_ROWS; row++) sum += rows[(first + row) * BANDS + band] ?? 0
    const mean = sum / WINDOW_ROWS
    for (let row = 0; row < WINDOW_ROWS; row++) input[row * BANDS + band] = (rows[(first + row) * BANDS + band] ?? 0) - mean
  }
}

/**
 * Computes a convolution with its ReLU.
 * @param output receives the result: rows of `outputs` numbers. Its length is a multiple of `outputs`.
 */
export function convolve(
  { kernel, stride, inputs, outputs, weights, biases }: Convolution,
  input: Float32Array,
  output: Float32Array,
): void {
  for (let start = 0; start < output.length; start += outputs) {
    output.set(biases, start)
    const from = (start / outputs) * stride * inputs
    // Four inputs at a time: half the time of one by one.
    for (let index = 0; index < kernel * inputs; index += 4) {
      const first = input[from + index]!
      const second = input[from + index + 1]!
      const third = input[from + index + 2]!
      const fourth = input[from + index + 3]!
      if (first === 0 && second === 0 && third === 0 && fourth === 0) continue
      const weight = index * outputs
      for (let each = 0; each < outputs; each++)
        output[start + each]! +=
          first * weights[weight + each]! +
          second * weights[weight + outputs + each]! +
          third * weights[weight + 2 * outputs + each]! +
          fourth * weights[weight + 3 * outputs + each]!
    }
    for (let each = start; each < start + outputs; each++) if (output[each]! < 0) output[each] = 0
  }
}

/**
 * Computes the output neuron from the largest value over time of each output of the last convolution.
 * @param values rows of the last convolution
 * @param largestRows receives the row of the largest value of each output
 * @returns the logit of the probability
 */
export function outputLogit(
  values: Float32Array,
  { outputWeights, outputBias }: Pick<Network, 'outputWeights' | 'outputBias'>,
  largestRows: Int32Array,
): number {
  const outputs = outputWeights.length
  let logit = outputBias
  for (let each = 0; each < outputs; each++) {
    let best = 0
    for (let row = 1; row < values.length / outputs; row++)
      if (values[row * outputs + each]! > values[best * outputs + each]!) best = row
    largestRows[each] = best
    logit += outputWeights[each]! * values[best * outputs + each]!
  }
  return logit
}

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit))

/** @returns the probability (0 to 1) that the input, written by {@link writeInput}, contains the wake word */
export function probabilityOf(network: Network, input: Float32Array): number {
  let [current, rows] = [input, WINDOW_ROWS]
  for (const layer of network.convolutions) {
    rows = outputRows(rows, layer)
    const output = new Float32Array(rows * layer.outputs)
    convolve(layer, current, output)
    current = output
  }
  return sigmoid(outputLogit(current, network, new Int32Array(network.outputWeights.length)))
}

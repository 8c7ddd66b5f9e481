import { CONVOLUTION_SHAPES, type Network, outputRows, WINDOW_ROWS } from '@noroshi/contract/wake-word/network'
import { type Random } from './random.ts'

/** Numbers that the training changes, with their gradient and the moments of Adam. */
class Parameters {
  readonly values: Float64Array
  readonly gradient: Float64Array
  readonly #first: Float64Array
  readonly #second: Float64Array

  constructor(count: number, deviation: number, random: Random) {
    this.values = Float64Array.from({ length: count }, () => deviation * random.normal())
    this.gradient = new Float64Array(count)
    this.#first = new Float64Array(count)
    this.#second = new Float64Array(count)
  }

  /** One step of Adam; the gradient is 0 after it. */
  update(rate: number, step: number): void {
    const [correction1, correction2] = [1 - 0.9 ** step, 1 - 0.999 ** step]
    for (let at = 0; at < this.values.length; at++) {
      const gradient = this.gradient[at]!
      const first = (this.#first[at] = 0.9 * (this.#first[at] ?? 0) + 0.1 * gradient)
      const second = (this.#second[at] = 0.999 * (this.#second[at] ?? 0) + 0.001 * gradient * gradient)
      this.values[at]! -= (rate * (first / correction1)) / (Math.sqrt(second / correction2) + 1e-8)
    }
    this.gradient.fill(0)
  }
}

interface Layer {
  readonly kernel: number
  readonly stride: number
  readonly inputs: number
  readonly outputs: number
  readonly inputRows: number
  readonly rows: number
  readonly weights: Parameters
  readonly biases: Parameters
  readonly output: Float64Array
  /** The gradient of the output. */
  readonly gradient: Float64Array
}

/** An example: the input of the network, and whether it contains the wake word. */
export interface Example {
  readonly input: Float32Array
  readonly isWakeWord: boolean
}

/** The network of the wake word with its gradients. */
export class TrainableNetwork {
  readonly #layers: readonly Layer[]
  readonly #outputWeights: Parameters
  readonly #outputBias: Parameters
  /** The row of the largest value of each output of the last convolution. */
  readonly #largestRows: Int32Array
  #step = 0

  constructor(random: Random) {
    let rows = WINDOW_ROWS
    this.#layers = CONVOLUTION_SHAPES.map((shape) => {
      const inputRows = rows
      rows = outputRows(rows, shape)
      const fanIn = shape.kernel * shape.inputs
      return {
        ...shape,
        inputRows,
        rows,
        weights: new Parameters(fanIn * shape.outputs, Math.sqrt(2 / fanIn), random),
        biases: new Parameters(shape.outputs, 0, random),
        output: new Float64Array(rows * shape.outputs),
        gradient: new Float64Array(rows * shape.outputs),
      }
    })
    const outputs = this.#layers.at(-1)?.outputs ?? 0
    this.#outputWeights = new Parameters(outputs, 0.1, random)
    this.#outputBias = new Parameters(1, 0, random)
    this.#largestRows = new Int32Array(outputs)
  }

  /** @returns the logit of the probability that the input contains the wake word */
  forward(input: Float32Array): number {
    let current: Float32Array | Float64Array = input
    for (const layer of this.#layers) {
      convolve(layer, current)
      current = layer.output
    }
    return this.#pool(current)
  }

  #pool(values: Float32Array | Float64Array): number {
    const { values: weights } = this.#outputWeights
    const outputs = weights.length
    let logit = this.#outputBias.values[0] ?? 0
    for (let each = 0; each < outputs; each++) {
      let best = 0
      for (let row = 1; row < values.length / outputs; row++)
        if (values[row * outputs + each]! > values[best * outputs + each]!) best = row
      this.#largestRows[each] = best
      logit += weights[each]! * values[best * outputs + each]!
    }
    return logit
  }

  /** Learns from a batch. @returns its mean loss (cross entropy) */
  learn(batch: readonly Example[], rate: number): number {
    let loss = 0
    for (const { input, isWakeWord } of batch) {
      const logit = this.forward(input)
      loss += Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(logit, 0) - (isWakeWord ? logit : 0)
      this.#backward(input, (1 / (1 + Math.exp(-logit)) - (isWakeWord ? 1 : 0)) / batch.length)
    }
    this.#step++
    for (const { weights, biases } of this.#layers) {
      weights.update(rate, this.#step)
      biases.update(rate, this.#step)
    }
    this.#outputWeights.update(rate, this.#step)
    this.#outputBias.update(rate, this.#step)
    return loss / batch.length
  }

  #backward(input: Float32Array, error: number): void {
    const last = this.#layers.at(-1)
    if (!last) return
    last.gradient.fill(0)
    this.#outputBias.gradient[0]! += error
    for (let each = 0; each < last.outputs; each++) {
      const at = (this.#largestRows[each] ?? 0) * last.outputs + each
      this.#outputWeights.gradient[each]! += error * last.output[at]!
      last.gradient[at] = error * (this.#outputWeights.values[each] ?? 0)
    }
    for (let index = this.#layers.length - 1; index >= 0; index--) {
      const layer = this.#layers[index]
      const below = this.#layers[index - 1]
      if (layer) propagate(layer, below?.output ?? input, below?.gradient ?? null)
    }
  }

  /** @returns the network for the product, with numbers of 32 bits */
  toNetwork(): Network {
    return {
      convolutions: this.#layers.map(({ kernel, stride, inputs, outputs, weights, biases }) => ({
        kernel,
        stride,
        inputs,
        outputs,
        weights: Float32Array.from(weights.values),
        biases: Float32Array.from(biases.values),
      })),
      outputWeights: Float32Array.from(this.#outputWeights.values),
      outputBias: this.#outputBias.values[0] ?? 0,
    }
  }
}

function convolve(layer: Layer, input: Float32Array | Float64Array): void {
  const { kernel, stride, inputs, outputs, rows, output } = layer
  const weights = layer.weights.values
  for (let row = 0; row < rows; row++) {
    const start = row * outputs
    output.set(layer.biases.values, start)
    const from = row * stride * inputs
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

/** Adds the gradients of the weights, and writes the gradient of the input unless it is null. */
function propagate(layer: Layer, input: Float32Array | Float64Array, inputGradient: Float64Array | null): void {
  const { kernel, stride, inputs, outputs, rows, output, gradient } = layer
  const { values: weights, gradient: weightGradient } = layer.weights
  inputGradient?.fill(0)
  const active = new Int32Array(outputs)
  for (let row = 0; row < rows; row++) {
    const start = row * outputs
    let count = 0
    for (let each = 0; each < outputs; each++) {
      if (output[start + each]! <= 0 || gradient[start + each] === 0) continue
      active[count++] = each
      layer.biases.gradient[each]! += gradient[start + each]!
    }
    if (count === 0) continue
    const from = row * stride * inputs
    for (let index = 0; index < kernel * inputs; index++) {
      const value = input[from + index]!
      if (value === 0) continue // also the gradient of a ReLU that gave 0
      const weight = index * outputs
      let sum = 0
      for (let at = 0; at < count; at++) {
        const each = active[at]!
        const error = gradient[start + each]!
        weightGradient[weight + each]! += value * error
        sum += error * weights[weight + each]!
      }
      if (inputGradient) inputGradient[from + index]! += sum
    }
  }
}

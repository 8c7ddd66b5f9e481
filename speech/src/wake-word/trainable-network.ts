import {
  CONVOLUTION_SHAPES,
  type Convolution,
  convolve,
  type Network,
  outputLogit,
  outputRows,
  sigmoid,
  WINDOW_ROWS,
} from '@noroshi/contract/wake-word/network'
import { type Random } from './random.ts'

/** Numbers that the training changes, with their gradient and the moments of Adam. */
class Parameters {
  readonly values: Float32Array
  readonly gradient: Float64Array
  readonly #first: Float64Array
  readonly #second: Float64Array

  constructor(count: number, deviation: number, random: Random) {
    this.values = Float32Array.from({ length: count }, () => deviation * random.normal())
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

/** A convolution with what the training needs. `weights` and `biases` are the values of the parameters. */
interface Layer extends Convolution {
  readonly weightParameters: Parameters
  readonly biasParameters: Parameters
  readonly output: Float32Array
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

  /** @param start the network to train further. Without it, the training starts with random numbers. */
  constructor(random: Random, start?: Network) {
    let rows = WINDOW_ROWS
    this.#layers = CONVOLUTION_SHAPES.map((shape) => {
      rows = outputRows(rows, shape)
      const fanIn = shape.kernel * shape.inputs
      const weightParameters = new Parameters(fanIn * shape.outputs, Math.sqrt(2 / fanIn), random)
      const biasParameters = new Parameters(shape.outputs, 0, random)
      return {
        ...shape,
        weights: weightParameters.values,
        biases: biasParameters.values,
        weightParameters,
        biasParameters,
        output: new Float32Array(rows * shape.outputs),
        gradient: new Float64Array(rows * shape.outputs),
      }
    })
    const outputs = this.#layers.at(-1)?.outputs ?? 0
    this.#outputWeights = new Parameters(outputs, 0.1, random)
    this.#outputBias = new Parameters(1, 0, random)
    this.#largestRows = new Int32Array(outputs)
    if (start) this.#copy(start)
  }

  #copy({ convolutions, outputWeights, outputBias }: Network): void {
    for (const [index, { weights, biases }] of convolutions.entries()) {
      this.#layers[index]?.weights.set(weights)
      this.#layers[index]?.biases.set(biases)
    }
    this.#outputWeights.values.set(outputWeights)
    this.#outputBias.values[0] = outputBias
  }

  /** @returns the logit of the probability that the input contains the wake word */
  forward(input: Float32Array): number {
    let current = input
    for (const layer of this.#layers) {
      convolve(layer, current, layer.output)
      current = layer.output
    }
    return outputLogit(current, this.#outputNeuron(), this.#largestRows)
  }

  #outputNeuron(): Pick<Network, 'outputWeights' | 'outputBias'> {
    return { outputWeights: this.#outputWeights.values, outputBias: this.#outputBias.values[0] ?? 0 }
  }

  /** Learns from a batch. @returns its mean loss (cross entropy) */
  learn(batch: readonly Example[], rate: number): number {
    let loss = 0
    for (const { input, isWakeWord } of batch) {
      const logit = this.forward(input)
      loss += Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(logit, 0) - (isWakeWord ? logit : 0)
      this.#backward(input, (sigmoid(logit) - (isWakeWord ? 1 : 0)) / batch.length)
    }
    this.#step++
    for (const { weightParameters, biasParameters } of this.#layers) {
      weightParameters.update(rate, this.#step)
      biasParameters.update(rate, this.#step)
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

  /** @returns a copy of the network for the product */
  toNetwork(): Network {
    const { outputWeights, outputBias } = this.#outputNeuron()
    return {
      convolutions: this.#layers.map(({ kernel, stride, inputs, outputs, weights, biases }) => ({
        kernel,
        stride,
        inputs,
        outputs,
        weights: weights.slice(),
        biases: biases.slice(),
      })),
      outputWeights: outputWeights.slice(),
      outputBias,
    }
  }
}

/** Adds the gradients of the weights, and writes the gradient of the input unless it is null. */
function propagate(layer: Layer, input: Float32Array, inputGradient: Float64Array | null): void {
  const { kernel, stride, inputs, outputs, output, gradient, weights } = layer
  const weightGradient = layer.weightParameters.gradient
  const biasGradient = layer.biasParameters.gradient
  inputGradient?.fill(0)
  const active = new Int32Array(outputs)
  for (let start = 0; start < output.length; start += outputs) {
    let count = 0
    for (let each = 0; each < outputs; each++) {
      if (output[start + each]! <= 0 || gradient[start + each] === 0) continue
      active[count++] = each
      biasGradient[each]! += gradient[start + each]!
    }
    if (count === 0) continue
    const from = (start / outputs) * stride * inputs
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

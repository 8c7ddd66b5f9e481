import { CONVOLUTION_SHAPES, type Network } from './network.ts'

/** The weights in the order of their file: the name in `model.json` and the shape. */
export const weightsOfModel: readonly { readonly name: string; readonly shape: readonly number[] }[] = [
  ...CONVOLUTION_SHAPES.flatMap(({ kernel, inputs, outputs }, index) => [
    { name: `convolution_${index}/kernel`, shape: [kernel, inputs, outputs] },
    { name: `convolution_${index}/bias`, shape: [outputs] },
  ]),
  { name: 'output/kernel', shape: [CONVOLUTION_SHAPES[CONVOLUTION_SHAPES.length - 1]?.outputs ?? 0, 1] },
  { name: 'output/bias', shape: [1] },
]

const sizeOf = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1)

/** The number of weights. */
export const WEIGHTS = weightsOfModel.reduce((sum, { shape }) => sum + sizeOf(shape), 0)

/** @returns the network of a file of weights: little-endian numbers of 32 bits. @throws for a file of another size. */
export function networkOf(file: ArrayBuffer): Network {
  if (file.byteLength !== WEIGHTS * 4) throw new Error('not the weights of the wake word')
  const view = new DataView(file)
  const all = Float32Array.from({ length: WEIGHTS }, (_, index) => view.getFloat32(index * 4, true))
  let at = 0
  const take = (count: number): Float32Array => all.subarray(at, (at += count))
  const convolutions = CONVOLUTION_SHAPES.map((shape) => ({
    ...shape,
    weights: take(shape.kernel * shape.inputs * shape.outputs),
    biases: take(shape.outputs),
  }))
  const outputWeights = take(convolutions.at(-1)?.outputs ?? 0)
  return { convolutions, outputWeights, outputBias: take(1)[0] ?? 0 }
}

/** @returns the weights in the order of the file */
export function weightsOf({ convolutions, outputWeights, outputBias }: Network): Float32Array<ArrayBuffer> {
  const all = new Float32Array(WEIGHTS)
  let at = 0
  const put = (numbers: ArrayLike<number>): void => {
    all.set(numbers, at)
    at += numbers.length
  }
  for (const { weights, biases } of convolutions) {
    put(weights)
    put(biases)
  }
  put(outputWeights)
  put([outputBias])
  return all
}

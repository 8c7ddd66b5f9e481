import { z } from 'zod'
import { BANDS } from './log-mel.ts'
import { CONVOLUTION_SHAPES, WINDOW_ROWS } from './network.ts'
import { weightsOfModel } from './weights.ts'

/** The files of the wake word, in the layers format of TensorFlow.js (decisions/0097). */
export const MODEL_FILE = 'model.json'
export const METADATA_FILE = 'metadata.json'

/** `metadata.json`: how the model is used. */
export const WakeWordMetadata = z.object({
  /** The names of the outputs. */
  wordLabels: z.array(z.string()),
  phrase: z.object({ en: z.string(), ja: z.string() }),
  /** The probability from which a window contains the wake word (specification, section 9). */
  probabilityThreshold: z.number().min(0).max(1),
  /** Milliseconds after a hit without another one (specification, section 9). */
  suppressionTimeMillis: z.int().nonnegative(),
  /** The file and the threshold of the second model, which confirms hits of the first. */
  secondModel: z.object({ model: z.string(), probabilityThreshold: z.number().min(0).max(1) }),
  /** The conversion of sound to the input of the models. */
  features: z.object({
    sampleRate: z.int(),
    rowSamples: z.int(),
    rowHop: z.int(),
    fftPoints: z.int(),
    bands: z.int(),
    lowestHertz: z.number(),
    highestHertz: z.number(),
    powerFloor: z.number(),
    windowRows: z.int(),
  }),
})
export type WakeWordMetadata = z.infer<typeof WakeWordMetadata>

const ModelJson = z.object({
  weightsManifest: z
    .array(
      z.object({
        paths: z.array(z.string()).length(1),
        weights: z.array(z.object({ name: z.string(), shape: z.array(z.int()), dtype: z.literal('float32') })),
      }),
    )
    .length(1),
})

/** @returns the name of the file with the weights. @throws for a model of another shape. */
export function weightsFileOf(json: unknown): string {
  const [group] = ModelJson.parse(json).weightsManifest
  const isKnown = JSON.stringify(group?.weights.map(({ name, shape }) => ({ name, shape }))) === JSON.stringify(weightsOfModel)
  if (!group || !isKnown) throw new Error('not a model of the wake word')
  return group.paths[0] ?? ''
}

/**
 * @param weightsFile the name of the file with the weights
 * @returns `model.json` for TensorFlow.js: `loadLayersModel` reads it
 */
export function modelJson(weightsFile: string): object {
  const common = { trainable: true, dtype: 'float32' }
  const convolutions = CONVOLUTION_SHAPES.map(({ kernel, stride, outputs }, index) => ({
    class_name: 'Conv1D',
    config: {
      ...common,
      name: `convolution_${index}`,
      ...(index === 0 && { batch_input_shape: [null, WINDOW_ROWS, BANDS] }),
      filters: outputs,
      kernel_size: [kernel],
      strides: [stride],
      padding: 'valid',
      dilation_rate: [1],
      activation: 'relu',
      use_bias: true,
    },
  }))
  const layers = [
    ...convolutions,
    { class_name: 'GlobalMaxPooling1D', config: { ...common, name: 'largest' } },
    { class_name: 'Dense', config: { ...common, name: 'output', units: 1, activation: 'sigmoid', use_bias: true } },
  ]
  return {
    format: 'layers-model',
    generatedBy: 'noroshi',
    convertedBy: null,
    modelTopology: { class_name: 'Sequential', config: { name: 'wake_word', layers }, keras_version: 'tfjs-layers' },
    weightsManifest: [{ paths: [weightsFile], weights: weightsOfModel.map((each) => ({ ...each, dtype: 'float32' })) }],
  }
}

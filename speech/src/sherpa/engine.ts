import { createRequire } from 'node:module'
import path from 'node:path'
import { SAMPLE_RATE } from '../recognizer.ts'
import type { Model } from './model-files.ts'

interface Stream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void
  inputFinished(): void
}
interface Recognizer {
  createStream(): Stream
  decode(stream: Stream): void
  isReady(stream: Stream): boolean
  getResult(stream: Stream): { text: string }
}
type Constructor = new (config: object) => Recognizer
/** The part of sherpa-onnx-node 1.13 that is used. */
interface Engine {
  readonly OnlineRecognizer: Constructor
  readonly OfflineRecognizer: Constructor
}

/** The engine. It is not a dependency of the product: the operator installs it beside the models. */
const PACKAGE = 'sherpa-onnx-node'

/** Seconds of silence after an utterance, so that a streaming model emits its last words. */
const TAIL_S = 0.5
const THREADS = 2

/** @throws with a line for the operator if the engine is not installed in the directory of the models */
export function loadEngine(directory: string): Engine {
  const require = createRequire(path.join(path.resolve(directory), 'package.json'))
  try {
    return require(PACKAGE) as Engine // the package declares no types
  } catch (error) {
    const command = `npm install --prefix ${directory} ${PACKAGE}`
    throw new Error(`the engine is not installed (${command}): ${String(error).split('\n')[0]}`, { cause: error })
  }
}

/** One utterance in a model. */
export interface Utterance {
  /** @returns the text so far; empty for a model that reads whole utterances */
  accept(samples: Float32Array): string
  end(): string
}

/** @returns a function that starts an utterance. @throws if the model cannot be loaded */
export function loadModel(engine: Engine, model: Model): () => Utterance {
  const config = configOf(model)
  if (model.kind === 'streaming-zipformer') {
    const recognizer = new engine.OnlineRecognizer(config)
    return () => streamingUtterance(recognizer)
  }
  const recognizer = new engine.OfflineRecognizer(config)
  return () => wholeUtterance(recognizer)
}

function configOf({ kind, language, files }: Model): object {
  const { encoder, decoder, joiner, model, tokens } = files
  const kinds = {
    'streaming-zipformer': { transducer: { encoder, decoder, joiner } },
    zipformer: { transducer: { encoder, decoder, joiner } },
    'sense-voice': { senseVoice: { model, language, useInverseTextNormalization: 1 } },
    whisper: { whisper: { encoder, decoder, language, task: 'transcribe', tailPaddings: -1 } },
  }
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: { ...kinds[kind], tokens, numThreads: THREADS, provider: 'cpu', debug: 0 },
    decodingMethod: 'greedy_search',
  }
}

function streamingUtterance(recognizer: Recognizer): Utterance {
  const stream = recognizer.createStream()
  const decode = () => {
    while (recognizer.isReady(stream)) recognizer.decode(stream)
    return textOf(recognizer.getResult(stream).text)
  }
  return {
    accept(samples) {
      stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
      return decode()
    },
    end() {
      stream.acceptWaveform({ samples: new Float32Array(TAIL_S * SAMPLE_RATE), sampleRate: SAMPLE_RATE })
      stream.inputFinished()
      return decode()
    },
  }
}

function wholeUtterance(recognizer: Recognizer): Utterance {
  const parts: Float32Array[] = []
  return {
    accept(samples) {
      parts.push(samples)
      return ''
    },
    end() {
      const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
      let offset = 0
      for (const part of parts) {
        samples.set(part, offset)
        offset += part.length
      }
      const stream = recognizer.createStream()
      stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
      recognizer.decode(stream)
      return textOf(recognizer.getResult(stream).text)
    },
  }
}

/** Some models of English write capital letters only. */
const textOf = (text: string): string => (/[a-z]/.test(text) ? text : text.toLowerCase()).trim()

import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { METADATA_FILE, WakeWordMetadata, weightsFileOf } from '@noroshi/contract/wake-word/model-files'
import { call } from '../../platform/connection/http.ts'
import type { WorkerReply, WorkerRequest } from './wake-word-worker-messages.ts'
// oxlint-disable-next-line import/default -- Vite compiles the worker and exports its class
import WakeWordWorker from './wake-word.worker.ts?worker'

interface Model {
  readonly metadata: WakeWordMetadata
  readonly first: ArrayBuffer
  readonly second: ArrayBuffer
}

let model: Promise<Model> | null = null

async function fetchFile(url: URL): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`)
  return response
}

async function fetchWeights(url: URL): Promise<ArrayBuffer> {
  const file = weightsFileOf(await (await fetchFile(url)).json())
  return (await fetchFile(new URL(file, url))).arrayBuffer()
}

async function fetchModel(): Promise<Model> {
  const { url } = await call(speechRoutes.wakeWord)
  const modelUrl = new URL(url, window.location.href)
  const metadata = WakeWordMetadata.parse(await (await fetchFile(new URL(METADATA_FILE, modelUrl))).json())
  const [first, second] = await Promise.all([fetchWeights(modelUrl), fetchWeights(new URL(metadata.secondModel.model, modelUrl))])
  return { metadata, first, second }
}

/** Loads the model once. A failure is not kept, so that a later start tries again. */
async function loadModel(): Promise<Model> {
  model ??= fetchModel()
  try {
    return await model
  } catch (error) {
    model = null
    throw error
  }
}

/** The wake word in a worker of its own. */
export interface WakeWordEngine {
  readonly metadata: WakeWordMetadata
  /** Begins to listen. @param threshold the probability from which a hit counts */
  listen: (threshold: number) => void
  /** Adds a frame of the microphone. It takes the buffer of the array. */
  push: (samples: Float32Array<ArrayBuffer>) => void
  /** @returns the probability (0 to 1) that a recording contains the wake word */
  probabilityOf: (recording: Float32Array<ArrayBuffer>) => Promise<number>
  close: () => void
}

/** @throws if the model cannot be loaded */
export async function createWakeWordEngine(onHit: () => void): Promise<WakeWordEngine> {
  const { metadata, first, second } = await loadModel()
  const worker = new WakeWordWorker()
  const waiting: ((probability: number) => void)[] = []
  const send = (message: WorkerRequest, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
    if (data.kind === 'hit') onHit()
    else waiting.shift()?.(data.probability)
  }
  send({ kind: 'weights', first, second })
  return {
    metadata,
    listen: (threshold) =>
      send({
        kind: 'listen',
        thresholds: {
          threshold,
          secondThreshold: Math.min(threshold, metadata.secondModel.probabilityThreshold),
          suppressionMs: metadata.suppressionTimeMillis,
        },
      }),
    push: (samples) => send({ kind: 'frame', samples }, [samples.buffer]),
    probabilityOf: (recording) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        send({ kind: 'recording', samples: recording }, [recording.buffer])
      }),
    close: () => worker.terminate(),
  }
}

/** Finds the wake word in the frames of the microphone, away from the page. The frames go nowhere else. */
import { probabilityIn, WakeWordDetector } from '@noroshi/contract/wake-word/detector'
import type { Network } from '@noroshi/contract/wake-word/network'
import { networkOf } from '@noroshi/contract/wake-word/weights'
import { createDecimator } from './decimator.ts'
import type { WorkerReply, WorkerRequest } from './wake-word-worker-messages.ts'

// TypeScript has the types of a page for the global scope.
const reply = (message: WorkerReply): void => (globalThis as unknown as Worker).postMessage(message)

let networks: readonly [Network, Network] | null = null
let detector: WakeWordDetector | null = null
let decimate = createDecimator()

globalThis.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'weights') networks = [networkOf(data.first), networkOf(data.second)]
  else if (data.kind === 'listen' && networks) {
    decimate = createDecimator()
    detector = new WakeWordDetector(networks, data.thresholds)
  } else if (data.kind === 'frame') {
    for (const { isHit } of detector?.push(decimate(data.samples)) ?? []) if (isHit) reply({ kind: 'hit' })
  } else if (data.kind === 'recording' && networks)
    reply({ kind: 'probability', probability: probabilityIn(createDecimator()(data.samples), networks) })
}

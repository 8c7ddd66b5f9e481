import { parentPort } from 'node:worker_threads'
import { SAMPLE_RATE } from '../recognizer.ts'
import { resample } from '../audio/resample.ts'
import { speakWithFlite } from './flite-voice.ts'

// Speaks one English text at a time in a thread of its own. flite-thread.ts starts it.

export type FliteReply = { readonly samples: Int16Array<ArrayBuffer> } | { readonly error: string }

const VOICE = 'slt'

async function answer(text: string): Promise<FliteReply> {
  try {
    return { samples: resample(await speakWithFlite(text, VOICE), SAMPLE_RATE) }
  } catch (error) {
    return { error: String(error) }
  }
}

parentPort?.on('message', (text: string) => {
  void answer(text).then((reply) => parentPort?.postMessage(reply, 'samples' in reply ? [reply.samples.buffer] : []))
})

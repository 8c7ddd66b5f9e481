import { WebMOutputFormat } from 'mediabunny'
import type { SpokenType } from '@noroshi/contract/speech/speech-service'
import { SAMPLE_RATE } from '../recognizer.ts'
import { canEncodeOpus, encodeOpus } from './opus-encoder.ts'
import { packOpus } from './opus-file.ts'
import { wavOfSound } from './wav.ts'

export interface PackedSpeech {
  readonly bytes: Uint8Array
  readonly mimeType: SpokenType
}

/** Packs samples into a file. Without libopus it is a WAV file, which has ten times as many bytes. */
export async function packSpeech(samples: Int16Array<ArrayBuffer>, requested: SpokenType): Promise<PackedSpeech> {
  if (requested === 'audio/wav' || !canEncodeOpus())
    return { bytes: wavOfSound({ rate: SAMPLE_RATE, samples }), mimeType: 'audio/wav' }
  return { bytes: await packOpus(encodeOpus(samples), new WebMOutputFormat()), mimeType: 'audio/webm' }
}

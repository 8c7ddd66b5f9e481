import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, WebMOutputFormat } from 'mediabunny'
import type { SpokenType } from '@noroshi/contract/speech/speech-service'
import { SAMPLE_RATE } from '../recognizer.ts'
import { canEncodeOpus, encodeOpus } from './opus-encoder.ts'
import { wavOfSound } from './wav.ts'

/** Seconds of one packet. */
const PACKET_S = 0.02

/** Identification header of Opus (RFC 7845, section 5.1): version 1, mono, 312 samples to skip, 16 kHz. */
const OPUS_HEAD = new Uint8Array([...new TextEncoder().encode('OpusHead'), 1, 1, 0x38, 0x01, 0x80, 0x3e, 0, 0, 0, 0, 0])

export interface PackedSpeech {
  readonly bytes: Uint8Array
  readonly mimeType: SpokenType
}

/** Packs samples into a file. Without libopus it is a WAV file, which has ten times as many bytes. */
export async function packSpeech(samples: Int16Array<ArrayBuffer>, requested: SpokenType): Promise<PackedSpeech> {
  if (requested === 'audio/wav' || !canEncodeOpus())
    return { bytes: wavOfSound({ rate: SAMPLE_RATE, samples }), mimeType: 'audio/wav' }
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, description: OPUS_HEAD }
  for (const [index, packet] of encodeOpus(samples).entries())
    await source.add(new EncodedPacket(packet, 'key', index * PACKET_S, PACKET_S), { decoderConfig })
  await output.finalize()
  return { bytes: new Uint8Array(target.buffer ?? new ArrayBuffer(0)), mimeType: 'audio/webm' }
}

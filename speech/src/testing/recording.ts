import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { encodeOpus } from '../audio/opus-encoder.ts'

export type RecordingFormat = 'webm' | 'mp4' | 'ogg'

const formats = {
  webm: () => new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: 0.5 }),
  mp4: () => new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 0.5 }),
  ogg: () => new OggOutputFormat(),
}

/** Seconds of one packet. */
const PACKET_S = 0.02

/** Identification header of Opus (RFC 7845, section 5.1): version 1, mono, no pre-skip, 16 kHz. */
const OPUS_HEAD = new Uint8Array([...new TextEncoder().encode('OpusHead'), 1, 1, 0, 0, 0x80, 0x3e, 0, 0, 0, 0, 0])

/** @returns a recording with Opus, as the recorder of a browser writes it */
export async function record(samples: Int16Array, format: RecordingFormat = 'webm'): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget()
  const output = new Output({ format: formats[format](), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, description: OPUS_HEAD }
  for (const [index, packet] of encodeOpus(samples).entries())
    await source.add(new EncodedPacket(packet, 'key', index * PACKET_S, PACKET_S), { decoderConfig })
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}

/** Cuts a recording into parts of about a second, as a browser sends them. */
export function cutRecording(recording: Uint8Array<ArrayBuffer>, parts: number): Uint8Array<ArrayBuffer>[] {
  const size = Math.ceil(recording.length / parts)
  return Array.from({ length: parts }, (_, index) => recording.slice(index * size, (index + 1) * size))
}

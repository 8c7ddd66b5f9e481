import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, WebMOutputFormat } from 'mediabunny'
import { RADIO_PACKET_MS } from '@noroshi/contract/limits'

/** An Opus packet with its number in the transmission. */
export interface SoundPacket {
  readonly seq: number
  readonly data: Uint8Array
}

const SAMPLE_RATE = 48_000

/** The identification header of Opus (RFC 7845): version 1, one channel, 312 samples to skip, 48 kHz, no gain, mapping family 0. */
const OPUS_HEAD = (() => {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head.set([1, 1], 8)
  head.writeUInt16LE(312, 10)
  head.writeUInt32LE(SAMPLE_RATE, 12)
  return head
})()

/**
 * Packs the packets of a transmission into a WebM file. A missing packet is a gap of its length.
 * @param packets at least one, with rising numbers
 */
export async function packRecording(packets: readonly SoundPacket[]): Promise<{ bytes: Uint8Array; durationMs: number }> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const first = packets[0]?.seq ?? 0
  const seconds = RADIO_PACKET_MS / 1000
  const decoderConfig = { codec: 'opus', sampleRate: SAMPLE_RATE, numberOfChannels: 1, description: OPUS_HEAD }
  for (const { seq, data } of packets)
    await source.add(new EncodedPacket(data, 'key', (seq - first) * seconds, seconds), { decoderConfig })
  await output.finalize()
  if (target.buffer === null) throw new Error('the recording has no bytes')
  const last = packets.at(-1)?.seq ?? first
  return { bytes: new Uint8Array(target.buffer), durationMs: (last - first + 1) * RADIO_PACKET_MS }
}

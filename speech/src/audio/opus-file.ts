import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, type OutputFormat } from 'mediabunny'

/** Seconds of one packet. */
const PACKET_S = 0.02

/** Identification header of Opus (RFC 7845, section 5.1): version 1, mono, 312 samples to skip, 16 kHz. */
const OPUS_HEAD = new Uint8Array([...new TextEncoder().encode('OpusHead'), 1, 1, 0x38, 0x01, 0x80, 0x3e, 0, 0, 0, 0, 0])

/** @returns a file with consecutive Opus packets of 20 ms, mono */
export async function packOpus(packets: readonly Uint8Array[], format: OutputFormat): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, description: OPUS_HEAD }
  for (const [index, packet] of packets.entries())
    await source.add(new EncodedPacket(packet, 'key', index * PACKET_S, PACKET_S), { decoderConfig })
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0))
}

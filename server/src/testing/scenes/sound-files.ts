import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'

/** Returns the sound packets of a recording. The server writes its container again. @throws for a file without sound. */
export async function packetsOf(bytes: Uint8Array): Promise<Buffer[]> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  if (track === null) throw new Error('the recording has no sound')
  const packets: Buffer[] = []
  for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(Buffer.from(data))
  return packets
}

/** Returns a WAV file with sound of one channel, 8 kHz and 16 bits. */
export function waveOf(samples: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return new Uint8Array(Buffer.concat([head, samples]))
}

import { EncodedPacketSink, Input, MP4, OGG, ReadableStreamSource, WEBM } from 'mediabunny'

/** Max bytes of a recording that the demuxer keeps in memory. */
const CACHE_MAX = 4 * 1024 * 1024

/** Reads the Opus packets of a recording (WebM, MP4 or Ogg) while it grows. The format is detected from its bytes. */
export class RecordingPackets {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>
  readonly #input: Input
  readonly #done: Promise<void>

  /** @param onPacket - receives each packet, in the order of the recording */
  constructor(onPacket: (packet: Uint8Array) => void) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    this.#writer = writable.getWriter()
    const source = new ReadableStreamSource(readable, { maxCacheSize: CACHE_MAX })
    this.#input = new Input({ source, formats: [WEBM, MP4, OGG] })
    this.#done = readPackets(this.#input, onPacket)
    this.#done.catch(() => undefined) // `end` throws it
  }

  push(bytes: Uint8Array): void {
    this.#writer.write(bytes).catch(() => undefined) // the demuxer has stopped; `end` throws the cause
  }

  /** Resolves when `onPacket` has received all packets. @throws for a recording without Opus and for one that cannot be read. */
  async end(): Promise<void> {
    this.#writer.close().catch(() => undefined)
    await this.#done
  }

  close(): void {
    this.#writer.close().catch(() => undefined)
    this.#input.dispose()
  }
}

async function readPackets(input: Input, onPacket: (packet: Uint8Array) => void): Promise<void> {
  const track = await input.getPrimaryAudioTrack()
  const codec = await track?.getCodec()
  if (track === null || codec !== 'opus') throw new Error('the recording contains no Opus')
  for await (const packet of new EncodedPacketSink(track).packets()) onPacket(packet.data)
}

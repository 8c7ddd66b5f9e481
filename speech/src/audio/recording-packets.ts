import {
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP4,
  OGG,
  ReadableStreamSource,
  WEBM,
} from 'mediabunny'
import { AacPackets, canDecodeAac } from './aac-packets.ts'

/** Max bytes of a recording that the demuxer keeps in memory. */
const CACHE_MAX = 4 * 1024 * 1024

interface Receivers {
  /** Receives each Opus packet, in the order of the recording. */
  readonly onPacket: (packet: Uint8Array) => void
  /** Receives the sound of a recording with AAC, 16 kHz, mono. */
  readonly onSamples: (samples: Int16Array) => void
}

/** Reads a recording (WebM, MP4 or Ogg with Opus, MP4 with AAC) while it grows. The format is detected from its bytes. */
export class RecordingPackets {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>
  readonly #input: Input
  readonly #receivers: Receivers
  readonly #done: Promise<void>
  #aac: AacPackets | null = null
  #isClosed = false

  constructor(receivers: Receivers) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    this.#writer = writable.getWriter()
    this.#receivers = receivers
    const source = new ReadableStreamSource(readable, { maxCacheSize: CACHE_MAX })
    this.#input = new Input({ source, formats: [WEBM, MP4, OGG] })
    this.#done = this.#read()
    this.#done.catch(() => undefined) // `end` throws it
  }

  push(bytes: Uint8Array): void {
    this.#writer.write(bytes).catch(() => undefined) // the demuxer has stopped; `end` throws the cause
  }

  /** Resolves when all sound has been received. @throws for a recording that cannot be read, and for another codec. */
  async end(): Promise<void> {
    this.#writer.close().catch(() => undefined)
    await this.#done
  }

  close(): void {
    this.#isClosed = true
    this.#writer.close().catch(() => undefined)
    this.#aac?.close()
    this.#input.dispose()
  }

  async #read(): Promise<void> {
    const track = await this.#input.getPrimaryAudioTrack()
    const codec = await track?.getCodec()
    if (track !== null && codec === 'opus') await forEachPacket(track, ({ data }) => this.#receivers.onPacket(data))
    else if (track !== null && codec === 'aac' && canDecodeAac()) await this.#readAac(track)
    else throw new Error(`the recording contains ${codec ?? 'no sound'}, which cannot be decoded`)
  }

  async #readAac(track: InputAudioTrack): Promise<void> {
    const config: unknown = await track.getDecoderConfig() // its type is one of browsers
    const description = typeof config === 'object' && config !== null && 'description' in config ? config.description : null
    if (!(description instanceof Uint8Array)) throw new Error('the recording does not name the format of its AAC')
    if (this.#isClosed) return
    const aac = (this.#aac = new AacPackets(description, this.#receivers.onSamples))
    await forEachPacket(track, ({ data }) => aac.push(data))
    await aac.end()
  }
}

async function forEachPacket(track: InputAudioTrack, handle: (packet: EncodedPacket) => void): Promise<void> {
  for await (const packet of new EncodedPacketSink(track).packets()) handle(packet)
}

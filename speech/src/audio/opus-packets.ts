import { OpusDecoder } from 'opus-decoder'
import { SAMPLE_RATE } from '../recognizer.ts'

/** Max bytes of an Opus packet of up to 60 ms: three frames of 1275 bytes, and their lengths (RFC 6716, section 3). */
const PACKET_BYTES_MAX = 3 * 1275 + 7
const SAMPLE_MAX = 32_767

/** Decodes Opus packets of one stream to samples. Packets that are not Opus become silence or nothing. */
export class OpusPackets {
  static async create(): Promise<OpusPackets> {
    const decoder = new OpusDecoder({ sampleRate: SAMPLE_RATE, channels: 1 })
    await decoder.ready
    return new OpusPackets(decoder)
  }

  readonly #decoder: OpusDecoder<typeof SAMPLE_RATE>

  private constructor(decoder: OpusDecoder<typeof SAMPLE_RATE>) {
    this.#decoder = decoder
  }

  decode(packet: Uint8Array): Int16Array {
    if (packet.length === 0 || packet.length > PACKET_BYTES_MAX) return new Int16Array(0)
    const [floats = new Float32Array(0)] = this.#decoder.decodeFrame(packet).channelData
    return Int16Array.from(floats, (value) => Math.max(-1, Math.min(1, value)) * SAMPLE_MAX)
  }

  close(): void {
    this.#decoder.free()
  }
}

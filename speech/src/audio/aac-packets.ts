import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { StreamResampler } from './stream-resampler.ts'

/** The decoder of Debian's package faad. */
const PROGRAM = '/usr/bin/faad'
/** Reads the standard input, and writes WAV (16 bit) to the standard output. */
const ARGUMENTS = ['-q', '-w', '-f', '1', '-']
/** Bytes of the WAV header that faad writes. */
const WAV_HEADER_BYTES = 44
const ADTS_HEADER_BYTES = 7
/** AAC-LC in the numbers of ISO 14496-3; HE-AAC contains it. */
const PROFILE_LC = 1

/** Whether this computer can decode AAC. */
export const canDecodeAac = (): boolean => existsSync(PROGRAM)

/**
 * Decodes AAC packets in a process of its own: a damaged packet ends no more than that process (decisions/0101).
 */
export class AacPackets {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #config: { readonly frequency: number; readonly channels: number }
  readonly #closed: Promise<void>
  readonly #onSamples: (samples: Int16Array) => void
  #head = Buffer.alloc(0)
  #resampler: StreamResampler | null = null
  #channels = 1
  #hasSound = false

  /**
   * @param config - the AudioSpecificConfig of the recording
   * @param onSamples - receives samples of 16 kHz, mono
   */
  constructor(config: Uint8Array, onSamples: (samples: Int16Array) => void) {
    const [first = 0, second = 0] = config
    this.#config = { frequency: ((first & 7) << 1) | (second >> 7), channels: (second >> 3) & 15 }
    this.#onSamples = onSamples
    this.#child = spawn(PROGRAM, ARGUMENTS, { stdio: ['pipe', 'pipe', 'ignore'], env: {} })
    this.#child.stdin.on('error', () => undefined) // the process has ended
    this.#child.stdout.on('data', (bytes: Buffer) => this.#accept(bytes))
    this.#closed = new Promise((resolve) => {
      this.#child.on('error', () => resolve())
      this.#child.once('close', () => resolve())
    })
  }

  push(packet: Uint8Array): void {
    this.#child.stdin.write(Buffer.concat([this.#adtsHeader(packet.length), packet]))
  }

  /** Resolves when `onSamples` has received all sound. @throws if there was none */
  async end(): Promise<void> {
    this.#child.stdin.end()
    await this.#closed
    if (!this.#hasSound) throw new Error('the AAC cannot be decoded')
  }

  close(): void {
    this.#child.kill('SIGKILL')
  }

  /** The header that names the format of each packet in a stream (ISO 13818-7, section 6.2). */
  #adtsHeader(length: number): Uint8Array {
    const { frequency, channels } = this.#config
    const size = length + ADTS_HEADER_BYTES
    const channelBits = ((channels & 3) << 6) | (size >> 11)
    return Uint8Array.of(
      0xff,
      0xf1,
      (PROFILE_LC << 6) | (frequency << 2) | (channels >> 2),
      channelBits,
      (size >> 3) & 0xff,
      ((size & 7) << 5) | 0x1f,
      0xfc,
    )
  }

  #accept(bytes: Buffer): void {
    const all = Buffer.concat([this.#head, bytes])
    let start = 0
    if (this.#resampler === null) {
      if (all.length < WAV_HEADER_BYTES) {
        this.#head = all
        return
      }
      this.#channels = Math.max(1, all.readUInt16LE(22))
      this.#resampler = new StreamResampler(all.readUInt32LE(24))
      start = WAV_HEADER_BYTES
    }
    const frameBytes = 2 * this.#channels
    const count = Math.floor((all.length - start) / frameBytes)
    const mono = new Float32Array(count)
    // Only the first channel is read.
    for (let index = 0; index < count; index++) mono[index] = all.readInt16LE(start + index * frameBytes)
    this.#head = all.subarray(start + count * frameBytes)
    this.#hasSound ||= count > 0
    this.#onSamples(this.#resampler.push(mono))
  }
}

import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import { memoizeAsync } from './memoize-async.ts'
import { limitConcurrency } from './limit-concurrency.ts'

/**
 * Level 1 is the fastest and removes four fifths of the bytes. Higher levels take twice as long and remove a few percent more.
 * With Z_FULL_FLUSH, the output of each write ends at a byte boundary and does not refer to earlier data.
 */
const SETTINGS = { level: 1, chunkSize: 64 * 1024, flush: constants.Z_FULL_FLUSH }
/** Number of concurrent deflates: libuv has four threads. */
const CONCURRENCY = 4
/** Gzip header (RFC 1952): method deflate, no file name, no time, operating system Unix. */
const HEADER = Buffer.from('1f8b0800000000000003', 'hex')
/** An empty deflate block with the final bit set. */
const LAST_BLOCK = Buffer.from('0300', 'hex')

/** Max size in bytes of the buffer that a deflater reuses for the next text. */
const BUFFER_MAX = 2 * 1024 * 1024

const limited = limitConcurrency(CONCURRENCY)

/** Returns how many texts wait to be compressed. */
export const waitingTexts = limited.waiting

/** Encodes and deflates one text at a time. */
class Deflater {
  /** The listener prevents a crash of the process when the stream emits a second error. */
  readonly #deflate: DeflateRaw = createDeflateRaw(SETTINGS).on('error', () => undefined)
  #buffer = Buffer.alloc(0)

  async deflate(parts: readonly string[]): Promise<Deflated> {
    const bytes = this.#encode(parts)
    const blocks: Buffer[] = []
    const onData = (block: Buffer) => blocks.push(block)
    this.#deflate.on('data', onData)
    await new Promise<void>((resolve, reject) => {
      // When zlib fails, the stream emits an error and does not call the callback of write.
      this.#deflate.once('error', reject)
      this.#deflate.write(bytes, (error) => {
        if (error) return reject(error)
        this.#deflate.off('error', reject)
        resolve()
      })
    })
    this.#deflate.off('data', onData)
    this.#deflate.reset()
    return { blocks: Buffer.concat(blocks), checksum: crc32(bytes), size: bytes.length }
  }

  /** Returns the parts in UTF-8. One UTF-16 code unit takes three bytes at most. */
  #encode(parts: readonly string[]): Buffer {
    const sizeMax = 3 * parts.reduce((length, part) => length + part.length, 0)
    if (sizeMax > BUFFER_MAX) return Buffer.from(parts.join(''))
    if (this.#buffer.length < sizeMax) this.#buffer = Buffer.allocUnsafeSlow(sizeMax)
    const buffer = this.#buffer
    let size = 0
    for (const part of parts) size += buffer.write(part, size)
    return buffer.subarray(0, size)
  }
}

/**
 * Idle deflaters, which keep their tables and buffers. A new deflater for each text would allocate half a megabyte outside of the
 * heap, run the garbage collector several times a second and delay every request (decisions/0044).
 */
const idle: Deflater[] = []

interface Deflated {
  readonly blocks: Buffer
  readonly checksum: number
  /** Bytes before compression. */
  readonly size: number
}

/** Deflates on a thread of zlib. A deflater that fails is not reused. */
const deflate = (parts: readonly string[]): Promise<Deflated> =>
  limited(async () => {
    const deflater = idle.pop() ?? new Deflater()
    const result = await deflater.deflate(parts)
    idle.push(deflater)
    return result
  })

/** A text that may be part of several gzip files. It is compressed once. */
export class Piece {
  readonly #parts: readonly string[]
  readonly deflated = memoizeAsync(() => deflate(this.#parts))
  constructor(text: string | readonly string[]) {
    this.#parts = typeof text === 'string' ? [text] : text
  }

  get text(): string {
    return this.#parts.join('')
  }

  /** Number of UTF-16 code units. */
  get length(): number {
    return this.#parts.reduce((length, part) => length + part.length, 0)
  }
}

/** Returns one gzip file of the concatenated pieces. */
export async function gzipOf(pieces: readonly Piece[]): Promise<Buffer> {
  const all = await Promise.all(pieces.map((piece) => piece.deflated()))
  const checksum = pieces.slice(1).reduce((sum, { text }) => crc32(text, sum), all[0]?.checksum ?? 0)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum)
  trailer.writeUInt32LE(all.reduce((sum, { size }) => sum + size, 0) % 2 ** 32, 4)
  return Buffer.concat([HEADER, ...all.map(({ blocks }) => blocks), LAST_BLOCK, trailer])
}

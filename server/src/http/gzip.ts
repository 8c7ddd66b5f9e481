import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import { keptUnlessFailed } from './kept-unless-failed.ts'
import { turns } from './turns.ts'

/**
 * The fastest level: four fifths of the bytes go, and better ones take twice as long for a few in a hundred more. Each text that is
 * written at once ends at a whole byte, and refers to nothing before it.
 */
const SETTINGS = { level: 1, chunkSize: 64 * 1024, flush: constants.Z_FULL_FLUSH }
/** As many work at once as zlib has threads. */
const AT_ONCE = 4
/** Of RFC 1952: deflated, without a name or a time, from Unix. */
const HEADER = Buffer.from('1f8b0800000000000003', 'hex')
/** An empty block that says that it is the last. */
const LAST_BLOCK = Buffer.from('0300', 'hex')

/** Bytes that one keeps beyond the text that needed them. */
const KEPT_BYTES = 2 * 1024 * 1024

const inTurn = turns(AT_ONCE)

/** Encodes and deflates one text after another. */
class Press {
  /** Where it breaks twice, nobody waits for the second word. */
  readonly #deflate: DeflateRaw = createDeflateRaw(SETTINGS).on('error', () => undefined)
  #bytes = Buffer.alloc(0)

  async press(parts: readonly string[]): Promise<Packed> {
    const bytes = this.#encoded(parts)
    const blocks: Buffer[] = []
    const take = (block: Buffer) => blocks.push(block)
    this.#deflate.on('data', take)
    await new Promise<void>((resolve, reject) => {
      // Where zlib itself fails, the stream tells of an error, and nothing calls back.
      this.#deflate.once('error', reject)
      this.#deflate.write(bytes, (error) => {
        if (error) return reject(error)
        this.#deflate.off('error', reject)
        resolve()
      })
    })
    this.#deflate.off('data', take)
    this.#deflate.reset()
    return { blocks: Buffer.concat(blocks), checksum: crc32(bytes), size: bytes.length }
  }

  /** In UTF-8, of which a unit of UTF-16 takes three bytes at most. */
  #encoded(parts: readonly string[]): Buffer {
    const atMost = 3 * parts.reduce((length, part) => length + part.length, 0)
    if (atMost > KEPT_BYTES) return Buffer.from(parts.join(''))
    if (this.#bytes.length < atMost) this.#bytes = Buffer.allocUnsafeSlow(atMost)
    const bytes = this.#bytes
    let size = 0
    for (const part of parts) size += bytes.write(part, size)
    return bytes.subarray(0, size)
  }
}

/**
 * Those that rest keep their tables and their bytes. Made anew for each text, half a megabyte outside of the heap would call the
 * garbage collector several times a second, and every request would wait for it.
 */
const resting: Press[] = []

interface Packed {
  readonly blocks: Buffer
  readonly checksum: number
  /** Of what it was made from, in bytes. */
  readonly size: number
}

/** Made beside the event loop. One that breaks is given up. */
const packed = (parts: readonly string[]): Promise<Packed> =>
  inTurn(async () => {
    const press = resting.pop() ?? new Press()
    const result = await press.press(parts)
    resting.push(press)
    return result
  })

/** A text, in parts, that may stand in many files: compressed once. */
export class Piece {
  readonly #parts: readonly string[]
  readonly packed = keptUnlessFailed(() => packed(this.#parts))
  constructor(text: string | readonly string[]) {
    this.#parts = typeof text === 'string' ? [text] : text
  }

  get text(): string {
    return this.#parts.join('')
  }

  /** In UTF-16, as strings count. */
  get length(): number {
    return this.#parts.reduce((length, part) => length + part.length, 0)
  }
}

/** One gzip file of texts, one after the other. */
export async function gzipOf(pieces: readonly Piece[]): Promise<Buffer> {
  const all = await Promise.all(pieces.map((piece) => piece.packed()))
  const checksum = pieces.slice(1).reduce((sum, { text }) => crc32(text, sum), all[0]?.checksum ?? 0)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum)
  trailer.writeUInt32LE(all.reduce((sum, { size }) => sum + size, 0) % 2 ** 32, 4)
  return Buffer.concat([HEADER, ...all.map(({ blocks }) => blocks), LAST_BLOCK, trailer])
}

import { constants, crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
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

const inTurn = turns(AT_ONCE)
/**
 * Those that rest keep their tables. Made anew for each text, a quarter of a megabyte outside of the heap would call the garbage
 * collector several times a second, and every request would wait for it.
 */
const resting: DeflateRaw[] = []

/** What breaks one is told to the text that it was written with. */
const made = () => createDeflateRaw(SETTINGS).on('error', () => undefined)

/** Made beside the event loop. */
const deflated = (bytes: Buffer): Promise<Buffer> =>
  inTurn(async () => {
    const deflate = resting.pop() ?? made()
    const parts: Buffer[] = []
    const take = (part: Buffer) => parts.push(part)
    deflate.on('data', take)
    await new Promise<void>((resolve, reject) => deflate.write(bytes, (error) => (error ? reject(error) : resolve())))
    deflate.off('data', take)
    deflate.reset()
    resting.push(deflate)
    return Buffer.concat(parts)
  })

/** A text that may stand in many files: compressed once. */
export class Piece {
  readonly text: string
  #bytes: Buffer | null = null
  #deflated: Promise<Buffer> | null = null
  constructor(text: string) {
    this.text = text
  }

  /** In UTF-8: made once, for its length, its checksum and its deflating. */
  get bytes(): Buffer {
    return (this.#bytes ??= Buffer.from(this.text))
  }

  deflated(): Promise<Buffer> {
    return (this.#deflated ??= deflated(this.bytes))
  }
}

/** One gzip file of texts, one after the other. */
export async function gzipOf(pieces: readonly Piece[]): Promise<Buffer> {
  const blocks = await Promise.all(pieces.map((piece) => piece.deflated()))
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(pieces.reduce((sum, { bytes }) => crc32(bytes, sum), 0))
  trailer.writeUInt32LE(pieces.reduce((size, { bytes }) => size + bytes.length, 0) % 2 ** 32, 4)
  return Buffer.concat([HEADER, ...blocks, LAST_BLOCK, trailer])
}

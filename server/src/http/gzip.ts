import { constants, createGzip, type Gzip } from 'node:zlib'
import { turns } from './turns.ts'

/**
 * The fastest level: four fifths of the bytes go, and better ones take twice as long for a few in a hundred more. What is written at
 * once is a whole file: `flush` ends it.
 */
const SETTINGS = { level: 1, chunkSize: 64 * 1024, flush: constants.Z_FINISH }
/** As many work at once as zlib has threads. */
const AT_ONCE = 4

const inTurn = turns(AT_ONCE)
/**
 * Those that rest keep their tables. Made anew for each text, a quarter of a megabyte outside of the heap would call the garbage
 * collector several times a second, and every request would wait for it.
 */
const resting: Reusable[] = []
type Reusable = Gzip & { reset(): void }

/** A text as a gzip file, made beside the event loop. */
export const gzipped = (text: string): Promise<Buffer> =>
  inTurn(async () => {
    const gzip = resting.pop() ?? (createGzip(SETTINGS) as Reusable) // deflate is below it, whose `reset` its types leave out
    const parts: Buffer[] = []
    const take = (part: Buffer) => parts.push(part)
    gzip.on('data', take)
    await new Promise<void>((resolve, reject) => gzip.write(text, (error) => (error ? reject(error) : resolve())))
    gzip.off('data', take)
    gzip.reset()
    resting.push(gzip)
    return Buffer.concat(parts)
  })

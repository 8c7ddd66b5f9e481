import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RangeSource, SourceFailed } from '#/ports/range-source.ts'
import type { ExtractPlan } from './extract-plan.ts'
import type { Piece } from './tile-pieces.ts'

/** Bytes that are written between two reports. A crash loses at most so many. */
const REPORT_EVERY_BYTES = 4 * 1024 ** 2
/** Milliseconds between two reports of a slow download. */
const REPORT_EVERY_MS = 2000
/** Milliseconds before a failed request is repeated. A part that arrives resets them. */
export const RETRY_DELAYS_MS = [1000, 3000, 10_000, 30_000]

interface Download {
  readonly plan: Pick<ExtractPlan, 'pieces' | 'requests' | 'tileBytes'>
  readonly source: RangeSource
  /** The file for the tiles. */
  readonly file: string
  /** Bytes of the file that an earlier attempt has reported. */
  readonly done: number
  readonly signal: AbortSignal
  readonly retryDelaysMs: readonly number[]
  /** Called when so many bytes are on the disk, also after a crash. An error ends the download. */
  readonly onDone: (bytes: number) => Promise<void>
}

/**
 * Downloads the pieces of a plan into a file, and continues after the bytes that it has.
 * @throws SourceFailed, and the errors of the disk and of the callbacks
 */
export async function downloadPieces(download: Download): Promise<void> {
  const { plan, source, file, done, signal, retryDelaysMs } = download
  const handle = await open(file, done === 0 ? 'w' : 'r+', 0o600)
  try {
    if (done > 0) await handle.truncate(done) // what follows may not have reached the disk
    const target = new Target(handle, done, download)
    try {
      while (target.written < plan.tileBytes)
        await retryTransient(
          () => readRequest(source, plan, target),
          retryDelaysMs,
          signal,
          () => target.written,
        )
    } catch (error) {
      await target.report().catch(() => undefined) // the first error is the cause
      throw error
    }
    await target.report()
  } finally {
    await handle.close()
  }
}

/**
 * Repeats a request that may succeed later.
 * @param progress returns a number that rises with each part that arrives, which resets the delays
 */
export async function retryTransient<Result>(
  request: () => Promise<Result>,
  delaysMs: readonly number[],
  signal: AbortSignal,
  progress: () => number = () => 0,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    const before = progress()
    try {
      return await request()
    } catch (error) {
      signal.throwIfAborted()
      if (progress() > before) attempt = 0
      const delay = delaysMs[attempt]
      if (!(error instanceof SourceFailed && error.isTransient) || delay === undefined) throw error
      await sleep(delay, undefined, { signal })
    }
  }
}

/** A file that grows, with reports about what is on the disk. */
class Target {
  written: number
  readonly #handle: FileHandle
  readonly #download: Download
  #reported: number
  #reportedAt = performance.now()

  constructor(handle: FileHandle, written: number, download: Download) {
    this.#handle = handle
    this.written = written
    this.#reported = written
    this.#download = download
  }

  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;)
      at += (await this.#handle.write(bytes, at, bytes.length - at, this.written + at)).bytesWritten
    this.written += bytes.length
    const isLate = performance.now() - this.#reportedAt > REPORT_EVERY_MS
    if (isLate || this.written - this.#reported >= REPORT_EVERY_BYTES) await this.report()
  }

  async report(): Promise<void> {
    if (this.written === this.#reported) return
    await this.#handle.datasync()
    this.#reported = this.written
    this.#reportedAt = performance.now()
    await this.#download.onDone(this.written)
  }
}

/** Reads the rest of the request that has the next byte of the file. */
async function readRequest(source: RangeSource, { pieces, requests }: Download['plan'], target: Target): Promise<void> {
  const begin = target.written
  const index = lastIndex(requests.length, (at) => (pieces[requests[at]?.first ?? 0]?.to ?? 0) <= begin)
  const { first = 0, end = 0 } = requests[index] ?? {}
  const last = pieces[end - 1]
  const skipped = lastIndex(end, (at) => (pieces[at]?.to ?? 0) <= begin)
  const rest = pieces.slice(Math.max(first, skipped), end)
  const current = rest[0]
  if (current === undefined || last === undefined) throw new Error('no request has the next byte')
  const from = current.from + begin - current.to
  await takePieces(source.stream(from, last.from + last.length - from), from, rest, target)
}

/** Writes the bytes of pieces and skips those of the gaps between them. */
async function takePieces(stream: AsyncIterable<Buffer>, from: number, pieces: readonly Piece[], target: Target): Promise<void> {
  let [index, at] = [0, from]
  for await (const chunk of stream) {
    const end = at + chunk.length
    for (let piece = pieces[index]; piece !== undefined && piece.from < end; piece = pieces[index]) {
      const [first, last] = [Math.max(at, piece.from), Math.min(end, piece.from + piece.length)]
      await target.write(chunk.subarray(first - at, last - at))
      if (piece.from + piece.length > end) break
      index++
    }
    at = end
  }
}

/** Returns the last index below `count` that has a property which all lower ones have. */
function lastIndex(count: number, has: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (has(middle)) low = middle + 1
    else high = middle
  }
  return low - 1
}

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import type { StreetArea, StreetExtract, StreetExtractState } from '@noroshi/contract/streets/street-extracts.http'
import { newId } from '#/db/ids.ts'
import type { Job } from '#/db/jobs.ts'
import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { RangeSource, SILENT_MAX_MS, SourceFailed } from '#/ports/range-source.ts'
import { publishArchive } from '../streets.service.ts'
import { archiveHead } from './archive-head.ts'
import { downloadPieces, RETRY_DELAYS_MS, retryTransient } from './download-pieces.ts'
import { ExtractFiles } from './extract-files.ts'
import { type ExtractPlan, planExtract } from './extract-plan.ts'
import { problemOf } from './extract-problem.ts'
import { openNewest, titleOfSource } from './open-source.ts'
import { presentExtract } from './street-extracts.present.ts'
import {
  currentExtract,
  deleteAbandoned,
  deleteDone,
  deleteExtract,
  type ExtractRow,
  insertExtract,
  type Lease,
  nameOfUser,
  retryExtract,
  takeOverExtract,
  updateExtract,
  type Work,
} from './street-extracts.sql.ts'

/** Milliseconds after which another worker continues the download of one that has ended. */
const LEASE_MS = 30_000
/** Milliseconds between two looks for such a download. */
const CHECK_EVERY_MS = 30_000
const FIRST_CHECK_AFTER_MS = 5000
/** Max milliseconds of reading how large an area is. */
const MEASURE_WITHIN_MS = 60_000
/** How often a download starts over because the source has changed. */
const CHANGES_MAX = 3
/** Milliseconds after which a download that has failed is deleted. */
const ABANDONED_AFTER_MS = 7 * 86_400_000

/** Milliseconds without a write after which the file of an earlier download is deleted. */
const UNUSED_MS = 3_600_000

/** Times that tests shorten. */
interface Times {
  readonly silentMaxMs: number
  readonly retryDelaysMs: readonly number[]
}

/** Error: the download was cancelled, or another worker continues it. */
class Lost extends Error {}

interface Running {
  readonly work: Work
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/**
 * Downloads the streets of an area from STREETS_SOURCE, one at a time over all processes. The row in the database has what a
 * worker needs to continue after another one.
 */
export class StreetExtracts {
  readonly #deps: Deps
  readonly #files: ExtractFiles
  readonly #times: Times
  #running: Running | null = null
  #isMeasuring = false
  #isClosing = false

  constructor(deps: Deps, times: Times = { silentMaxMs: SILENT_MAX_MS, retryDelaysMs: RETRY_DELAYS_MS }) {
    this.#deps = deps
    this.#files = new ExtractFiles(deps)
    this.#times = times
  }

  /** Returns the download without a request to the source. */
  async read(): Promise<StreetExtractState> {
    const { db, config } = this.#deps
    const row = await currentExtract(db)
    return { host: hostOf(config.streetsSource), extract: row ? presentExtract(row) : null }
  }

  /**
   * Returns the bytes of the archive of an area. One area at a time is measured.
   * @throws AppError tooManyRequests while another one is, and the problems of the source
   */
  async measure(area: StreetArea, cancelled: AbortSignal): Promise<number> {
    if (this.#isMeasuring) throw new AppError('tooManyRequests')
    this.#isMeasuring = true
    const late = AbortSignal.timeout(MEASURE_WITHIN_MS)
    try {
      const source = await this.#openNewest(AbortSignal.any([cancelled, late]))
      const { bytes } = await this.#plan(source, area, AbortSignal.any([cancelled, late]))
      return bytes
    } catch (error) {
      if (cancelled.aborted) throw new AppError('requestTimeout') // the client has disconnected and gets no reply
      const problem = late.aborted ? 'sourceUnreachable' : problemOf(error)
      if (problem === 'unexpected') throw error
      throw new AppError(`streets.${problem}`, { host: hostOf(this.#deps.config.streetsSource) })
    } finally {
      this.#isMeasuring = false
    }
  }

  /** Begins the download of an area. @throws AppError streets.running */
  async start({ actor, ip }: AuditActor, area: StreetArea): Promise<StreetExtract> {
    const { db, now } = this.#deps
    const values = { id: newId(), bounds: [...area], created_by: actor.id, ip, created_at: now() }
    const row = await insertExtract(db, { ...values, ...this.#lease() })
    if (row === undefined) throw new AppError('streets.running')
    await this.#files.deleteOthers(row.id, 0)
    return this.#begin(row)
  }

  /** Continues the download that has failed. @throws AppError streets.notFailed */
  async retry(): Promise<StreetExtract> {
    const row = await retryExtract(this.#deps.db, this.#lease())
    if (row === undefined) throw new AppError('streets.notFailed')
    return this.#begin(row)
  }

  /** Cancels the download and deletes what there is of it. A worker in another process notices it at its next report. */
  async cancel(): Promise<void> {
    const row = await deleteExtract(this.#deps.db)
    if (row === undefined) return
    if (this.#running?.work.id === row.id) {
      this.#running.abort.abort(new Lost())
      await this.#running.ended
    }
    await this.#files.delete(row.id)
  }

  /** Looks for a download whose process has ended. */
  get job(): Job {
    return { name: 'street extracts', every: CHECK_EVERY_MS, firstAfter: FIRST_CHECK_AFTER_MS, run: () => this.takeOver() }
  }

  /** Continues a download whose process has ended. */
  async takeOver(): Promise<void> {
    const { db, now } = this.#deps
    if (this.#running !== null || this.#isClosing) return
    await deleteAbandoned(db, new Date(now().getTime() - ABANDONED_AFTER_MS))
    const row = await takeOverExtract(db, this.#lease(), now())
    if (row) this.#begin(row)
    else await this.#files.deleteOthers((await currentExtract(db))?.id, UNUSED_MS)
  }

  /** Ends the work of this process. The download continues after the next start. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#running?.abort.abort(new Lost())
    await this.#running?.ended
  }

  /** Resolves when this process downloads nothing. */
  async idle(): Promise<void> {
    await this.#running?.ended
  }

  #lease(): Lease {
    return { worker: randomUUID(), leased_until: new Date(this.#deps.now().getTime() + LEASE_MS) }
  }

  #begin(row: ExtractRow): StreetExtract {
    const abort = new AbortController()
    const extend = () => this.#update(row, {}).catch((error: unknown) => error instanceof Lost && abort.abort(error))
    const timer = setInterval(() => void extend(), LEASE_MS / 3)
    const ended = this.#work(row, abort.signal)
      .catch((error: unknown) => this.#end(row, error))
      .catch(this.#deps.logError)
      .finally(() => {
        clearInterval(timer)
        if (this.#running?.abort === abort) this.#running = null
      })
    this.#running = { work: row, abort, ended }
    return presentExtract(row)
  }

  /** Downloads and publishes. It starts over when the source changes. */
  async #work(row: ExtractRow, signal: AbortSignal): Promise<void> {
    for (let [current, changes] = [row, 0]; ; changes++)
      try {
        return await this.#attempt(current, signal)
      } catch (error) {
        if (!(error instanceof SourceFailed && error.problem === 'sourceChanged') || changes === CHANGES_MAX) throw error
        const fresh = { url: null, source_bytes: null, validator: null, bytes: null, done_bytes: 0 }
        await this.#update(row, fresh)
        current = { ...row, ...fresh }
      }
  }

  async #attempt(row: ExtractRow, signal: AbortSignal): Promise<void> {
    const { id } = row
    const source = await this.#open(row, signal)
    const { plan, head, bytes } = await this.#plan(source, row.bounds as unknown as StreetArea, signal) // the table has four
    if (bytes > this.#deps.config.maxMapMb * BYTES_PER_MB) {
      await this.#update(row, { bytes })
      throw new AppError('streets.extractTooLarge')
    }
    const known = row.bytes === bytes ? Math.max(0, row.done_bytes - head.length) : 0
    const done = (await this.#files.sizeOf(id)) < known ? 0 : known // another process may have the file
    await this.#files.assertSpace(plan.tileBytes - done, bytes)
    const { url, size, validator } = source.version
    const report = (tiles: number, more = {}) => this.#update(row, { done_bytes: head.length + tiles, ...more })
    await report(done, { url, source_bytes: size, validator, bytes })
    await downloadPieces({
      plan,
      source,
      file: await this.#files.prepare(id),
      done,
      signal,
      retryDelaysMs: this.#times.retryDelaysMs,
      onDone: async (tiles) => {
        await report(tiles)
        await this.#files.assertSpace(plan.tileBytes - tiles, bytes)
      },
    })
    await this.#publish(row, source.version.url, head, bytes, signal)
    await this.#files.delete(id)
  }

  /** Opens the version that an earlier worker has read, or the newest one. */
  async #open({ url, source_bytes, validator }: ExtractRow, signal: AbortSignal): Promise<RangeSource> {
    if (url === null) return this.#openNewest(signal)
    const { silentMaxMs, retryDelaysMs } = this.#times
    const changed = new SourceFailed('sourceChanged')
    const source = await retryTransient(() => RangeSource.open(url, { signal, silentMaxMs }), retryDelaysMs, signal).catch(
      (error: unknown) => {
        throw error instanceof SourceFailed && error.problem === 'sourceMissing' ? changed : error
      },
    )
    if (source.version.size !== source_bytes || source.version.validator !== validator) throw changed
    return source
  }

  #openNewest(signal: AbortSignal): Promise<RangeSource> {
    const { config, now } = this.#deps
    return openNewest(config.streetsSource, now(), { signal, silentMaxMs: this.#times.silentMaxMs })
  }

  async #plan(
    source: RangeSource,
    area: StreetArea,
    signal: AbortSignal,
  ): Promise<{ plan: ExtractPlan; head: Buffer; bytes: number }> {
    const read = (offset: number, length: number) =>
      retryTransient(() => source.read(offset, length), this.#times.retryDelaysMs, signal)
    const plan = await planExtract(read, source.version.size, area)
    const head = await archiveHead(plan)
    return { plan, head, bytes: head.length + plan.tileBytes }
  }

  /** Stores the archive with the uploaded files, checks it as an upload, and shows it on all maps. */
  async #publish(row: ExtractRow, url: string, head: Buffer, bytes: number, signal: AbortSignal): Promise<void> {
    const { db, storage } = this.#deps
    const stored = await storage.put(Readable.from(this.#files.read(row.id, head, signal)), bytes)
    const auditActor = { actor: await nameOfUser(db, row.created_by), ip: row.ip }
    await publishArchive(this.#deps, auditActor, { ...stored, name: titleOfSource(url) }, async (tx) => {
      if (!(await deleteDone(tx, row))) throw new Lost()
    })
  }

  /** Changes the row and extends the lease. @throws Lost */
  async #update(work: Work, values: Parameters<typeof updateExtract>[2]): Promise<void> {
    const { leased_until } = this.#lease()
    if (!(await updateExtract(this.#deps.db, work, { ...values, leased_until }))) throw new Lost()
  }

  /** Records why a download ended. What it has stays for another attempt, unless the disk is full. */
  async #end(work: Work, error: unknown): Promise<void> {
    const { db, logError } = this.#deps
    if (this.#isClosing) {
      await updateExtract(db, work, { leased_until: null })
      return
    }
    if (isConnectionLost(error)) return // another attempt follows when the lease has ended
    const row = await currentExtract(db)
    if (row?.id !== work.id) await this.#files.delete(work.id)
    if (row?.id !== work.id || row.worker !== work.worker) return
    const problem = problemOf(error)
    if (problem === 'unexpected') logError(error)
    if (problem === 'noSpace') await this.#files.delete(work.id)
    await updateExtract(db, work, { problem, ...(problem === 'noSpace' && { done_bytes: 0 }) })
  }
}

const hostOf = (source: string): string => new URL(source).host

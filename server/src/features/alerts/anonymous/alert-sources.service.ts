import { createHmac } from 'node:crypto'
import { CLOCK_TOLERANCE_SECONDS } from '@noroshi/contract/limits'
import type { Job } from '#/db/jobs.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { readOrCreateSecret } from '#/features/accounts/server/unit.service.ts'
import { sourceOf } from '#/http/source-of.ts'
import { mutesAfter } from './alert-sources.sql.ts'

const KEY_BYTES = 32
const REFRESH_EVERY_MS = 60_000

interface Mute {
  /** Milliseconds since 1970 by the server's clock. */
  readonly since: number
  readonly until: number
}

/**
 * The sources of anonymous alerts (decisions/0116). It keeps the muted ones in memory, so that an SOS needs no query. The memory
 * of each process follows the journal.
 */
export class AlertSources {
  readonly #db: Db
  readonly #now: () => Date
  readonly #key: Buffer
  #muted: ReadonlyMap<string, Mute> = new Map()
  #refreshed: Promise<void> = Promise.resolve()

  private constructor(db: Db, now: () => Date, key: Buffer) {
    this.#db = db
    this.#now = now
    this.#key = key
  }

  static async create(db: Db, now: () => Date): Promise<AlertSources> {
    const sources = new AlertSources(db, now, await readOrCreateSecret(db, 'alertSourceKey', KEY_BYTES))
    await sources.refresh()
    return sources
  }

  /** Returns the id of the source with this IP address: an HMAC in the form of a UUID. */
  idOf(ip: string): string {
    return this.#idOf(sourceOf(ip))
  }

  /**
   * The id of the source that all pages of other websites are together. It is always muted: such a page raises an SOS without the
   * knowledge of its visitor (decisions/0116).
   */
  get otherSites(): string {
    return this.#idOf('other sites')
  }

  #idOf(source: string): string {
    const hash = createHmac('sha256', this.#key).update(source).digest('hex')
    return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-')
  }

  /** Whether the source is muted now, as that of other websites always is. A mute that begins in the future is ignored: the clock went back, and its end is unknown. */
  isMuted(sourceId: string): boolean {
    if (sourceId === this.otherSites) return true
    const mute = this.#muted.get(sourceId)
    if (mute === undefined) return false
    const now = this.#now().getTime()
    return mute.since <= now + CLOCK_TOLERANCE_SECONDS * 1000 && now < mute.until
  }

  /** Reads the muted sources from the database, after all earlier reads, so that older rows never replace newer ones. */
  refresh(): Promise<void> {
    const refreshed = this.#refreshed.then(() => this.#read())
    this.#refreshed = refreshed.catch(() => undefined) // its caller gets the error
    return refreshed
  }

  async #read(): Promise<void> {
    const rows = await mutesAfter(this.#db, this.#now())
    this.#muted = new Map(
      rows.map((row) => [row.source, { since: row.muted_at.getTime(), until: row.muted_until.getTime() }] as const),
    )
  }
}

/** Applies the changed mutes of all processes to the memory of this one. */
export function followAlertSources(deps: Deps): void {
  deps.journal.onDelivered(({ name }) => {
    if (name === 'alertSource:changed') deps.runInBackground(() => deps.alertSources.refresh())
  })
}

/** Reads the muted sources again: they are in the memory of each process. */
export const mutedSourcesJob = ({ alertSources }: Pick<Deps, 'alertSources'>): Job => ({
  name: 'muted sources',
  every: REFRESH_EVERY_MS,
  isPerProcess: true,
  run: () => alertSources.refresh(),
})

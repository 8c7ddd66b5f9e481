import { ALERT_TEXT_MAX, ALERT_TEXT_WHEN_FULL_MAX, BYTES_PER_MB } from '@noroshi/contract/limits'
import type { Config } from '#/config.ts'
import type { Job } from '#/db/jobs.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { Caller } from '#/http/authenticate.ts'
import { DayWindows } from '#/http/day-windows.ts'
import { sourceOf } from '#/http/source-of.ts'
import type { Storage } from '#/ports/storage.ts'
import { anonymousBytes, tokenFileCount } from './anonymous-data.sql.ts'
import { FileIntake } from '../raise/file-intake.ts'

/** Bytes above the disk's reserve that anonymous files leave free, so that members can still send files. */
const SPARE_MIN = 512 * BYTES_PER_MB
const REFRESH_EVERY_MS = 3_600_000

interface BudgetDeps {
  readonly config: Pick<Config, 'anonymousMb' | 'anonymousMbPerAddress'>
  readonly db: Db
  readonly storage: Storage
  readonly now: () => Date
}

/**
 * Counts the bytes that callers without a session store: text and files, for each address and in total
 * (decisions/0175). It never refuses an SOS. Files that arrive while it becomes full may exceed it: a photo may become
 * larger when the server encodes it. Addresses are only in memory and for a day. The database has no address of an
 * anonymous raiser.
 */
export class AnonymousBudget {
  readonly #deps: BudgetDeps
  /** Bytes in the database at the last refresh. */
  #stored = 0
  /** Bytes that were stored since then. */
  #added = 0
  /** Bytes of uploads in progress. */
  #reserved = 0
  #isDiskTight = false
  /** Bytes of each address. After its day they still count for all addresses. */
  readonly #addresses: DayWindows

  constructor(deps: BudgetDeps) {
    this.#deps = deps
    this.#addresses = new DayWindows(deps.now)
  }

  get maxBytes(): number {
    return this.#deps.config.anonymousMb * BYTES_PER_MB
  }
  get addressMaxBytes(): number {
    return this.#deps.config.anonymousMbPerAddress * BYTES_PER_MB
  }
  /** True if the disk has only the space that is kept for established members and for SOS. */
  get isDiskTight(): boolean {
    return this.#isDiskTight
  }
  /** True if no address may store more, except an SOS with a short text and one photo. */
  get isFull(): boolean {
    return this.#isDiskTight || this.#stored + this.#added + this.#reserved >= this.maxBytes
  }

  /** Returns the max characters of an alert's text. A caller with a session always gets ALERT_TEXT_MAX. */
  textMaxFor({ viewer }: Caller, ip: string): number {
    return viewer === null && this.isFullFor(sourceOf(ip)) ? ALERT_TEXT_WHEN_FULL_MAX : ALERT_TEXT_MAX
  }

  /** Returns the intake that checks the files of an upload, or null for a caller with a session. */
  intakeFor({ viewer, tokenAlertId }: Caller, ip: string): FileIntake | null {
    if (viewer !== null || tokenAlertId === null) return null
    return new FileIntake(this, sourceOf(ip), () => tokenFileCount(this.#deps.db, tokenAlertId))
  }

  isFullFor(source: string): boolean {
    return this.isFull || this.#addresses.sumOf(source) >= this.addressMaxBytes
  }

  /** Adds stored bytes to an address. */
  add(source: string, bytes: number): void {
    this.#added += bytes
    this.#addresses.add(source, bytes)
  }

  /**
   * Adds bytes of an upload in progress to an address. A negative number subtracts them at its end. A refresh keeps
   * them, because the database does not contain them yet.
   */
  reserve(source: string, bytes: number): void {
    this.#reserved += bytes
    this.#addresses.add(source, bytes)
  }

  /** Reads the stored bytes from the database and the free space of the disk. */
  async refresh(): Promise<void> {
    const addedBefore = this.#added
    const { files, text } = await anonymousBytes(this.#deps.db)
    this.#stored = files + text
    this.#added -= addedBefore
    await this.checkDisk()
  }

  async checkDisk(): Promise<void> {
    this.#isDiskTight = (await this.#deps.storage.spareBytes()) < SPARE_MIN
  }
}

/** Counts again what callers without a session have stored: the budget is in the memory of each process. */
export const anonymousBudgetJob = ({ anonymousBudget }: Pick<Deps, 'anonymousBudget'>): Job => ({
  name: 'anonymous budget',
  every: REFRESH_EVERY_MS,
  isPerProcess: true,
  run: () => anonymousBudget.refresh(),
})

import { BUDGET_KINDS, type BudgetKind } from '@noroshi/contract/define'
import type { ErrorCode } from '@noroshi/contract/errors'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import { batchWrites } from '#/db/batch-writes.ts'
import type { Job } from '#/db/jobs.ts'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { DayWindows } from '#/http/day-windows.ts'
import { AppError } from '#/http/errors.ts'
import {
  dayOf,
  hoursOf,
  hoursUntilMore,
  isNew,
  limitOf,
  limitOfNetwork,
  type LimitedUser,
  type LimitSettings,
} from './daily-limits.ts'
import { addUsage, type Amount, type UsageDelta, usageOf } from './daily-usage.sql.ts'
import { unitSettings } from './unit.service.ts'

/** Milliseconds after which a user's sums are read again: other processes count too, and an administrator may lift the limit. */
const READ_AGAIN_MS = 5000
/** Milliseconds between two writes of what was counted. A process that is killed loses at most this. */
const WRITE_EVERY_MS = 2000
/** Milliseconds after which the sums of a user who sends nothing are dropped. */
const DROP_AFTER_MS = 60_000

const NOTHING: Amount = { fileBytes: 0, textBytes: 0, texts: 0 }
const MEASURES = ['fileBytes', 'textBytes', 'texts'] as const
type Measure = (typeof MEASURES)[number]

const sum = (...amounts: readonly Amount[]): Amount => ({
  fileBytes: amounts.reduce((total, { fileBytes }) => total + fileBytes, 0),
  textBytes: amounts.reduce((total, { textBytes }) => total + textBytes, 0),
  texts: amounts.reduce((total, { texts }) => total + texts, 0),
})
const negative = ({ fileBytes, textBytes, texts }: Amount): Amount => ({
  fileBytes: 0 - fileBytes,
  textBytes: 0 - textBytes,
  texts: 0 - texts,
})
const greatest = (one: Amount, other: Amount): Amount => ({
  fileBytes: Math.max(one.fileBytes, other.fileBytes),
  textBytes: Math.max(one.textBytes, other.textBytes),
  texts: Math.max(one.texts, other.texts),
})
const isNothing = ({ fileBytes, textBytes, texts }: Amount): boolean => fileBytes === 0 && textBytes === 0 && texts === 0

/** The usage of one user today. */
class Sums {
  /** As read from the database. */
  stored: Amount = NOTHING
  /** Is being written. */
  writing: Amount = NOTHING
  /** Counted and not written yet. */
  counted: Amount = NOTHING
  /** Bytes of files that are arriving. */
  arriving = 0

  get total(): Amount {
    return sum(this.stored, this.writing, this.counted, { ...NOTHING, fileBytes: this.arriving })
  }
}

interface CountedUser extends LimitedUser {
  readonly id: string
  day: string
  readAt: number
  usedAt: number
  /** Uploads that run: their bytes are uncounted at their end, so the sums stay until then. */
  uploads: number
  readonly sums: Record<BudgetKind, Sums>
}

/** A user who sends, with the network address of the request; null for a socket. */
export interface Sender {
  readonly userId: string
  readonly source: string | null
}

interface UsageDeps {
  readonly db: Db
  readonly now: () => Date
}

/**
 * Counts what each user sends in a day, and refuses more than their limits (decisions/0175). It counts in memory, and writes
 * the sums every {@link WRITE_EVERY_MS}. Another process knows them within {@link READ_AGAIN_MS}.
 */
export class DailyUsage {
  readonly #deps: UsageDeps
  readonly #users = new Map<string, CountedUser>()
  readonly #ofNetworks: Readonly<Record<BudgetKind, Readonly<Record<Measure, DayWindows>>>>
  #settings: LimitSettings | null = null
  readonly #read: (userId: string) => Promise<CountedUser>

  constructor(deps: UsageDeps) {
    this.#deps = deps
    const ofMeasure = () => new DayWindows(deps.now)
    const ofKind = () => ({ fileBytes: ofMeasure(), textBytes: ofMeasure(), texts: ofMeasure() })
    this.#ofNetworks = { everyday: ofKind(), emergency: ofKind() }
    this.#read = batchWrites((userIds: readonly string[]) => this.#writeAndRead(userIds))
  }

  /**
   * Counts a text, before it is stored.
   * @returns a function that uncounts it, if it was not stored
   * @throws budget.texts, budget.textBytes, budget.network (507)
   */
  async takeText(sender: Sender, kind: BudgetKind, textBytes: number): Promise<() => void> {
    const user = await this.#userOf(sender.userId)
    const text = { fileBytes: 0, textBytes, texts: 1 }
    this.#assertLeft(user, sender, kind, 'texts', 1)
    this.#assertLeft(user, sender, kind, 'textBytes', textBytes)
    this.#count(user, sender, kind, text)
    return () => this.#count(user, sender, kind, negative(text))
  }

  /** @returns whether the account is new. @throws budget.files, budget.network (507) if no file may be sent. */
  async assertFilesLeft(sender: Sender, kind: BudgetKind): Promise<{ readonly isNew: boolean }> {
    const user = await this.#userOf(sender.userId)
    this.#assertLeft(user, sender, kind, 'fileBytes', 1)
    return { isNew: isNew(user, this.#now()) }
  }

  /** Keeps the sums of a user while an upload runs. Call `assertFilesLeft` before. @returns a function that ends this */
  holdFor(userId: string): () => void {
    const user = this.#users.get(userId)
    if (user === undefined) return () => {}
    user.uploads++
    return () => void user.uploads--
  }

  /**
   * Counts bytes of a file that is arriving; negative at its end. Call `holdFor` before.
   * @throws budget.files, budget.network (507); the bytes are counted all the same
   */
  addArriving(sender: Sender, kind: BudgetKind, bytes: number): void {
    const user = this.#users.get(sender.userId)
    if (user === undefined) return
    user.sums[kind].arriving += bytes
    this.#countForNetwork(user, sender, kind, { ...NOTHING, fileBytes: bytes })
    if (bytes > 0) this.#assertLeft(user, sender, kind, 'fileBytes', 0)
  }

  /** Counts the bytes of stored files. */
  async addFiles(sender: Sender, kind: BudgetKind, fileBytes: number): Promise<void> {
    this.#count(await this.#userOf(sender.userId), sender, kind, { ...NOTHING, fileBytes })
  }

  /** Reads a user's sums and limits again at their next request. */
  forget(userId: string): void {
    const user = this.#users.get(userId)
    if (user !== undefined) user.readAt = -Infinity
  }

  /** Reads the limits again before the next request of each user. */
  forgetLimits(): void {
    for (const user of this.#users.values()) user.readAt = -Infinity
  }

  /** Writes what was counted, and drops the sums of users who send nothing. */
  async write(): Promise<void> {
    const now = this.#now()
    for (const [id, user] of this.#users) if (Math.abs(now - user.usedAt) > DROP_AFTER_MS && isIdle(user)) this.#users.delete(id)
    const unwritten = [...this.#users.values()].filter((user) => BUDGET_KINDS.some((kind) => !isNothing(user.sums[kind].counted)))
    await Promise.all(unwritten.map(({ id }) => this.#read(id)))
  }

  async #userOf(userId: string): Promise<CountedUser> {
    const known = this.#users.get(userId)
    const now = this.#now()
    const isFresh = known !== undefined && known.day === dayOf(now) && Math.abs(now - known.readAt) <= READ_AGAIN_MS
    const user = isFresh ? known : await this.#read(userId)
    user.usedAt = now
    return user
  }

  #assertLeft(user: CountedUser, sender: Sender, kind: BudgetKind, measure: Measure, more: number): void {
    if (this.#settings === null) return
    const now = this.#now()
    const max = limitOf(this.#settings, user, kind, now)[measure]
    if (user.sums[kind].total[measure] + more > max)
      throw new AppError(CODES[measure], {
        max: measure === 'texts' ? max : Math.round(max / BYTES_PER_MB),
        hours: hoursUntilMore(user, kind, now),
      })
    const { source } = sender
    if (source === null || !this.#countsForNetwork(user)) return
    const network = this.#ofNetworks[kind][measure]
    if (network.sumOf(source) + more > limitOfNetwork(this.#settings, kind)[measure])
      throw new AppError('budget.network', { hours: hoursOf(network.remainingMs(source)) })
  }

  #count(user: CountedUser, sender: Sender, kind: BudgetKind, amount: Amount): void {
    const sums = user.sums[kind]
    sums.counted = sum(sums.counted, amount)
    this.#countForNetwork(user, sender, kind, amount)
  }

  #countForNetwork(user: CountedUser, { source }: Sender, kind: BudgetKind, amount: Amount): void {
    if (source === null || !this.#countsForNetwork(user)) return
    for (const measure of MEASURES) this.#ofNetworks[kind][measure].add(source, amount[measure])
  }

  /** A member whom an administrator trusts counts for no network. */
  #countsForNetwork(user: CountedUser): boolean {
    return user.hasDailyLimit && isNew(user, this.#now())
  }

  /** Writes what was counted for users, and reads their sums of today and their limits. */
  async #writeAndRead(userIds: readonly string[]): Promise<readonly CountedUser[]> {
    const { db } = this.#deps
    const ids = [...new Set(userIds)]
    await this.#writeCounted(ids.flatMap((id) => this.#users.get(id) ?? []))
    const now = this.#now()
    const day = dayOf(now)
    const [rows, settings] = await Promise.all([usageOf(db, ids, day), unitSettings(db)])
    this.#settings = settings
    const rowsOf = Map.groupBy(rows, ({ id }) => id)
    for (const id of ids) {
      const [facts] = rowsOf.get(id) ?? []
      if (facts === undefined) throw new AppError('unauthorized')
      const known = this.#users.get(id)
      const user: CountedUser = Object.assign(known ?? { id, day, readAt: now, usedAt: now, uploads: 0, sums: newSums() }, {
        createdAt: facts.is_admin ? null : facts.created_at.getTime(),
        hasDailyLimit: facts.has_daily_limit,
        readAt: now,
      })
      if (user.day !== day) for (const kind of BUDGET_KINDS) user.sums[kind].stored = NOTHING
      user.day = day
      for (const { kind, file_bytes, text_bytes, texts } of rowsOf.get(id) ?? [])
        if (kind !== null)
          user.sums[kind].stored = greatest(user.sums[kind].stored, { fileBytes: file_bytes, textBytes: text_bytes, texts })
      this.#users.set(id, user)
    }
    return userIds.map((id) => this.#users.get(id) as CountedUser) // set above
  }

  async #writeCounted(users: readonly CountedUser[]): Promise<void> {
    const deltas: UsageDelta[] = []
    const taken: { readonly sums: Sums; readonly amount: Amount }[] = []
    for (const user of users)
      for (const kind of BUDGET_KINDS) {
        const sums = user.sums[kind]
        const amount = sums.counted
        if (isNothing(amount)) continue
        deltas.push({ userId: user.id, day: user.day, kind, ...amount })
        taken.push({ sums, amount })
        sums.counted = NOTHING
        sums.writing = sum(sums.writing, amount)
      }
    let isWritten = false
    try {
      await addUsage(this.#deps.db, deltas)
      isWritten = true
    } finally {
      for (const { sums, amount } of taken) {
        sums.writing = sum(sums.writing, negative(amount))
        if (isWritten) sums.stored = sum(sums.stored, amount)
        else sums.counted = sum(sums.counted, amount)
      }
    }
  }

  #now(): number {
    return this.#deps.now().getTime()
  }
}

/** Writes what this process counted. */
export const dailyUsageJob = ({ dailyUsage }: Pick<Deps, 'dailyUsage'>): Job => ({
  name: 'daily usage',
  every: WRITE_EVERY_MS,
  isPerProcess: true,
  run: () => dailyUsage.write(),
})

const CODES = { texts: 'budget.texts', textBytes: 'budget.textBytes', fileBytes: 'budget.files' } as const satisfies Record<
  Measure,
  ErrorCode
>

const newSums = (): Record<BudgetKind, Sums> => ({ everyday: new Sums(), emergency: new Sums() })
const isIdle = ({ uploads, sums }: CountedUser): boolean =>
  uploads === 0 && BUDGET_KINDS.every((kind) => isNothing(sums[kind].counted) && isNothing(sums[kind].writing))

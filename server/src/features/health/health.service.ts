import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '#/db/jobs.ts'
import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { type CheckReading, type HealthCheck, READ_WITHIN_MS } from './health-check.service.ts'
import { tellChanges } from './health-notices.service.ts'
import { deleteReadingsBefore, type NewReading, type ReadingRow, readingsSince, storeReadings } from './health.sql.ts'

/** Milliseconds between two runs. */
const READ_EVERY_MS = 20_000
/** Milliseconds between the start of a process and its first run. */
const FIRST_AFTER_MS = 8000
/** Max checks that are read at a time, so that they leave connections for requests. */
const READ_AT_ONCE = 2
/** Milliseconds after its next reading was due for which a reading is known. */
const KNOWN_MS = 100_000
/**
 * The only process of a server stores a reading with the level of the last one this many times in a row, which is enough for
 * notices, and then each STORE_EVERY_MS, so that it does not write to the disk all day.
 */
const STORED_IN_A_ROW = 3
const STORE_EVERY_MS = 600_000
/** Milliseconds after which the readings of a computer that no longer runs the server are deleted. */
const KEPT_MS = 24 * 3_600_000

/** A reading of this process. */
interface OwnReading extends NewReading {
  readonly read_at: Date
  readonly since: Date
  readonly storedAt: Date
  /** Readings in a row with its level and advice. */
  readonly count: number
}

const UNKNOWN = { level: 'unknown', facts: [] } as const

/** Reads the health checks of all features, and stores what they read for all processes (decisions/0213). */
export class Health {
  readonly checks: readonly HealthCheck[]
  readonly #deps: Deps
  /** Running readings by check. */
  readonly #running = new Map<string, Promise<CheckReading | null>>()
  /** The times of the last readings of checks that are not read in each run, by check. */
  readonly #readAt = new Map<string, number>()
  /** The last readings of the only process of a server, by check and computer. Not all of them are stored. */
  readonly #own = new Map<string, OwnReading>()

  constructor(deps: Deps, checks: readonly HealthCheck[]) {
    this.#deps = deps
    this.checks = checks
  }

  get jobs(): readonly Job[] {
    const { machine } = this.#deps.system
    const times = { every: READ_EVERY_MS, firstAfter: FIRST_AFTER_MS }
    return [
      { name: 'health', ...times, run: () => this.read('') },
      { name: `health of ${machine}`, ...times, run: () => this.read(machine) },
    ]
  }

  /** Reads all checks, as the jobs do. */
  async readAll(): Promise<void> {
    for (const machine of ['', this.#deps.system.machine]) await this.read(machine)
  }

  /** Reads the checks of this computer, or those of what all computers share (''), and tells administrators what has changed. */
  async read(machine: string): Promise<void> {
    const { db, now } = this.#deps
    const limited = limitConcurrency(READ_AT_ONCE)
    const due = this.checks.filter((check) => (check.isPerMachine === true) === (machine !== '') && this.#isDue(check))
    const readings = await Promise.all(due.map((check) => limited(() => this.#readOne(check, machine))))
    const at = now()
    await storeReadings(
      db,
      readings.filter((reading) => this.#isStored(reading, at)),
      at,
    )
    await deleteReadingsBefore(db, new Date(at.getTime() - KEPT_MS))
    await tellChanges(this.#deps, machine)
  }

  /** Returns what was read last, of the readings that are still known. */
  async known(): Promise<ReadingRow[]> {
    const { db, now } = this.#deps
    const at = now().getTime()
    const everyOf = new Map<string, number>(this.checks.map(({ name, every = 0 }) => [name, every]))
    const rows = new Map((await readingsSince(db, new Date(at - KEPT_MS))).map((row) => [keyOf(row), row]))
    for (const [key, own] of this.#own) {
      const stored = rows.get(key)
      rows.set(key, { ...own, since: stored?.level === own.level ? stored.since : own.since })
    }
    return [...rows.values()].filter(({ name, read_at }) => at - read_at.getTime() <= (everyOf.get(name) ?? 0) + KNOWN_MS)
  }

  /** Keeps a reading, and returns whether it is stored too. Other processes need all readings. */
  #isStored(reading: NewReading, at: Date): boolean {
    if (this.#deps.config.databaseUrl !== null) return true
    const last = this.#own.get(keyOf(reading))
    const before = last?.level === reading.level && last.advice === reading.advice ? last : null
    const count = (before?.count ?? 0) + 1
    const isStored = before === null || count <= STORED_IN_A_ROW || at.getTime() - before.storedAt.getTime() >= STORE_EVERY_MS
    const storedAt = isStored ? at : before.storedAt
    this.#own.set(keyOf(reading), { ...reading, read_at: at, since: before?.since ?? at, storedAt, count })
    return isStored
  }

  #isDue({ name, every = 0 }: HealthCheck): boolean {
    const at = performance.now()
    if (at - (this.#readAt.get(name) ?? -Infinity) < every) return false
    this.#readAt.set(name, at)
    return true
  }

  async #readOne(check: HealthCheck, machine: string): Promise<NewReading> {
    const { level, advice = null, facts } = (await this.#readInTime(check)) ?? { level: 'unused', facts: [] }
    return { name: check.name, machine, level, advice, facts }
  }

  /** A reading that has not ended in time is not begun again, so that a slow database gets no more of them. */
  async #readInTime({ name, read, within = READ_WITHIN_MS }: HealthCheck): Promise<CheckReading | null> {
    if (this.#running.has(name)) return { ...UNKNOWN, advice: 'notRead' }
    const reading = read(this.#deps)
      .catch((error: unknown): CheckReading => {
        if (!isConnectionLost(error)) this.#deps.logError(error)
        return { ...UNKNOWN, advice: 'readFailed' }
      })
      .finally(() => this.#running.delete(name))
    this.#running.set(name, reading)
    const late: CheckReading = { ...UNKNOWN, advice: 'notRead' }
    return await Promise.race([reading, sleep(within, late, { ref: false })])
  }
}

const keyOf = ({ name, machine }: Pick<ReadingRow, 'name' | 'machine'>): string => `${name} ${machine}`

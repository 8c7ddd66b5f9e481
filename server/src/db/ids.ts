import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from './pool.ts'

const TIME_DIGITS = 12
const SEQ_MAX = 0xffff_ffff
/** Above every UUIDv7 of the next 500 years. A higher id, such as most random ids, was not made by the server. */
const ID_MAX = '10000000-0000-7000-8000-000000000000'

/** Returns the first 48 bits of a UUIDv7: milliseconds since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, TIME_DIGITS), 16)

/** Returns an id below all UUIDv7 that are generated at a time or later. */
export const lowestIdAt = (at: Date): string => {
  const digits = at.getTime().toString(16).padStart(TIME_DIGITS, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

/**
 * Generates UUIDv7 ids. Each is above the previous one and above every id that was passed to `raiseAbove`, also when the clock
 * goes back. While the clock is behind the last id, the 32-bit counter of that millisecond rises; the time part then only
 * preserves the order.
 */
export class IdGenerator {
  #milliseconds = 0
  #seq = 0

  next(now = Date.now()): string {
    if (now > this.#milliseconds) {
      this.#milliseconds = now
      this.#seq = Math.floor(Math.random() * (SEQ_MAX / 2))
    } else if (this.#seq < SEQ_MAX) this.#seq += 1
    else {
      this.#milliseconds += 1
      this.#seq = 0
    }
    return uuidv7({ msecs: this.#milliseconds, seq: this.#seq })
  }

  /** Makes every later id higher than this one. */
  raiseAbove(id: string): void {
    const time = timeOfId(id)
    if (time < this.#milliseconds) return
    this.#milliseconds = time + 1
    this.#seq = 0
  }
}

const DAY_MS = 86_400_000

/** Whether an id that a device created says a time of tomorrow or later. The ids of the server would rise above it. */
export const isLaterId = (id: string, now: Date): boolean => id[14] === '7' && timeOfId(id) > now.getTime() + DAY_MS

const ids = new IdGenerator()

/** Returns a new id for a row or an event. It is above all ids that this process generated or read with {@link readHighestId}. */
export const newId = (): string => ids.next()

/**
 * Returns the highest UUIDv7 in the `id` columns of all tables; null for an empty database. Later ids of this process are above
 * it. It reads one index entry of each table.
 */
export async function readHighestId(db: Db): Promise<string | null> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = 'id' AND data_type = 'uuid'`.execute(db)
  const highest = tables.map(
    ({ name }) =>
      sql`(SELECT id FROM ${sql.table(name)} WHERE id < ${ID_MAX}::uuid AND substr(id::text, 15, 1) = '7' ORDER BY id DESC LIMIT 1)`,
  )
  if (highest.length === 0) return null
  const { rows } = await sql<{ id: string }>`${sql.join(highest, sql` UNION ALL `)} ORDER BY id DESC LIMIT 1`.execute(db)
  const id = rows[0]?.id ?? null
  if (id !== null) ids.raiseAbove(id)
  return id
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { batchWrites } from './batch-writes.ts'
import type { Db } from './pool.ts'

/** A limit of requests or attempts for each key. */
export interface RateLimit {
  /** Separates the keys of this limit from the keys of other limits. */
  readonly name: string
  /** Max requests of one key in a window, which starts with its first request. */
  readonly max: number
  readonly minutes: number
}

/** Whether a request is within its limit. */
export interface RateLimitResult {
  readonly isAllowed: boolean
  /** Seconds until the window of the key ends. */
  readonly retryAfterSeconds: number
}

/** Counts requests in PostgreSQL, so that a limit applies across all processes (decisions/0057). */
export interface RateLimiter {
  /** Counts one request unless the limit is reached. Call it before the work, so that concurrent requests count. */
  take(limit: RateLimit, key: string): Promise<RateLimitResult>
  /** Uncounts a request, such as an attempt with the right password. */
  release(limit: RateLimit, key: string): Promise<void>
  /** Returns the number of requests that wait to be counted. */
  waiting(): number
}

interface Request {
  readonly key: Buffer
  readonly max: number
  readonly milliseconds: number
}

const MINUTE = 60_000
/** Max milliseconds that a request waits for the running batch. */
const BATCH_WAIT_MS = 50
/** Max milliseconds between the clocks of two processes, and between the times of two batches that are written in another order. */
const CLOCK_TOLERANCE_MS = MINUTE

const hashOf = ({ name }: RateLimit, key: string): Buffer => createHash('sha256').update(`${name}\n${key}`).digest()

export function createRateLimiter(db: Db, now: () => Date): RateLimiter {
  const take = batchWrites((requests: readonly Request[]) => takeBatch(db, requests, now()), BATCH_WAIT_MS)
  return {
    take: (limit, key) => take({ key: hashOf(limit, key), max: limit.max, milliseconds: limit.minutes * MINUTE }),
    async release(limit, key) {
      await sql`UPDATE rate_limits SET count = count - 1 WHERE key = ${hashOf(limit, key)} AND count > 0`.execute(db)
    },
    waiting: take.waiting,
  }
}

/**
 * Counts the requests of each key by one statement. A window that ends much later than a new one is from before the clock went
 * back. One that ends a little later is from another process.
 * The rows are written in the order of their keys, so that two processes do not wait for each other.
 */
async function takeBatch(db: Db, requests: readonly Request[], now: Date): Promise<RateLimitResult[]> {
  const byKey = Map.groupBy(requests, ({ key }) => key.toString('base64'))
  const groups = [...byKey.values()].flatMap((group) => (group[0] === undefined ? [] : [{ ...group[0], count: group.length }]))
  const ends = groups.map(({ milliseconds }) => new Date(now.getTime() + milliseconds))
  const isOpen = sql`(r.ends_at > ${now}
    AND r.ends_at <= EXCLUDED.ends_at + make_interval(secs => ${sql.lit(CLOCK_TOLERANCE_MS / 1000)}))`
  const { rows } = await sql<{ key: Buffer; granted: number; ends_at: Date }>`
    WITH request AS (
      SELECT * FROM unnest(${groups.map(({ key }) => key)}::bytea[], ${groups.map(({ count }) => count)}::int[],
        ${groups.map(({ max }) => max)}::int[], ${ends}::timestamptz[]) AS request (key, count, max, ends_at)),
    written AS (
      INSERT INTO rate_limits AS r (key, count, granted, ends_at)
      SELECT key, LEAST(count, max), LEAST(count, max), ends_at FROM request ORDER BY key
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN ${isOpen} THEN GREATEST(r.count, LEAST(r.count + EXCLUDED.count, ${maxOf})) ELSE EXCLUDED.count END,
        granted = CASE WHEN ${isOpen} THEN GREATEST(0, LEAST(EXCLUDED.count, ${maxOf} - r.count)) ELSE EXCLUDED.count END,
        ends_at = CASE WHEN ${isOpen} THEN r.ends_at ELSE EXCLUDED.ends_at END
      RETURNING key, granted, ends_at)
    SELECT key, granted, ends_at FROM written`.execute(db)
  const results = new Map(rows.map((row) => [row.key.toString('base64'), { ...row, left: row.granted }]))
  return requests.map(({ key }) => {
    const row = results.get(key.toString('base64'))
    if (row === undefined) throw new Error('a rate limit returned no row')
    const retryAfterSeconds = Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000)
    return { isAllowed: row.left-- > 0, retryAfterSeconds }
  })
}

/** The limit of the row that is being written. */
const maxOf = sql`(SELECT request.max FROM request WHERE request.key = EXCLUDED.key)`

/** Deletes the windows that have ended. */
export const deleteEndedWindows = ({ db, now }: { readonly db: Db; readonly now: () => Date }) =>
  db.deleteFrom('rate_limits').where('ends_at', '<', now()).execute()

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export interface FoundRow {
  readonly id: string
  /** The group's name; null in a personal thread. */
  readonly group_name: string | null
  /** The other's of a personal thread. */
  readonly first_name: string | null
  readonly last_name: string | null
}

export interface Asked {
  readonly userId: string
  readonly words: string
  /** What the index is asked for; none where the words have nothing that it knows. */
  readonly grams: readonly string[]
  /** The message below which the page begins. */
  readonly before: string | null
  readonly limit: number
}

const hasGrams = ({ grams }: Asked) =>
  grams.length === 0 ? sql`m.grams IS NOT NULL` : sql`string_to_array(m.grams, ' ') @> ${[...grams]}::text[]`

const isBefore = ({ before }: Asked) => (before === null ? sql`true` : sql`m.id < ${before}::uuid`)

/**
 * Each word of the search stands in the text: asked of the newest first, and of no more than make a page. OFFSET keeps the two in
 * this order, and the texts come after it: to look into one costs far more than to sort its id.
 */
async function newestOf(db: Db, found: RawBuilder<unknown>, { userId, words, limit }: Asked): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    WITH found AS (
      SELECT c.id, c.thread_id FROM (${found} ORDER BY m.id DESC OFFSET 0) c
      WHERE (SELECT bool_and(strpos(searchable(m.text), word) > 0)
        FROM messages m, unnest(string_to_array(searchable(${words}::text), ' ')) AS word WHERE m.id = c.id)
      LIMIT ${limit})
    SELECT found.id, g.name AS group_name, u.first_name, u.last_name FROM found
    JOIN threads t ON t.id = found.thread_id
    LEFT JOIN thread_groups g ON g.thread_id = t.id
    LEFT JOIN users u ON u.id = CASE WHEN t.person_low = ${userId}::uuid THEN t.person_high ELSE t.person_low END
    ORDER BY found.id DESC`.execute(db)
  return rows
}

const ownThreads = ({ userId }: Asked) =>
  sql`m.thread_id IN (SELECT thread_id FROM thread_members WHERE user_id = ${userId}::uuid)`

/** Among the newest messages of the unit: what is said every day is found there, without any index. */
export const foundAmongNewest = (db: Db, asked: Asked, lookedThrough: number): Promise<FoundRow[]> =>
  newestOf(
    db,
    sql`SELECT m.id, m.thread_id FROM (
        SELECT m.id, m.thread_id, m.grams FROM messages m WHERE ${isBefore(asked)} ORDER BY m.id DESC LIMIT ${lookedThrough}) m
      WHERE ${hasGrams(asked)} AND ${ownThreads(asked)}`,
    asked,
  )

/**
 * Anywhere: pairs of characters find the rows. MATERIALIZED, since how rare they are nobody knows beforehand: a walk from the newest
 * message down to the first that has them may be a walk through all.
 */
export const foundAnywhere = (db: Db, asked: Asked): Promise<FoundRow[]> =>
  newestOf(
    db,
    sql`WITH hits AS MATERIALIZED (
        SELECT m.id, m.thread_id FROM messages m WHERE m.grams IS NOT NULL AND ${hasGrams(asked)} AND ${isBefore(asked)})
      SELECT m.id, m.thread_id FROM hits m WHERE ${ownThreads(asked)}`,
    asked,
  )

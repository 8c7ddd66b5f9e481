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

/** What was found, the newest first; `lookedTo`: the message at which the look ended before its end, null where it came there. */
export interface Found {
  readonly rows: readonly FoundRow[]
  readonly lookedTo: string | null
}

/**
 * Each word of the search stands in the text: asked of the newest first, of no more than make a page, and of `LOOKED_INTO` at most. The
 * candidates are sorted before their texts are read: to look into one costs far more than to sort its id.
 */
async function newestOf(db: Db, candidates: RawBuilder<unknown>, { userId, words, limit }: Asked): Promise<Found> {
  const { rows } = await sql<Omit<FoundRow, 'id'> & { id: string | null; looked_to: string | null }>`
    WITH candidates AS MATERIALIZED (${candidates} ORDER BY m.id DESC LIMIT ${LOOKED_INTO}),
    found AS (
      SELECT c.id, c.thread_id FROM candidates c
      WHERE (SELECT bool_and(strpos(searchable(m.text), word) > 0)
        FROM messages m, unnest(string_to_array(searchable(${words}::text), ' ')) AS word WHERE m.id = c.id)
      LIMIT ${limit}),
    looked AS (SELECT CASE WHEN count(*) = ${LOOKED_INTO} THEN (SELECT id FROM candidates ORDER BY id LIMIT 1) END AS looked_to FROM candidates)
    SELECT found.id, g.name AS group_name, u.first_name, u.last_name, looked_to FROM looked
    LEFT JOIN found ON true
    LEFT JOIN threads t ON t.id = found.thread_id
    LEFT JOIN thread_groups g ON g.thread_id = t.id
    LEFT JOIN users u ON u.id = CASE WHEN t.person_low = ${userId}::uuid THEN t.person_high ELSE t.person_low END
    ORDER BY found.id DESC`.execute(db)
  return {
    rows: rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }])),
    lookedTo: rows[0]?.looked_to ?? null,
  }
}

/** Texts that one page is looked for in. Each costs up to a quarter of a millisecond; a page may thus be shorter, and the next goes on. */
export const LOOKED_INTO = 4000

const ownThreads = ({ userId }: Asked) =>
  sql`m.thread_id IN (SELECT thread_id FROM thread_members WHERE user_id = ${userId}::uuid)`

/** Among the newest messages of the unit: what is said every day is found there, without any index. */
export const foundAmongNewest = (db: Db, asked: Asked, lookedThrough: number): Promise<Found> =>
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
export const foundAnywhere = (db: Db, asked: Asked): Promise<Found> =>
  newestOf(
    db,
    sql`WITH hits AS MATERIALIZED (
        SELECT m.id, m.thread_id FROM messages m WHERE m.grams IS NOT NULL AND ${hasGrams(asked)} AND ${isBefore(asked)})
      SELECT m.id, m.thread_id FROM hits m WHERE ${ownThreads(asked)}`,
    asked,
  )

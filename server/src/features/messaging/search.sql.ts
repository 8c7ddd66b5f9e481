import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'

export interface FoundRow {
  readonly id: string
  /** Name of the group; null in a personal thread. */
  readonly group_name: string | null
  /** First name of the other member of a personal thread. */
  readonly first_name: string | null
  readonly last_name: string | null
}

export interface SearchQuery {
  readonly userId: string
  readonly text: string
  /** The grams to look up in the index; empty if the text has none. */
  readonly grams: readonly string[]
  /** Id of the last message of the previous page. */
  readonly before: string | null
  readonly limit: number
}

const hasGrams = ({ grams }: SearchQuery) =>
  grams.length === 0 ? sql`m.grams IS NOT NULL` : sql`string_to_array(m.grams, ' ') @> ${[...grams]}::text[]`

const isBefore = ({ before }: SearchQuery) => (before === null ? sql`true` : sql`m.id < ${before}::uuid`)

/**
 * The messages of a search, newest first. `searchedTo` is the id of the last candidate if the search stopped before the end, else
 * null.
 */
export interface SearchHit {
  readonly rows: readonly FoundRow[]
  readonly searchedTo: string | null
}

/**
 * Returns the newest candidates whose text contains each word of the search. It reads at most {@link RECENT_MESSAGES_SEARCHED}
 * texts and stops at a full page. The candidates are sorted first, because reading a text costs far more than sorting an id.
 */
async function newestOf(db: Db, candidates: RawBuilder<unknown>, { userId, text, limit }: SearchQuery): Promise<SearchHit> {
  const { rows } = await sql<Omit<FoundRow, 'id'> & { id: string | null; searched_to: string | null }>`
    WITH candidates AS MATERIALIZED (${candidates} ORDER BY m.id DESC LIMIT ${RECENT_MESSAGES_SEARCHED}),
    found AS (
      SELECT c.id, c.thread_id FROM candidates c
      WHERE (SELECT bool_and(strpos(searchable(concat_ws(E'\\n', m.text, m.transcript)), word) > 0)
        FROM messages m, unnest(string_to_array(searchable(${text}::text), ' ')) AS word WHERE m.id = c.id)
      LIMIT ${limit}),
    progress AS (SELECT CASE WHEN count(*) = ${RECENT_MESSAGES_SEARCHED} THEN (SELECT id FROM candidates ORDER BY id LIMIT 1) END AS searched_to FROM candidates)
    SELECT found.id, g.name AS group_name, u.first_name, u.last_name, searched_to FROM progress
    LEFT JOIN found ON true
    LEFT JOIN threads t ON t.id = found.thread_id
    LEFT JOIN thread_groups g ON g.thread_id = t.id
    LEFT JOIN users u ON u.id = CASE WHEN t.person_low = ${userId}::uuid THEN t.person_high ELSE t.person_low END
    ORDER BY found.id DESC`.execute(db)
  return {
    rows: rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }])),
    searchedTo: rows[0]?.searched_to ?? null,
  }
}

/**
 * Max texts that one page reads. Each takes up to 0.25 ms. A page may therefore be shorter than the limit; the next page
 * continues.
 */
export const RECENT_MESSAGES_SEARCHED = 4000

const ownThreads = ({ userId }: SearchQuery) =>
  sql`m.thread_id IN (SELECT thread_id FROM thread_members WHERE user_id = ${userId}::uuid)`

/** Searches the newest `messageCount` messages of the server without an index. Common words are found there. */
export const searchRecent = (db: Db, query: SearchQuery, messageCount: number): Promise<SearchHit> =>
  newestOf(
    db,
    sql`SELECT m.id, m.thread_id FROM (
        SELECT m.id, m.thread_id, m.grams FROM messages m WHERE ${isBefore(query)} ORDER BY m.id DESC LIMIT ${messageCount}) m
      WHERE ${hasGrams(query)} AND ${ownThreads(query)}`,
    query,
  )

/**
 * Searches all messages by the index of character pairs. It is MATERIALIZED, because PostgreSQL cannot estimate how rare the
 * grams are and might otherwise scan all messages from the newest down.
 */
export const searchAll = (db: Db, query: SearchQuery): Promise<SearchHit> =>
  newestOf(
    db,
    sql`WITH hits AS MATERIALIZED (
        SELECT m.id, m.thread_id FROM messages m WHERE m.grams IS NOT NULL AND ${hasGrams(query)} AND ${isBefore(query)})
      SELECT m.id, m.thread_id FROM hits m WHERE ${ownThreads(query)}`,
    query,
  )

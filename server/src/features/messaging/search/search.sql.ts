import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { QueryGrams } from './grams.ts'

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
  /**
   * null: texts that contain the words as typed, except for case and width. Otherwise the words in their folded forms, to find
   * only the other texts that contain them (decisions/0191).
   */
  readonly folded: readonly (readonly string[])[] | null
  /** Only with `folded`: texts below this id are found also if they contain the words as typed. */
  readonly typedBelow: string | null
  /** The grams to look up in the index; empty if the text has none. */
  readonly grams: QueryGrams
  /** Id of the last message of the previous page. */
  readonly before: string | null
  readonly limit: number
}

const contains = (grams: readonly string[]) => sql<boolean>`string_to_array(m.grams, ' ') @> ${[...grams]}::text[]`

function hasGrams({ grams: { common, choices, asTyped } }: SearchQuery): RawBuilder<boolean> {
  const conditions = [
    ...(common.length === 0 ? [] : [contains(common)]),
    ...choices.map((forms) => sql<boolean>`(${sql.join(forms.map(contains), sql` OR `)})`),
  ]
  if (conditions.length === 0) return sql`m.grams IS NOT NULL`
  const isPlain = choices.length === 0 && common.join(' ') === asTyped.join(' ')
  const folded = sql`(${sql.join(conditions, sql` AND `)})`
  return isPlain || asTyped.length === 0 ? sql`${folded}` : sql`(${folded} OR ${contains(asTyped)})`
}

const isBefore = ({ before }: SearchQuery) => (before === null ? sql`true` : sql`m.id < ${before}::uuid`)

const containsTyped = ({ text }: SearchQuery) => sql`
  (SELECT bool_and(strpos(searchable(body), word) > 0) FROM unnest(string_to_array(searchable(${text}::text), ' ')) AS word)`

/** SQL condition on `body`, the text of the message `c`, as isFoundIn() of the contract. */
function matches(query: SearchQuery): RawBuilder<unknown> {
  const { folded, typedBelow } = query
  if (folded === null) return containsTyped(query)
  const [shortForms, longForms] = [folded.map(([form]) => form), folded.map((forms) => forms.at(-1))]
  return sql`(SELECT bool_and(strpos(plain, short) > 0 OR strpos(plain, long) > 0 OR strpos(full_form, short) > 0 OR strpos(full_form, long) > 0)
      FROM (SELECT folded(body) AS plain, folded_long(body) AS full_form OFFSET 0) AS forms,
        unnest(${shortForms}::text[], ${longForms}::text[]) AS word (short, long))
    AND (c.id < ${typedBelow}::uuid IS TRUE OR NOT ${containsTyped(query)})`
}

/** The messages of a search, newest first. */
export interface SearchHit {
  readonly rows: readonly FoundRow[]
  /** Id of the last candidate if the search stopped before the end, else null. */
  readonly searchedTo: string | null
  /** Whether the index named any message. */
  readonly hasCandidates: boolean
}

/**
 * Returns the newest candidates whose text contains each word of the search. It reads at most {@link RECENT_MESSAGES_SEARCHED}
 * texts and stops at a full page. The candidates are sorted first, because reading a text costs far more than sorting an id.
 */
async function newestOf(db: Db, candidates: RawBuilder<unknown>, query: SearchQuery): Promise<SearchHit> {
  const { userId, limit, folded } = query
  const count = folded === null ? RECENT_MESSAGES_SEARCHED : FOLDED_MESSAGES_SEARCHED
  const { rows } = await sql<Omit<FoundRow, 'id'> & { id: string | null; searched_to: string | null; candidate_count: number }>`
    WITH candidates AS MATERIALIZED (${candidates} ORDER BY m.id DESC LIMIT ${count}),
    found AS (
      SELECT c.id, c.thread_id FROM candidates c
      WHERE (SELECT ${matches(query)} FROM (SELECT concat_ws(E'\\n', m.text, m.transcript) AS body FROM messages m WHERE m.id = c.id) AS text)
      LIMIT ${limit}),
    progress AS (SELECT CASE WHEN count(*) = ${count} THEN (SELECT id FROM candidates ORDER BY id LIMIT 1) END AS searched_to,
      count(*)::int AS candidate_count FROM candidates)
    SELECT found.id, g.name AS group_name, u.first_name, u.last_name, searched_to, candidate_count FROM progress
    LEFT JOIN found ON true
    LEFT JOIN threads t ON t.id = found.thread_id
    LEFT JOIN thread_groups g ON g.thread_id = t.id
    LEFT JOIN users u ON u.id = CASE WHEN t.person_low = ${userId}::uuid THEN t.person_high ELSE t.person_low END
    ORDER BY found.id DESC`.execute(db)
  return {
    rows: rows.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }])),
    searchedTo: rows[0]?.searched_to ?? null,
    hasCandidates: (rows[0]?.candidate_count ?? 0) > 0,
  }
}

/**
 * Max texts that one page reads. Each takes up to 0.25 ms. A page may therefore be shorter than the limit; the next page
 * continues.
 */
export const RECENT_MESSAGES_SEARCHED = 4000
/** The same for texts that are folded, which takes longer. */
const FOLDED_MESSAGES_SEARCHED = 1000

const ownThreads = ({ userId }: SearchQuery) =>
  sql`m.thread_id IN (SELECT thread_id FROM thread_members WHERE user_id = ${userId}::uuid)
    AND NOT EXISTS (SELECT FROM hidden_messages h WHERE h.user_id = ${userId}::uuid AND h.message_id = m.id)`

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

import { type RawBuilder, sql } from 'kysely'
import type { MediaKind } from '@noroshi/contract/messaging/message-search.http'
import type { Db } from '#/db/pool.ts'
import type { QueryGrams } from './grams.ts'

export interface FoundRow {
  readonly id: string
  /** The position in the order of the results: the id, or the seq in a search of one thread. */
  readonly position: string
  /** Name of the group; null in a personal thread. */
  readonly group_name: string | null
  /** First name of the other member of a personal thread. */
  readonly first_name: string | null
  readonly last_name: string | null
}

/** Conditions besides the words; undefined: none. */
export interface SearchFilters {
  readonly senderId?: string | undefined
  /** The first time. */
  readonly from?: Date | undefined
  /** The time after the last one. */
  readonly to?: Date | undefined
  readonly media?: MediaKind | undefined
}

export interface SearchQuery {
  readonly userId: string
  readonly filters: SearchFilters
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

/** SQL condition on the grams of the message `m`. */
export function hasGrams({ grams: { common, choices, asTyped } }: Pick<SearchQuery, 'grams'>): RawBuilder<boolean> {
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

/** SQL condition on `body`, the text of a message: it contains the words as typed, except for case and width. */
export const containsTyped = ({ text }: Pick<SearchQuery, 'text'>) => sql<boolean>`
  (SELECT bool_and(strpos(searchable(body), word) > 0) FROM unnest(string_to_array(searchable(${text}::text), ' ')) AS word)`

/** SQL condition on `body`: it contains the words in any form, as isFoundIn() of the contract. */
export function containsFolded(folded: readonly (readonly string[])[]): RawBuilder<boolean> {
  const [shortForms, longForms] = [folded.map(([form]) => form), folded.map((forms) => forms.at(-1))]
  return sql`(SELECT bool_and(strpos(plain, short) > 0 OR strpos(plain, long) > 0 OR strpos(full_form, short) > 0 OR strpos(full_form, long) > 0)
      FROM (SELECT folded(body) AS plain, folded_long(body) AS full_form OFFSET 0) AS forms,
        unnest(${shortForms}::text[], ${longForms}::text[]) AS word (short, long))`
}

/** SQL condition on `body`, the text of the message `c`. */
function matches(query: SearchQuery): RawBuilder<unknown> {
  const { folded, typedBelow } = query
  if (folded === null) return containsTyped(query)
  return sql`${containsFolded(folded)} AND (c.id < ${typedBelow}::uuid IS TRUE OR NOT ${containsTyped(query)})`
}

const hasFile = (condition: RawBuilder<unknown>) =>
  sql`EXISTS (SELECT FROM files f WHERE f.parent_kind = 'message' AND f.parent_id = m.id AND ${condition})`
const isShownPicture = sql`(f.type LIKE 'image/%' AND f.preview_key IS NOT NULL)`

/** The SQL condition of each kind on the message `m`. As in the chat, a picture that cannot be shown is a file. */
const hasMedia: Readonly<Record<MediaKind, RawBuilder<unknown>>> = {
  picture: hasFile(isShownPicture),
  video: hasFile(sql`f.type LIKE 'video/%'`),
  voice: hasFile(sql`f.type LIKE 'audio/%'`),
  file: hasFile(sql`f.type NOT LIKE 'video/%' AND f.type NOT LIKE 'audio/%' AND NOT ${isShownPicture}`),
  link: sql`m.text ~* 'https?://[^[:space:]]'`,
}

/** SQL condition on the message `m`. */
export const fits = ({ senderId, from, to, media }: SearchFilters): RawBuilder<boolean> =>
  sql.join(
    [
      sql`true`,
      ...(senderId === undefined ? [] : [sql`m.sender_id = ${senderId}::uuid`]),
      ...(from === undefined ? [] : [sql`m.created_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`m.created_at < ${to}`]),
      ...(media === undefined ? [] : [hasMedia[media]]),
    ],
    sql` AND `,
  )

/** The columns of the message `m` that {@link hasGrams} and {@link fits} need. */
export const searchedColumns = sql`m.id, m.seq, m.thread_id, m.grams, m.sender_id, m.created_at, m.text`

/** The messages of a search, newest first. */
export interface SearchHit {
  readonly rows: readonly FoundRow[]
  /** Position of the last candidate if the search stopped before the end, else null. */
  readonly searchedTo: string | null
  /** Whether the index named any message. */
  readonly hasCandidates: boolean
}

/** How {@link newestOf} reads the candidates. */
export interface Reading {
  readonly userId: string
  /** SQL condition on `body`, the text of the message `c`. */
  readonly matches: RawBuilder<unknown>
  readonly limit: number
  /** Max texts to read. */
  readonly textCount: number
}
/** SQL of the options of a poll, one a line. */
const pollOptions = sql`(SELECT string_agg(option, E'\\n') FROM jsonb_array_elements_text(m.poll -> 'options') AS option)`

/**
 * Returns the newest candidates whose text matches. It reads a limited number of texts and stops at a full page. The candidates are
 * sorted first, because reading a text costs far more than sorting an id.
 * @param candidates SELECT of their id, thread_id and position
 */
export async function newestOf(
  db: Db,
  candidates: RawBuilder<unknown>,
  { userId, matches: isMatch, limit, textCount }: Reading,
): Promise<SearchHit> {
  const { rows } = await sql<Omit<FoundRow, 'id'> & { id: string | null; searched_to: string | null; candidate_count: number }>`
    WITH candidates AS MATERIALIZED (${candidates} ORDER BY position DESC LIMIT ${textCount}),
    found AS (
      SELECT c.id, c.thread_id, c.position FROM candidates c
      WHERE (SELECT ${isMatch} FROM (SELECT concat_ws(E'\\n', m.text, m.transcript, ${pollOptions}) AS body FROM messages m WHERE m.id = c.id) AS text)
      LIMIT ${limit}),
    progress AS (SELECT CASE WHEN count(*) = ${textCount} THEN (SELECT position FROM candidates ORDER BY position LIMIT 1) END AS searched_to,
      count(*)::int AS candidate_count FROM candidates)
    SELECT found.id, found.position::text AS position, g.name AS group_name, u.first_name, u.last_name, searched_to::text AS searched_to,
      candidate_count FROM progress
    LEFT JOIN found ON true
    LEFT JOIN threads t ON t.id = found.thread_id
    LEFT JOIN thread_groups g ON g.thread_id = t.id
    LEFT JOIN users u ON u.id = CASE WHEN t.person_low = ${userId}::uuid THEN t.person_high ELSE t.person_low END
    ORDER BY found.position DESC`.execute(db)
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
export const FOLDED_MESSAGES_SEARCHED = 1000

/** SQL condition on the message `m`: the user has not hidden it. */
export const isShownTo = (userId: string) =>
  sql<boolean>`NOT EXISTS (SELECT FROM hidden_messages h WHERE h.user_id = ${userId}::uuid AND h.message_id = m.id)`

const ownThreads = ({ userId }: SearchQuery) =>
  sql`m.thread_id IN (SELECT thread_id FROM thread_members WHERE user_id = ${userId}::uuid) AND ${isShownTo(userId)}`

const readingOf = (query: SearchQuery): Reading => ({
  userId: query.userId,
  matches: matches(query),
  limit: query.limit,
  textCount: query.folded === null ? RECENT_MESSAGES_SEARCHED : FOLDED_MESSAGES_SEARCHED,
})

/** Searches the newest `messageCount` messages of the server without an index. Common words are found there. */
export const searchRecent = (db: Db, query: SearchQuery, messageCount: number): Promise<SearchHit> =>
  newestOf(
    db,
    sql`SELECT m.id, m.thread_id, m.id AS position FROM (
        SELECT ${searchedColumns} FROM messages m WHERE ${isBefore(query)} ORDER BY m.id DESC LIMIT ${messageCount}) m
      WHERE ${hasGrams(query)} AND ${ownThreads(query)} AND ${fits(query.filters)}`,
    readingOf(query),
  )

/**
 * Searches all messages by the index of character pairs. It is MATERIALIZED, because PostgreSQL cannot estimate how rare the
 * grams are and might otherwise scan all messages from the newest down.
 */
export const searchAll = (db: Db, query: SearchQuery): Promise<SearchHit> =>
  newestOf(
    db,
    sql`WITH hits AS MATERIALIZED (
        SELECT m.id, m.thread_id FROM messages m
        WHERE m.grams IS NOT NULL AND ${hasGrams(query)} AND ${isBefore(query)} AND ${fits(query.filters)})
      SELECT m.id, m.thread_id, m.id AS position FROM hits m WHERE ${ownThreads(query)}`,
    readingOf(query),
  )

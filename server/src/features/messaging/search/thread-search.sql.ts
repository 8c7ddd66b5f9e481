import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/db/pool.ts'
import type { QueryGrams } from './grams.ts'
import {
  containsFolded,
  containsTyped,
  fits,
  FOLDED_MESSAGES_SEARCHED,
  hasGrams,
  isShownTo,
  newestOf,
  type Reading,
  type SearchFilters,
  type SearchHit,
  searchedColumns,
} from './search.sql.ts'

export interface ThreadSearchQuery {
  readonly userId: string
  readonly threadId: string
  /** '' finds all messages that the filters find. */
  readonly text: string
  readonly folded: readonly (readonly string[])[]
  readonly grams: QueryGrams
  readonly filters: Pick<SearchFilters, 'senderId' | 'media'>
  readonly limit: number
}

/** The seqs from `from` to before `to`. */
export interface SeqRange {
  readonly from: number
  readonly to: number
}

const isIn = ({ threadId }: ThreadSearchQuery, { from, to }: SeqRange) =>
  sql`m.thread_id = ${threadId}::uuid AND m.message_type = 'normalChat' AND m.seq >= ${from} AND m.seq < ${to} AND m.deleted_at IS NULL`

const readingOf = ({ userId, text, folded, limit }: ThreadSearchQuery): Reading => ({
  userId,
  matches: text === '' ? sql`true` : sql`${containsTyped({ text })} OR ${containsFolded(folded)}`,
  limit,
  textCount: FOLDED_MESSAGES_SEARCHED,
})

const mayMatch = (query: ThreadSearchQuery): RawBuilder<boolean> => (query.text === '' ? sql`true` : hasGrams(query))

/** Searches the messages of a range one by one. OFFSET 0 keeps PostgreSQL from using the index of grams. */
export const searchRange = (db: Db, query: ThreadSearchQuery, range: SeqRange): Promise<SearchHit> =>
  newestOf(
    db,
    sql`SELECT m.id, m.thread_id, m.seq AS position FROM (
        SELECT ${searchedColumns} FROM messages m WHERE ${isIn(query, range)} OFFSET 0) m
      WHERE ${mayMatch(query)} AND ${fits(query.filters)} AND ${isShownTo(query.userId)}`,
    readingOf(query),
  )

/** Searches a long range by the index of grams. */
export const searchIndexed = (db: Db, query: ThreadSearchQuery, range: SeqRange): Promise<SearchHit> =>
  newestOf(
    db,
    sql`WITH hits AS MATERIALIZED (
        SELECT m.id, m.thread_id, m.seq AS position FROM messages m
        WHERE m.grams IS NOT NULL AND ${hasGrams(query)} AND ${isIn(query, range)} AND ${fits(query.filters)})
      SELECT m.id, m.thread_id, m.position FROM hits m WHERE ${isShownTo(query.userId)}`,
    readingOf(query),
  )

/** Returns the seq after the last message of a thread. */
export async function endOf(db: Db, threadId: string): Promise<number> {
  const last = await db
    .selectFrom('messages')
    .select('seq')
    .where('thread_id', '=', threadId)
    .where('message_type', '=', 'normalChat')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.seq ?? 0) + 1
}

import { foldedWords } from '@noroshi/contract/text/fold-text'
import type { Db } from '#/db/pool.ts'
import { seqAt } from '../message-times.sql.ts'
import { queryGrams } from './grams.ts'
import type { FoundRow, SearchFilters } from './search.sql.ts'
import { endOf, searchIndexed, searchRange, type ThreadSearchQuery } from './thread-search.sql.ts'

/** Numbers of messages that are searched one after the other before the index is used. */
const RECENT_STEPS = [2000, 20_000] as const

export interface ThreadSearch {
  readonly userId: string
  readonly threadId: string
  readonly text: string
  readonly filters: SearchFilters
  /** The seq of the last message of the previous page. */
  readonly cursor: string | undefined
  /** Messages of a page. */
  readonly size: number
}

/**
 * Returns a page of the messages of a thread that contain the words in any form and fit the filters, newest first. The caller has
 * checked the right to read. A page may be short, because the number of messages that it reads is limited.
 */
export async function findInThread(
  db: Db,
  { userId, threadId, text, filters: { from, to, senderId, media }, cursor, size }: ThreadSearch,
): Promise<{ rows: readonly FoundRow[]; nextCursor: string | null }> {
  const grams = queryGrams(text)
  const isIndexed = grams.common.length > 0 || grams.choices.length > 0
  const query: ThreadSearchQuery = {
    userId,
    threadId,
    text,
    folded: foldedWords(text),
    grams,
    filters: { senderId, media },
    limit: size + 1, // the last row shows that there is another page
  }
  const seqOf = (at: Date) => seqAt(db, threadId, 'normalChat', at)
  const first = from === undefined ? 1 : await seqOf(from)
  const end = to === undefined ? await endOf(db, threadId) : await seqOf(to)
  const before = cursor === undefined ? end : Math.min(end, Number(cursor))
  for (const count of RECENT_STEPS) {
    const lowest = Math.max(first, before - count)
    const hit = await searchRange(db, query, { from: lowest, to: before })
    const rows = hit.rows.slice(0, size)
    if (hit.rows.length === query.limit) return { rows, nextCursor: rows.at(-1)?.position ?? null }
    if (hit.searchedTo !== null) return { rows, nextCursor: hit.searchedTo }
    if (lowest === first) return { rows, nextCursor: null }
    if (count === RECENT_STEPS.at(-1) && !isIndexed) return { rows, nextCursor: String(lowest) }
  }
  const hit = await searchIndexed(db, query, { from: first, to: before })
  const rows = hit.rows.slice(0, size)
  return { rows, nextCursor: hit.rows.length === query.limit ? (rows.at(-1)?.position ?? null) : hit.searchedTo }
}

import type { Language } from '@noroshi/contract/i18n'
import { foldedWords } from '@noroshi/contract/text/fold-text'
import { sql } from 'kysely'
import { type Db, isStatementTimeout } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { shownName } from '#/features/accounts/people/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { runInTurnByKey } from '#/http/limit-concurrency.ts'
import { presentMessage } from '../messaging.present.ts'
import { messagesById } from '../messaging.sql.ts'
import { membershipIn } from '../threads.service.ts'
import { queryGrams } from './grams.ts'
import { findInThread } from './thread-search.ts'
import { type SearchFilters, type SearchQuery, type SearchHit, type FoundRow, searchRecent, searchAll } from './search.sql.ts'

/** Messages of a page of results. */
const SEARCH_PAGE_SIZE = 30
/**
 * Numbers of recent messages that are searched one after the other before the index is used. A common word is found
 * among them, while the index would return thousands of messages.
 */
const RECENT_STEPS = [2000, 20_000] as const

/** Statement timeout of a search in milliseconds. */
const SEARCH_TIMEOUT_MS = 10_000
/** Max searches of one user that wait for an earlier search. */
const QUEUED_SEARCHES_MAX = 5

/** Limits each user to one search at a time, because a search uses a connection and much of a CPU core. */
const runQueued = runInTurnByKey(QUEUED_SEARCHES_MAX)

/** Returns how many searches of all users wait. */
export const waitingSearches = runQueued.waiting

interface SearchRequest {
  readonly text: string
  /** Searches this thread only. */
  readonly threadId?: string | undefined
  readonly filters: SearchFilters
  readonly cursor?: string | undefined
  /** The language of the names of personal threads. */
  readonly language: Language
}

/**
 * Begins the cursor of a page of messages that contain the words in other forms. The id of the last message follows and, after a
 * colon, the id down to which the messages with the words as typed were returned before, if not all were.
 */
const FOLDED = 'folded'

/**
 * Returns the chat messages in the viewer's threads that contain all words of `text`, newest first: those that contain them as
 * typed, then those that contain them in another form (decisions/0191). In one thread, all of them are newest first.
 * @throws tooManyRequests (429); unavailable (503) on a timeout; thread.notFound (404) if the viewer is not a member of `threadId`.
 */
export async function searchMessages(deps: Deps, viewer: SignedIn, { threadId, language, ...words }: SearchRequest) {
  if (threadId !== undefined) await membershipIn(deps.db, viewer, threadId)
  const { rows: found, nextCursor } = await runQueued(viewer.id, () =>
    threadId === undefined
      ? findPage(deps, viewer.id, words)
      : limitTime(deps, (tx) =>
          findInThread(tx, { ...words, userId: viewer.id, threadId, cursor: words.cursor, size: SEARCH_PAGE_SIZE }),
        ),
  )
  const messages = new Map(
    (
      await messagesById(
        deps.db,
        found.map(({ id }) => id),
      )
    ).map((row) => [row.id, presentMessage(row)]),
  )
  return {
    items: found.flatMap((row) => {
      const message = messages.get(row.id)
      return message ? [{ message, threadName: threadNameOf(row, language) }] : []
    }),
    nextCursor,
  }
}

interface Page {
  readonly rows: readonly FoundRow[]
  readonly nextCursor: string | null
}

type Words = Pick<SearchRequest, 'text' | 'filters' | 'cursor'>

async function findPage(deps: Deps, userId: string, { text, filters, cursor }: Words): Promise<Page> {
  const grams = queryGrams(text)
  const isIndexed = grams.common.length > 0 || grams.choices.length > 0
  const query = { userId, text, filters, grams, folded: null, typedBelow: null, before: null, limit: SEARCH_PAGE_SIZE + 1 }
  let typed: readonly FoundRow[] = []
  let hasRecent = true
  const [kind, lastId, lastTypedBelow] = cursor?.split(':') ?? []
  let typedBelow = lastTypedBelow ?? null
  if (kind !== FOLDED) {
    const hit = await executeSearch(deps, { ...query, before: cursor ?? null }, true)
    if (hit.rows.length === query.limit) {
      const rows = hit.rows.slice(0, -1)
      return { rows, nextCursor: rows.at(-1)?.id ?? null }
    }
    // The other forms of a single ASCII character are not searched: the index would not limit the texts to read.
    if (!isIndexed) return { rows: hit.rows, nextCursor: hit.searchedTo }
    ;({ rows: typed, hasRecent, searchedTo: typedBelow } = hit)
  }
  const limit = query.limit - typed.length
  const before = kind === FOLDED ? (lastId ?? null) : null
  const hit = await executeSearch(deps, { ...query, folded: foldedWords(text), typedBelow, before, limit }, hasRecent)
  const cursorAt = (id: string) => [FOLDED, id, ...(typedBelow === null ? [] : [typedBelow])].join(':')
  if (hit.rows.length === limit) {
    // The last row shows that there is another page.
    const shown = hit.rows.slice(0, -1)
    return { rows: [...typed, ...shown], nextCursor: cursorAt(shown.at(-1)?.id ?? before ?? NEWEST) }
  }
  return { rows: [...typed, ...hit.rows], nextCursor: hit.searchedTo && cursorAt(hit.searchedTo) }
}

/** An id after those of all messages. */
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** @param readsRecent whether recent messages are searched before the index */
const executeSearch = (deps: Deps, query: SearchQuery, readsRecent: boolean): Promise<SearchHit & { hasRecent: boolean }> =>
  limitTime(deps, async (tx) => {
    let hasRecent = false
    for (const messageCount of readsRecent ? RECENT_STEPS : []) {
      const found = await searchRecent(tx, query, messageCount)
      hasRecent ||= found.hasCandidates
      if (found.rows.length === query.limit) return { ...found, hasRecent }
      if (found.searchedTo !== null) return { ...found, hasRecent } // the next step would read the same texts again
      if (found.rows.length === 0) break // a rare word
    }
    return { ...(await searchAll(tx, query)), hasRecent }
  })

/** Runs the statements of a search with a timeout. @throws unavailable (503) on a timeout. */
const limitTime = <Result>(deps: Deps, search: (tx: Db) => Promise<Result>): Promise<Result> =>
  deps.db
    .transaction()
    .execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = ${sql.lit(SEARCH_TIMEOUT_MS)}`.execute(tx)
      return search(tx)
    })
    .catch((error: unknown) => {
      throw isStatementTimeout(error) ? new AppError('unavailable') : error
    })

const threadNameOf = ({ group_name, first_name, last_name }: FoundRow, language: Language): string =>
  group_name ?? shownName(language, { firstName: first_name ?? '', lastName: last_name ?? '' })

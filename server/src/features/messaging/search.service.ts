import { nameIn } from '@noroshi/contract/accounts/person-name'
import type { Language } from '@noroshi/contract/i18n'
import { sql } from 'kysely'
import { isStatementTimeout } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { runInTurnByKey } from '#/http/limit-concurrency.ts'
import { presentMessage } from './messaging.present.ts'
import { messagesById } from './messaging.sql.ts'
import { queryGrams } from './grams.ts'
import { type SearchQuery, type SearchHit, type FoundRow, searchRecent, searchAll } from './search.sql.ts'

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
  readonly cursor?: string | undefined
  /** The language of the names of personal threads. */
  readonly language: Language
}

/**
 * Returns the chat messages in the viewer's threads that contain all words of `text`, newest first.
 * @throws tooManyRequests (429); unavailable (503) on a timeout.
 */
export async function searchMessages(deps: Deps, viewer: SignedIn, { text, cursor, language }: SearchRequest) {
  const query = { userId: viewer.id, text, grams: queryGrams(text), before: cursor ?? null, limit: SEARCH_PAGE_SIZE + 1 }
  const { rows: found, searchedTo } = await runQueued(viewer.id, () => executeSearch(deps, query))
  const page = found.slice(0, SEARCH_PAGE_SIZE)
  const messages = new Map(
    (
      await messagesById(
        deps.db,
        page.map(({ id }) => id),
      )
    ).map((row) => [row.id, presentMessage(row)]),
  )
  return {
    items: page.flatMap((row) => {
      const message = messages.get(row.id)
      return message ? [{ message, threadName: threadNameOf(row, language) }] : []
    }),
    nextCursor: found.length > SEARCH_PAGE_SIZE ? (page.at(-1)?.id ?? null) : searchedTo,
  }
}

const executeSearch = (deps: Deps, query: SearchQuery): Promise<SearchHit> =>
  deps.db
    .transaction()
    .execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = ${sql.lit(SEARCH_TIMEOUT_MS)}`.execute(tx)
      for (const messageCount of RECENT_STEPS) {
        const found = await searchRecent(tx, query, messageCount)
        if (found.rows.length === query.limit) return found
        if (found.searchedTo !== null) return found // the next step would read the same texts again
        if (found.rows.length === 0) break // a rare word
      }
      return searchAll(tx, query)
    })
    .catch((error: unknown) => {
      throw isStatementTimeout(error) ? new AppError('unavailable') : error
    })

const threadNameOf = ({ group_name, first_name, last_name }: FoundRow, language: Language): string =>
  group_name ?? nameIn(language, { firstName: first_name ?? '', lastName: last_name ?? '' })

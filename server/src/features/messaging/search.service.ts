import { sql } from 'kysely'
import { isStatementTimeout } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { fullNameOf } from '#/features/accounts/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { turns } from '#/http/turns.ts'
import { presentMessage } from './messaging.present.ts'
import { messagesById } from './messaging.sql.ts'
import { askedGrams } from './search-words.ts'
import { type Asked, type Found, type FoundRow, foundAmongNewest, foundAnywhere } from './search.sql.ts'

/** Messages of a page of what was found. */
const FOUND_PAGE = 30
/**
 * So many messages are looked through one by one, and then so many, before the index is asked: a word of every day is among them, and
 * the index would name each of its thousands.
 */
const LOOKED_THROUGH = [2000, 20_000] as const

/** Milliseconds of one statement of a search. */
const SEARCH_WITHIN = 10_000
/** Searches of one session that wait for the one before them. */
const WAITING_MAX = 5

/** One search of a session at a time: it costs a connection and much of a core. */
const searching = new Map<string, { inTurn: ReturnType<typeof turns>; count: number }>()

async function inTurn<Result>(sessionId: string, search: () => Promise<Result>): Promise<Result> {
  const own = searching.get(sessionId) ?? { inTurn: turns(1, WAITING_MAX), count: 0 }
  searching.set(sessionId, own)
  own.count += 1
  try {
    return await own.inTurn(search)
  } finally {
    own.count -= 1
    if (own.count === 0) searching.delete(sessionId)
  }
}

/** Chat messages of one's own threads with all these words, the newest first. @throws tooManyRequests (429); unavailable (503) where it takes too long. */
export async function searchMessages(deps: Deps, viewer: SignedIn, words: string, cursor: string | undefined) {
  const asked = { userId: viewer.id, words, grams: askedGrams(words), before: cursor ?? null, limit: FOUND_PAGE + 1 }
  const { rows: found, lookedTo } = await inTurn(viewer.sessionId, () => find(deps, asked))
  const page = found.slice(0, FOUND_PAGE)
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
      return message ? [{ message, threadName: nameOf(row) }] : []
    }),
    nextCursor: found.length > FOUND_PAGE ? (page.at(-1)?.id ?? null) : lookedTo,
  }
}

const find = (deps: Deps, asked: Asked): Promise<Found> =>
  deps.db
    .transaction()
    .execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = ${sql.lit(SEARCH_WITHIN)}`.execute(tx)
      for (const lookedThrough of LOOKED_THROUGH) {
        const found = await foundAmongNewest(tx, asked, lookedThrough)
        if (found.rows.length === asked.limit) return found
        if (found.lookedTo !== null) return found // the same texts would be looked into again
        if (found.rows.length === 0) break // a rare word
      }
      return foundAnywhere(tx, asked)
    })
    .catch((error: unknown) => {
      throw isStatementTimeout(error) ? new AppError('unavailable') : error
    })

const nameOf = ({ group_name, first_name, last_name }: FoundRow): string =>
  group_name ?? fullNameOf(first_name ?? '', last_name ?? '')

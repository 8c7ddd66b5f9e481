import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { fullNameOf } from '#/features/accounts/people.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { presentMessage } from './messaging.present.ts'
import { messagesById } from './messaging.sql.ts'
import { askedGrams } from './search-words.ts'
import { type Asked, type FoundRow, foundAmongNewest, foundAnywhere } from './search.sql.ts'

/** Messages of a page of what was found. */
const FOUND_PAGE = 30
/**
 * So many messages are looked through one by one, and then so many, before the index is asked: a word of every day is among them, and
 * the index would name each of its thousands.
 */
const LOOKED_THROUGH = [2000, 20_000] as const

/** Chat messages of one's own threads with all these words, the newest first. */
export async function searchMessages(deps: Deps, viewer: SignedIn, words: string, cursor: string | undefined) {
  const asked = { userId: viewer.id, words, grams: askedGrams(words), before: cursor ?? null, limit: FOUND_PAGE + 1 }
  const found = await find(deps.db, asked)
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
    nextCursor: found.length > FOUND_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}

/** A single plain letter, which the index does not know, is looked for among the newest alone. */
async function find(db: Db, asked: Asked): Promise<FoundRow[]> {
  const isIndexed = asked.grams.length > 0
  let found: FoundRow[] = []
  for (const lookedThrough of LOOKED_THROUGH) {
    found = await foundAmongNewest(db, asked, lookedThrough)
    if (found.length === asked.limit) return found
    if (found.length === 0 && isIndexed) break // a rare word
  }
  return isIndexed ? foundAnywhere(db, asked) : found
}

const nameOf = ({ group_name, first_name, last_name }: FoundRow): string =>
  group_name ?? fullNameOf(first_name ?? '', last_name ?? '')

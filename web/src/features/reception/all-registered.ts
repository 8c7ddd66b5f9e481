import type { RegisteredPerson } from '@noroshi/contract/reception/people'
import { fetchRegister, type RegisterChoice } from './reception.queries.ts'

/** Returns all people of a choice. @throws ApiError, OfflineError if one of the pages does not load */
export async function allRegistered(placeId: string, choice: RegisterChoice): Promise<readonly RegisteredPerson[]> {
  const all: RegisteredPerson[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof fetchRegister>> = await fetchRegister(placeId, choice, cursor)
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

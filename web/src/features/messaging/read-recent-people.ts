import type { QueryClient } from '@tanstack/react-query'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { messagingStore } from './thread-store.ts'
import { threadsQuery } from './messaging.queries.ts'
import { threadsOf } from './thread-views.ts'

const PEOPLE_MAX = 8

/** Returns the people with whom the user wrote last, the newest first, without those whom a block separates. */
export async function readRecentPeople(cache: QueryClient): Promise<readonly Person[]> {
  const store = messagingStore(cache)
  if (threadsOf(store, 'personal') === undefined) await cache.fetchQuery(threadsQuery('personal'))
  return (threadsOf(store, 'personal') ?? []) // the newest first
    .filter(({ latestMessage, blockedBy }) => latestMessage !== null && blockedBy.length === 0)
    .flatMap(({ recipient }) => recipient ?? [])
    .slice(0, PEOPLE_MAX)
}

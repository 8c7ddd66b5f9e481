import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { call } from '../../platform/connection/http.ts'
import { useRecentPeople } from '../../platform/recent-people.ts'
import { SEARCH_DEBOUNCE_MS } from '../../platform/tuning.ts'

/** State of a search. Only `found` and `recent` have users. */
export type SearchState =
  | { readonly status: 'start' | 'searching' | 'none' }
  | { readonly status: 'recent'; readonly people: readonly Person[] }
  | { readonly status: 'failed'; readonly error: Error }
  | { readonly status: 'found'; readonly people: readonly Person[] }

interface SearchFacts {
  /** The current text of the field, trimmed. */
  readonly query: string
  /** The text of the current request, which is debounced. */
  readonly debouncedQuery: string
  readonly people: readonly Person[] | undefined
  readonly error: Error | null
  /** The users with whom the user wrote last. */
  readonly recent?: readonly Person[] | undefined
  /** Users that are not offered. */
  readonly excludedIds: readonly string[]
}

/**
 * Returns the state of a search. It begins with recent users. Results of an earlier text do not count for the current
 * one.
 */
export function searchState({ query, debouncedQuery, people, error, recent = [], excludedIds }: SearchFacts): SearchState {
  const offeredOf = (all: readonly Person[]) => all.filter(({ id }) => !excludedIds.includes(id))
  if (query === '') {
    const offered = offeredOf(recent)
    return offered.length === 0 ? { status: 'start' } : { status: 'recent', people: offered }
  }
  if (query !== debouncedQuery) return { status: 'searching' }
  if (people) {
    const offered = offeredOf(people)
    return offered.length === 0 ? { status: 'none' } : { status: 'found', people: offered }
  }
  return error ? { status: 'failed', error } : { status: 'searching' }
}

/** Searches users by name while the user types (specification, section 5: debounced, never for blank input). */
export function usePersonSearch(typed: string, excludedIds: readonly string[]) {
  const query = typed.trim()
  const [debouncedQuery] = useDebouncedValue(query, SEARCH_DEBOUNCE_MS)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['people', 'search', debouncedQuery] as const,
    queryFn: ({ signal }) => call(peopleRoutes.search, { query: { name: debouncedQuery }, signal }),
    enabled: debouncedQuery !== '',
    refetchInterval: false,
  })
  const recent = useRecentPeople()
  const failed = isFetching ? null : error // a retry is shown as a search
  return {
    state: searchState({ query, debouncedQuery, people: data?.items, error: failed, recent, excludedIds }),
    retry: () => void refetch(),
  }
}

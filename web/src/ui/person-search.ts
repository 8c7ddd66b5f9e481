import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { call } from '../platform/http.ts'
import { SEARCH_DEBOUNCE_MS } from '../platform/tuning.ts'

/** What a search shows. People are there in `found` alone. */
export type SearchState =
  | { readonly status: 'start' | 'searching' | 'none' }
  | { readonly status: 'failed'; readonly error: Error }
  | { readonly status: 'found'; readonly people: readonly Person[] }

interface Facts {
  /** What stands in the field now, trimmed. */
  readonly words: string
  /** What was asked for: the words of half a second ago. */
  readonly asked: string
  readonly people: readonly Person[] | undefined
  readonly error: Error | null
  /** Who shall not be offered. */
  readonly excludedIds: readonly string[]
}

/** Words of a moment ago say nothing of what is typed now. */
export function searchState({ words, asked, people, error, excludedIds }: Facts): SearchState {
  if (words === '') return { status: 'start' }
  if (words !== asked) return { status: 'searching' }
  if (people) {
    const offered = people.filter(({ id }) => !excludedIds.includes(id))
    return offered.length === 0 ? { status: 'none' } : { status: 'found', people: offered }
  }
  return error ? { status: 'failed', error } : { status: 'searching' }
}

/** People by name, as somebody types (specification, section 5: debounced, never for blank input). */
export function usePersonSearch(typed: string, excludedIds: readonly string[]) {
  const words = typed.trim()
  const [asked] = useDebouncedValue(words, SEARCH_DEBOUNCE_MS)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['people', 'search', asked] as const,
    queryFn: ({ signal }) => call(peopleRoutes.search, { query: { name: asked }, signal }),
    enabled: asked !== '',
    refetchInterval: false,
  })
  const failed = isFetching ? null : error // another try is a search again
  return { state: searchState({ words, asked, people: data?.items, error: failed, excludedIds }), retry: () => void refetch() }
}

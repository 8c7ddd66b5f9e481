import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Keeps queries correct while events change them:
 * - A fetch that was running while an event changed its query is repeated, because its reply may be older than the
 *   event.
 * - A query that was invalidated, or whose fetch failed, stays so when an event changes it. `setQueryData` alone would
 *   mark it as fresh, and what the lost fetch would have brought would never be fetched.
 *
 * A query with `meta.keepsEvents` handles this itself, also before its first reply.
 */
export function refetchStale(cache: QueryClient) {
  /** Queries that an event changed during a fetch. */
  const changedDuringFetch = new Set<string>()
  /** Queries that were invalidated, or whose fetch failed, without a reply since then. */
  const unanswered = new Set<string>()
  const refetch = ({ queryHash }: Query) => void cache.invalidateQueries({ predicate: (query) => query.queryHash === queryHash })

  cache.getQueryCache().subscribe((event) => {
    if (event.type === 'removed') unanswered.delete(event.query.queryHash)
    if (event.type !== 'updated' || event.query.meta?.['keepsEvents'] === true) return
    const { query, action } = event
    const hash = query.queryHash
    if (action.type === 'invalidate' || action.type === 'error') unanswered.add(hash)
    if (action.type !== 'success') return
    const isFetching = query.state.fetchStatus === 'fetching'
    if (!action.manual) {
      unanswered.delete(hash)
      if (changedDuringFetch.delete(hash)) refetch(query)
    } else if (isFetching) changedDuringFetch.add(hash)
    else if (unanswered.has(hash)) refetch(query)
  })
  return {
    /** Marks all first fetches that are running: their queries contain no data that the event could change. */
    eventApplied() {
      for (const { queryHash, state, meta } of cache.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
        if (state.data === undefined && meta?.['keepsEvents'] !== true) changedDuringFetch.add(queryHash)
      }
    },
  }
}

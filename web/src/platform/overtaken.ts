import type { QueryClient } from '@tanstack/react-query'

/**
 * A list that is being fetched while an event changes it may answer with the state before the event. Such an answer is
 * asked for once more, so that nothing announced is ever lost. A query whose `meta` says `keepsEvents` sees to
 * that itself, before its first answer too.
 */
export function refetchOvertaken(cache: QueryClient) {
  const overtaken = new Set<string>()
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (event.query.meta?.['keepsEvents'] === true) return
    const hash = event.query.queryHash
    if (event.action.manual) {
      if (event.query.state.fetchStatus === 'fetching') overtaken.add(hash)
    } else if (overtaken.delete(hash)) {
      void cache.invalidateQueries({ predicate: ({ queryHash }) => queryHash === hash })
    }
  })
  return {
    /** An event came: what is loading for the first time has nothing yet that the event could change. */
    eventApplied() {
      for (const { queryHash, state, meta } of cache.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
        if (state.data === undefined && meta?.['keepsEvents'] !== true) overtaken.add(queryHash)
      }
    },
  }
}

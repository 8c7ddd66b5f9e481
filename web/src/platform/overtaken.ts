import type { QueryClient } from '@tanstack/react-query'

/**
 * A list that is being fetched while an event changes it may answer with the state before the event. Such an answer is
 * asked for once more, so that nothing announced is ever lost.
 */
export function refetchOvertaken(cache: QueryClient) {
  const overtaken = new Set<string>()
  cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
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
      for (const { queryHash, state } of cache.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
        if (state.data === undefined) overtaken.add(queryHash)
      }
    },
  }
}

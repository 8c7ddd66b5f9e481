import type { QueryClient } from '@tanstack/react-query'

/**
 * Counts how often the list of active alerts was marked stale: it may miss alerts or contain resolved ones. A counter is needed
 * because the list can become stale again while it is read. React Query's `isInvalidated` is not enough, since each event
 * resets it.
 */
interface Staleness {
  marked: number
  resolved: number
}

const stalenessByCache = new WeakMap<QueryClient, Staleness>()

function stalenessOf(cache: QueryClient): Staleness {
  const known = stalenessByCache.get(cache) ?? { marked: 1, resolved: 0 }
  stalenessByCache.set(cache, known)
  return known
}

/** Marks the list stale. Only a complete read that starts later makes it fresh. */
export const markStale = (cache: QueryClient) => void stalenessOf(cache).marked++

export const isStale = (cache: QueryClient): boolean => stalenessOf(cache).marked !== stalenessOf(cache).resolved

/** Starts a read. Call the returned function when the read is complete: it clears the marks from before the start. */
export function beginRead(cache: QueryClient): () => void {
  const staleness = stalenessOf(cache)
  const { marked } = staleness
  return () => {
    staleness.resolved = marked
  }
}

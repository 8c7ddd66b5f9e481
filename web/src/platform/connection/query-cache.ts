import type { QueryClient } from '@tanstack/react-query'

let cache: QueryClient | null = null

/** Call once, before the first render. */
export const setQueryCache = (client: QueryClient) => {
  cache = client
}

/** Applies a change to the cache of this page from outside of React, such as a reply to an entry of the outbox. */
export const changeCache = (change: (cache: QueryClient) => void) => {
  if (cache) change(cache)
}

/** Reads the cache from outside of React. @returns undefined before the first render */
export const readCache = <Result>(read: (cache: QueryClient) => Result): Result | undefined => (cache ? read(cache) : undefined)

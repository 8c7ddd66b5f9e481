import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type MediaKind, messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { call } from '../../../platform/connection/http.ts'
import { keepFilledPages } from '../../../platform/connection/keep-filled-pages.ts'
import { dayBounds } from '../../../platform/language/day-bounds.ts'

/** The filters of a search in a thread. '' means no limit. Days are values of date fields, both inclusive. */
export interface FindFilters {
  readonly senderId: string
  readonly fromDay: string
  readonly toDay: string
  readonly media: MediaKind | ''
}

export const NO_FILTERS: FindFilters = { senderId: '', fromDay: '', toDay: '', media: '' }

export const countFilters = (filters: FindFilters): number => Object.values(filters).filter((value) => value !== '').length

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null

/** Searches in all of the user’s threads. */
export const messageSearchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'search', text] as const,
    queryFn: ({ pageParam, signal }) =>
      call(messageSearchRoutes.search, { query: { text, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: text !== '',
    placeholderData: keepFilledPages,
    refetchInterval: false,
  })

/** Searches in one thread. */
export const findQuery = (threadId: string, text: string, filters: FindFilters) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'find', threadId, text, filters] as const,
    queryFn: ({ pageParam, signal }) => {
      const { senderId, fromDay, toDay, media } = filters
      const [{ start: from }, { end: to }] = [dayBounds(fromDay), dayBounds(toDay)]
      return call(messageSearchRoutes.search, {
        query: {
          text,
          threadId,
          ...(senderId !== '' && { senderId }),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          ...(media !== '' && { media }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      })
    },
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: text !== '' || countFilters(filters) > 0,
    refetchInterval: false,
  })

/** Returns the seqs of the messages that a search in a thread finds, newest first. */
export function useFound(threadId: string, text: string, filters: FindFilters) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery(findQuery(threadId, text, filters))
  const seqs = useMemo(() => data?.pages.flatMap(({ items }) => items.map(({ message }) => message.seq)), [data])
  // An empty page is not always the last: the server examines a limited number of messages for each page.
  const isSearchingOn = seqs?.length === 0 && hasNextPage && error === null
  useEffect(() => {
    if (isSearchingOn && !isFetching) void fetchNextPage()
  }, [isSearchingOn, isFetching, fetchNextPage])
  return {
    /** undefined until they are known, and without a condition. */
    seqs: isSearchingOn ? undefined : seqs,
    hasMore: hasNextPage,
    error,
    refetch: () => void refetch(),
    isFetching,
    /** Loads further seqs. @returns all seqs */
    loadMore: async () => {
      const { data: next } = await fetchNextPage()
      return next?.pages.flatMap(({ items }) => items.map(({ message }) => message.seq)) ?? []
    },
  }
}

/** Returns the seq of the first message of a thread on or after a day; null if there is none. */
export async function firstSeqOf(threadId: string, day: string): Promise<number | null> {
  const { start: at } = dayBounds(day)
  if (at === undefined) return null
  const { items } = await call(messageRoutes.list, { params: { id: threadId }, query: { at, limit: 1 } })
  return items[0]?.seq ?? null
}

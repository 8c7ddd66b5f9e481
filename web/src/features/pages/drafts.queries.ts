import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { call } from '../../platform/http.ts'
import { isWorthRetrying } from './pages.queries.ts'

// `as`: without it the first page's null would be the type of every page's cursor.
const first = null as string | null
const firstRevision = null as number | null

// Whole contents are long, and what changes is told by events: they are not asked for by the clock.
const refetchInterval = false as const

/** One's own drafts of a page, newest first. */
export const ownDraftsQuery = (pageId: string) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'drafts', 'own', pageId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(draftRoutes.listOwn, { params: { id: pageId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval,
    retry: isWorthRetrying,
  })

/** The drafts of a page that wait for a review, oldest first. */
export const pendingDraftsQuery = (pageId: string) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'drafts', 'pending', pageId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(draftRoutes.listPending, { params: { id: pageId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval,
    retry: isWorthRetrying,
  })

/** One draft beside what it began from and what is published. */
export const comparisonQuery = (pageId: string, draftId: string) =>
  queryOptions({
    queryKey: ['pages', 'comparison', pageId, draftId] as const,
    queryFn: ({ signal }) => call(draftRoutes.compare, { params: { id: pageId, draftId }, signal }),
    refetchInterval,
    retry: isWorthRetrying,
  })

/** What was published, newest first. */
export const revisionsQuery = (pageId: string) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'revisions', pageId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(pageRoutes.listRevisions, { params: { id: pageId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: firstRevision,
    // The cursor is the revision that the next page begins below.
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? null : Number(nextCursor)),
    retry: isWorthRetrying,
  })

/** One of them with its content; it never changes. */
export const revisionQuery = (pageId: string, revision: number) =>
  queryOptions({
    queryKey: ['pages', 'revision', pageId, revision] as const,
    queryFn: ({ signal }) => call(pageRoutes.getRevision, { params: { id: pageId, revision }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval,
    retry: isWorthRetrying,
  })

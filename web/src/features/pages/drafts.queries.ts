import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { call } from '../../platform/http.ts'
import { isWorthRetrying } from './pages.queries.ts'

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null
const firstRevision = null as number | null

// No polling: contents are long, and events report their changes.
const refetchInterval = false as const

/** The user's own drafts of a page, newest first. */
export const ownDraftsQuery = (pageId: string) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'drafts', 'own', pageId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(draftRoutes.listOwn, { params: { id: pageId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval,
    retry: isWorthRetrying,
  })

/** Drafts of a page that await approval, oldest first. */
export const pendingDraftsQuery = (pageId: string) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'drafts', 'pending', pageId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(draftRoutes.listPending, { params: { id: pageId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval,
    retry: isWorthRetrying,
  })

/** A draft with its base content and the published content. */
export const comparisonQuery = (pageId: string, draftId: string) =>
  queryOptions({
    queryKey: ['pages', 'comparison', pageId, draftId] as const,
    queryFn: ({ signal }) => call(draftRoutes.compare, { params: { id: pageId, draftId }, signal }),
    refetchInterval,
    retry: isWorthRetrying,
  })

/** Published revisions, newest first. */
export const revisionsQuery = (pageId: string) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'revisions', pageId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(pageRoutes.listRevisions, { params: { id: pageId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: firstRevision,
    // The next page begins below the revision of the cursor.
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? null : Number(nextCursor)),
    retry: isWorthRetrying,
  })

/** One revision with its content. It never changes. */
export const revisionQuery = (pageId: string, revision: number) =>
  queryOptions({
    queryKey: ['pages', 'revision', pageId, revision] as const,
    queryFn: ({ signal }) => call(pageRoutes.getRevision, { params: { id: pageId, revision }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval,
    retry: isWorthRetrying,
  })

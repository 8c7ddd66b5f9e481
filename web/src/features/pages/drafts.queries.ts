import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { call } from '../../platform/http.ts'
import { type PagedList, readPage, unlessPending } from '../../platform/store/coverage.ts'
import { useStore } from '../../platform/store/use-store.ts'
import { pageStore, receiveDraft } from './page-store.ts'
import { comparisonOf, draftsOf, ownDrafts, PAGE_KEYS, pendingDrafts } from './page-views.ts'
import { pageEntities } from './pages.entities.ts'

// `as`: otherwise the type of the cursor would be null.
const firstCursor = null as string | null
const firstRevision = null as number | null

// No polling: contents are long, and events report their changes.
const refetchInterval = false as const

const draftsQuery = (key: string, list: PagedList, route: typeof draftRoutes.listOwn | typeof draftRoutes.listPending) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'drafts', key, list.ofId] as const,
    queryFn: ({ client, pageParam, signal }) => {
      const store = pageStore(client)
      const query = pageParam === null ? {} : { cursor: pageParam }
      const fetch = () => call(route, { params: { id: list.ofId }, query, signal })
      return readPage(store, list, pageParam, fetch, ({ items, nextCursor }) => {
        for (const draft of items) receiveDraft(store, draft)
        return { ids: items.map(({ id }) => id), nextCursor }
      })
    },
    initialPageParam: firstCursor,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval,
  })

/** Fetches the user's own drafts of a page into the store, newest first. */
export const ownDraftsQuery = (pageId: string) => draftsQuery('own', ownDrafts(pageId), draftRoutes.listOwn)

/** Fetches the drafts of a page that await approval into the store, oldest first. */
export const pendingDraftsQuery = (pageId: string) => draftsQuery('pending', pendingDrafts(pageId), draftRoutes.listPending)

/** Returns the drafts of a list as far as it was read; undefined until some of it was read. */
function useDrafts(query: ReturnType<typeof draftsQuery>, list: PagedList) {
  const { data, ...rest } = useInfiniteQuery(query)
  const drafts = useStore(pageEntities, PAGE_KEYS, (store) => draftsOf(store, list, data?.pages))
  return { ...rest, drafts: unlessPending(drafts, rest.isPending) }
}

export const useOwnDrafts = (pageId: string) => useDrafts(ownDraftsQuery(pageId), ownDrafts(pageId))

export const usePendingDrafts = (pageId: string) => useDrafts(pendingDraftsQuery(pageId), pendingDrafts(pageId))

/** A draft with its base content and the published content. */
export const comparisonQuery = (pageId: string, draftId: string) =>
  queryOptions({
    queryKey: ['pages', 'comparison', pageId, draftId] as const,
    queryFn: async ({ client, signal }) => {
      const reply = await call(draftRoutes.compare, { params: { id: pageId, draftId }, signal })
      receiveDraft(pageStore(client), reply.draft)
      return reply
    },
    refetchInterval,
  })

/** {@link comparisonQuery} with the newest state of the draft. */
export function useComparison(pageId: string, draftId: string) {
  const { data, ...rest } = useQuery(comparisonQuery(pageId, draftId))
  const comparison = useStore(pageEntities, PAGE_KEYS, (store) => data && comparisonOf(store, data))
  return { ...rest, comparison }
}

/** Published revisions, newest first. */
export const revisionsQuery = (pageId: string) =>
  infiniteQueryOptions({
    queryKey: ['pages', 'revisions', pageId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(pageRoutes.listRevisions, { params: { id: pageId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: firstRevision,
    // The next page begins below the revision of the cursor.
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? null : Number(nextCursor)),
  })

/** One revision with its content. It never changes. */
export const revisionQuery = (pageId: string, revision: number) =>
  queryOptions({
    queryKey: ['pages', 'revision', pageId, revision] as const,
    queryFn: ({ signal }) => call(pageRoutes.getRevision, { params: { id: pageId, revision }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval,
  })

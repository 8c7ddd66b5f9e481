import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { draftRoutes, type PageDraft, type PageDraftHead } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { currentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import type { ListOrder } from '../../platform/store/coverage.ts'
import { definePagedQuery } from '../../platform/store/paged-query.ts'
import { useStore } from '../../platform/store/use-store.ts'
import { pageStore, receiveDraft } from './page-store.ts'
import { comparisonOf, draftOf, PAGE_KEYS } from './page-views.ts'
import { draftCoverage, draftEntity, draftListId, pageEntities } from './pages.entities.ts'

// `as`: otherwise the type of the revision would be null.
const firstRevision = null as number | null

// No polling: contents are long, and events report their changes.
const refetchInterval = false as const

const definePagedDrafts = (
  name: 'own' | 'pending',
  order: ListOrder,
  route: typeof draftRoutes.listOwn | typeof draftRoutes.listPending,
  isListed: (draft: PageDraftHead) => boolean,
) =>
  definePagedQuery({
    types: pageEntities,
    storeOf: pageStore,
    key: (pageId: string) => ['pages', 'drafts', name, pageId],
    list: (ofId) => ({
      type: draftEntity,
      coverage: draftCoverage,
      id: draftListId(ofId, name),
      ofId,
      order,
      idsIn: (store) =>
        store.ids(draftEntity).filter((id) => {
          const draft = store.get(draftEntity, id)
          return draft !== undefined && draft.PageId === ofId && isListed(draft)
        }),
    }),
    fetch: (query, signal, id) => call(route, { params: { id }, query, signal }),
    receive: (store, draft: PageDraft) => receiveDraft(store, draft),
    viewOf: draftOf,
    refetchInterval,
  })

/** The user's own drafts of a page, newest first. */
export const ownDrafts = definePagedDrafts(
  'own',
  'desc',
  draftRoutes.listOwn,
  ({ DraftedByUserId }) => DraftedByUserId === currentUser()?.id,
)

/** The drafts of a page that await approval, oldest first. */
export const pendingDrafts = definePagedDrafts('pending', 'asc', draftRoutes.listPending, ({ status }) => status === 'pending')

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

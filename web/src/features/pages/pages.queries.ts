import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { isGone } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { accessToken } from '../../platform/session/session.ts'
import { unlessPending } from '../../platform/store/coverage.ts'
import { readReply, replyOf } from '../../platform/store/replies.ts'
import { beginReadAt, whenRestored } from '../../platform/store/stores.ts'
import { useStore } from '../../platform/store/use-store.ts'
import { forgetRefusedPage, pageStore, receiveMembership, receivePage } from './page-store.ts'
import { allPages, PAGE_KEYS, pagesOf } from './page-views.ts'
import { pageEntities, pageEntity, pageListingEntity, pageMembersEntity, pageMembershipEntity } from './pages.entities.ts'

/** Visitors call no route that needs a session (specification, section 7). Sign-in and sign-out refetch everything. */
const isVisitor = () => accessToken() === null

/** Key prefix of all lists of pages. */
export const pageListsKey = ['pages', 'list'] as const

/**
 * Fetches the pages that the user may read into the store, and returns their ids. The search text '' does not filter.
 */
export const pagesQuery = (search = '') =>
  queryOptions({
    queryKey: [...pageListsKey, search] as const,
    queryFn: async ({ client, signal }) => {
      const store = pageStore(client)
      const read = store.beginRead()
      const { items } = await call(pageRoutes.list, { query: { search }, signal })
      for (const card of items) store.put(pageEntity, card)
      const ids = items.map(({ id }) => id)
      if (search === '') {
        await whenRestored(store)
        read.forgetMissing(pageEntity, store.ids(pageEntity), new Set(ids))
        store.put(pageListingEntity, { id: 'all', at: Date.now() })
      }
      return ids
    },
    placeholderData: keepPreviousData,
  })

/** Returns the pages of a search in no particular order; undefined until they are known. */
export function usePages(search: string) {
  const { data: ids, ...query } = useQuery(pagesQuery(search))
  const pages = useStore(pageEntities, PAGE_KEYS, (store) =>
    search === '' ? allPages(store) : ids && pagesOf(store, search, ids),
  )
  return { ...query, pages: unlessPending(pages, query.isPending) }
}

/** Fetches a page into the store. */
export const pageQuery = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'page', id] as const,
    queryFn: async ({ client }) => {
      const store = pageStore(client)
      const read = store.beginRead()
      try {
        receivePage(store, await call(pageRoutes.get, { params: { id } }))
      } catch (error) {
        await whenRestored(store)
        if (isGone(error)) forgetRefusedPage(read, id)
        throw error
      }
      return id
    },
  })

/** Fetches the user's membership of a page into the store. */
export const myPageMembershipQuery = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'membership', id] as const,
    queryFn: async ({ client }) => {
      if (isVisitor()) return id
      const store = pageStore(client)
      const at = await beginReadAt(store, pageMembershipEntity, id)
      const read = store.beginRead()
      const { membership } = await call(pageMemberRoutes.membership, { params: { id } }).catch((error: unknown) => {
        if (isGone(error)) return { membership: null } // who may not open it is not a member
        throw error
      })
      receiveMembership(store, { id, membership, at, read })
      return id
    },
  })

/** Fetches the members of a page into the store. */
export const pageMembersQuery = (id: string) =>
  queryOptions({
    queryKey: ['pages', 'members', id] as const,
    queryFn: ({ client }) =>
      readReply(pageStore(client), pageMembersEntity, id, async () => {
        const { items } = await call(isVisitor() ? pageMemberRoutes.listPublic : pageMemberRoutes.list, { params: { id } })
        return items
      }),
  })

/** Returns the members of a page as last read; undefined until they are known. */
export function usePageMembers(id: string) {
  const { error, refetch } = useQuery(pageMembersQuery(id))
  const members = useStore(pageEntities, pageMembersEntity.name, (store) => replyOf(store, pageMembersEntity, id))
  return { members, error, refetch }
}

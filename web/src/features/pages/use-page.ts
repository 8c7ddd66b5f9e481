import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageFacts } from '@noroshi/contract/pages/pages.abilities'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useAccessToken } from '../../platform/session/session.ts'
import { useRoom } from '../../platform/connection/socket.ts'
import { useLast } from '../../platform/store/use-last.ts'
import { useStore } from '../../platform/store/use-store.ts'
import { PAGE_KEYS, pageOf } from './page-views.ts'
import { pageEntities, pageMembershipEntity } from './pages.entities.ts'
import { myPageMembershipQuery, pageQuery } from './pages.queries.ts'

/** A page with the facts that its abilities need. */
export interface OpenPage {
  readonly page: Page
  readonly facts: PageFacts
}

/** Loads a page and the user's membership. A lost page stays on the screen until the server has replied with 404. */
export function usePage(id: string): { open: OpenPage | null; error: Error | null; retry: () => void } {
  const isSignedIn = useAccessToken() !== null
  const pageState = useQuery(pageQuery(id))
  const membershipState = useQuery({ ...myPageMembershipQuery(id), enabled: isSignedIn })
  const known = useStore(pageEntities, PAGE_KEYS, (store) => pageOf(store, id))
  const membership = useStore(pageEntities, PAGE_KEYS, (store) => store.get(pageMembershipEntity, id)?.membership)
  const page = useLast(known, isSignedIn)
  const retry = () => {
    void pageState.refetch()
    if (isSignedIn) void membershipState.refetch()
  }
  const isKnown = page && (!isSignedIn || membership !== undefined)
  const error = pageState.error ?? (membership === undefined ? membershipState.error : null)
  const open = isKnown ? { page, facts: { ...page, membership: (isSignedIn && membership) || null } } : null
  return { open, error, retry }
}

/** Joins the room of a page to receive its events. Refetches after a reconnect: events of rooms are not caught up. */
export function usePageRoom(id: string) {
  const cache = useQueryClient()
  useRoom('page:join', 'page:leave', { pageId: id }, () => void cache.invalidateQueries({ queryKey: ['pages'] }))
}

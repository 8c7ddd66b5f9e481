import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageFacts } from '@noroshi/contract/pages/pages.abilities'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useAccessToken } from '../../platform/session.ts'
import { useRoom } from '../../platform/socket.ts'
import { myPageMembershipQuery, pageQuery } from './pages.queries.ts'

/** A page with the facts that its abilities need. */
export interface OpenPage {
  readonly page: Page
  readonly facts: PageFacts
}

/** Loads a page and the user's membership. */
export function usePage(id: string): { open: OpenPage | null; error: Error | null; retry: () => void } {
  const isSignedIn = useAccessToken() !== null
  const page = useQuery(pageQuery(id))
  const membership = useQuery({ ...myPageMembershipQuery(id), enabled: isSignedIn })
  const retry = () => {
    void page.refetch()
    if (isSignedIn) void membership.refetch()
  }
  const error = page.error ?? (membership.data === undefined ? membership.error : null)
  const isKnown = page.data && (!isSignedIn || membership.data !== undefined)
  const open = isKnown ? { page: page.data, facts: { ...page.data, membership: membership.data ?? null } } : null
  return { open, error, retry }
}

/** Joins the room of a page to receive its events. Refetches after a reconnect: events of rooms are not caught up. */
export function usePageRoom(id: string) {
  const cache = useQueryClient()
  useRoom('page:join', 'page:leave', { pageId: id }, () => void cache.invalidateQueries({ queryKey: ['pages'] }))
}

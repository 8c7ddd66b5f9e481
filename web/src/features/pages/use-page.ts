import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageFacts } from '@noroshi/contract/pages/pages.abilities'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useAccessToken } from '../../platform/session.ts'
import { useRoom } from '../../platform/socket.ts'
import { myPageMembershipQuery, pageQuery } from './pages.queries.ts'

/** A page together with what its rights hang on. */
export interface OpenPage {
  readonly page: Page
  readonly facts: PageFacts
}

/** A page and what this reader is in it. */
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

/** Looks at a page: what changes in it is told here. After being away everything of it is asked for again. */
export function usePageRoom(id: string) {
  const cache = useQueryClient()
  useRoom('page:join', 'page:leave', { pageId: id }, () => void cache.invalidateQueries({ queryKey: ['pages'] }))
}

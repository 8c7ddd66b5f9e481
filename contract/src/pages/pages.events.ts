import { z } from 'zod'
import { defineCommand, defineEvents, Uuid, Version } from '../define.ts'
import { PageDraftHead } from './drafts.http.ts'
import { PageCard } from './pages.http.ts'

const PageParams = z.object({ pageId: Uuid })
const ofPage = ({ pageId }: z.output<typeof PageParams>) => pageId

export const pageEvents = defineEvents({
  /**
   * Emitted to all signed-in users and to sockets that joined the page when it was created, published, renamed, or when its readers
   * changed. A client with an older `revision` refetches the page.
   */
  'page:updated': PageCard,
  /**
   * Emitted to the same receivers, and to visitors when the page is no longer public. A client with an older version removes the
   * page.
   */
  'page:deleted': z.object({ id: Uuid, version: Version }),
  /** Emitted to the author and the reviewers when a draft was submitted, approved, rejected or discarded. */
  'page:draft': PageDraftHead,
  /**
   * Emitted to sockets that joined the page and to the changed members: the client refetches the members and
   * the user's own membership.
   */
  'page:members': z.object({ PageId: Uuid }),
})

export const pageCommands = {
  /** Joins the page to receive its events. It needs the right to open the page; anonymous visitors may have it. */
  'page:join': defineCommand({ payload: PageParams, topic: ofPage, errors: ['page.notFound'] }),
  'page:leave': defineCommand({ payload: PageParams, topic: ofPage }),
}

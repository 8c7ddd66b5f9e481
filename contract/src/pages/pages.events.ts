import { z } from 'zod'
import { defineCommands, defineEvents, Uuid, Version } from '../define.ts'
import { PageDraftHead } from './drafts.http.ts'
import { PageCard } from './pages.http.ts'

const OnPage = z.object({ pageId: Uuid })

export const pageEvents = defineEvents({
  /**
   * To everybody who is signed in, and to who has it open: new, published anew, renamed, or readable for others. A page whose `revision` is
   * newer than what one holds is asked for again.
   */
  'page:updated': PageCard,
  /** To the same, and to visitors when a page is public no more: gone for who hears it and holds an older version than this one. */
  'page:deleted': z.object({ id: Uuid, version: Version }),
  /** To whoever drafted it and to the page's reviewers: submitted, approved, rejected or discarded. */
  'page:draft': PageDraftHead,
  /** To who has the page open, and to those concerned: ask for its members and for one's own membership again. */
  'page:members': z.object({ PageId: Uuid }),
})

export const pageCommands = defineCommands({
  /** Looks at a page: what changes in it is told here. For who may read it, anonymous visitors too. */
  'page:join': OnPage,
  'page:leave': OnPage,
})

import { noticeEvents } from '@noroshi/contract/notices/notices.events'
import { defineLive } from '../../platform/connection/live.ts'
import { noticesQuery } from './notices.queries.ts'

/** The event says that something changed. The notices are read again where they are on the screen. */
export const noticesLive = defineLive(noticeEvents, {
  'notices:changed': (cache) => void cache.invalidateQueries({ queryKey: noticesQuery.queryKey }),
})

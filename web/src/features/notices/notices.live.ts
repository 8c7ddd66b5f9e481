import { noticeEvents } from '@noroshi/contract/notices/notices.events'
import { defineLive } from '../../platform/connection/live.ts'
import { noticeShapesQuery, noticesQuery } from './notices.queries.ts'

/** The event says that something changed. The notices are read again where they are on the screen. */
export const noticesLive = defineLive(noticeEvents, {
  'notices:changed': (cache) => {
    for (const { queryKey } of [noticesQuery, noticeShapesQuery]) void cache.invalidateQueries({ queryKey })
  },
})

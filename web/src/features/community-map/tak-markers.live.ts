import { exchangeEvents } from '@noroshi/contract/exchange/exchange.events'
import { defineLive } from '../../platform/connection/live.ts'
import { takMarkersQuery } from './tak-markers.queries.ts'

/** The event says that something changed. The markers are read again where they are on the screen. */
export const takMarkersLive = defineLive(exchangeEvents, {
  'tak:markers_changed': (cache) => void cache.invalidateQueries({ queryKey: takMarkersQuery.queryKey }),
})

import { callEvents } from '@noroshi/contract/calls/calls.events'
import { defineLive } from '../../platform/connection/live.ts'
import { storeCall } from './call-store.ts'

/**
 * One change of the store for each event. The page of a call receives its signals itself, because it acknowledges them.
 */
export const callsLive = defineLive(callEvents, {
  'call-session:incoming': (cache, { call }) => storeCall(cache, call),
  'call-session:updated': (cache, { call }) => storeCall(cache, call),
  'call:signal': () => undefined,
})

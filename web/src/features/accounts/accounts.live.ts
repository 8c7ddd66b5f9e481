import { accountEvents } from '@noroshi/contract/accounts/accounts.events'
import { defineLive } from '../../platform/live.ts'
import { setAccessToken } from '../../platform/session.ts'

export const accountsLive = defineLive(accountEvents, {
  'session:ended': () => setAccessToken(null),
  'membership:changed': (cache) => void cache.invalidateQueries(),
  'users:updated': (cache) => void cache.invalidateQueries({ queryKey: ['positions'] }),
})

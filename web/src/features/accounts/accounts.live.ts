import { accountEvents } from '@noroshi/contract/accounts/accounts.events'
import { defineLive } from '../../platform/live.ts'
import { setAccessToken } from '../../platform/session.ts'
import { positionTypes, receivePosition } from '../../platform/store/known-positions.ts'
import { registerEntities } from '../../platform/store/stores.ts'
import { unitQuery } from './accounts.queries.ts'
import { updatePerson } from './update-person.ts'

export const accountsLive = defineLive(accountEvents, {
  'session:ended': () => setAccessToken(null),
  'unit:changed': (cache) => void cache.invalidateQueries({ queryKey: unitQuery.queryKey }),
  'membership:changed': (cache) => void cache.invalidateQueries(),
  'users:updated': (cache, { userId, position, at }) =>
    receivePosition(registerEntities(cache, positionTypes), userId, position, at),
  'users:profile': (cache, { user, version }) => updatePerson(cache, user, version),
})

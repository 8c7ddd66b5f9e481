import { accountEvents } from '@noroshi/contract/accounts/accounts.events'
import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import { defineLive } from '../../platform/connection/live.ts'
import { endSession } from '../../platform/session/session.ts'
import { hasSocketSession } from '../../platform/connection/socket.ts'
import { meQuery, unitQuery } from './accounts.queries.ts'
import { updatePerson } from './update-person.ts'

interface PersonPositions {
  readonly items: readonly PersonPosition[]
}

/** Replaces the location of a person; null removes it. An older location that arrives late changes nothing. */
export const withPosition =
  (userId: string, position: PersonPosition | null) =>
  (list: PersonPositions | undefined): PersonPositions | undefined => {
    const known = list?.items.find(({ id }) => id === userId)
    if (!list || (known && position && known.at > position.at)) return list
    const others = list.items.filter(({ id }) => id !== userId)
    return { ...list, items: position ? [...others, position] : others }
  }

export const accountsLive = defineLive(accountEvents, {
  'session:ended': () => {
    if (hasSocketSession()) endSession()
  },
  'unit:changed': (cache) => void cache.invalidateQueries({ queryKey: unitQuery.queryKey }),
  'membership:changed': (cache) => void cache.invalidateQueries(),
  'users:updated': (cache, { userId, position }) =>
    void cache.setQueriesData<PersonPositions>({ queryKey: ['positions'] }, withPosition(userId, position)),
  'users:profile': (cache, { user, version }) => updatePerson(cache, user, version),
  'users:last_seen_sharing': (cache) => void cache.invalidateQueries({ queryKey: meQuery.queryKey }),
  'users:quiet_hours': (cache) => void cache.invalidateQueries({ queryKey: meQuery.queryKey }),
})

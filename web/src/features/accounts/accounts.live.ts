import { accountEvents } from '@noroshi/contract/accounts/accounts.events'
import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import { defineLive } from '../../platform/live.ts'
import { setAccessToken } from '../../platform/session.ts'
import { showPerson } from './with-person.ts'

interface Positions {
  readonly items: readonly PersonPosition[]
}

/** Of each person the latest position; null takes it away. An older one that comes late changes nothing. */
export const withPosition =
  (userId: string, position: PersonPosition | null) =>
  (list: Positions | undefined): Positions | undefined => {
    const known = list?.items.find(({ id }) => id === userId)
    if (!list || (known && position && known.at > position.at)) return list
    const others = list.items.filter(({ id }) => id !== userId)
    return { ...list, items: position ? [...others, position] : others }
  }

export const accountsLive = defineLive(accountEvents, {
  'session:ended': () => setAccessToken(null),
  'membership:changed': (cache) => void cache.invalidateQueries(),
  'users:updated': (cache, { userId, position }) =>
    void cache.setQueriesData<Positions>({ queryKey: ['positions'] }, withPosition(userId, position)),
  'users:profile': (cache, { user, version }) => showPerson(cache, user, version),
})

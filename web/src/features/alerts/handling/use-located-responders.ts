import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { nameOf } from '../../../platform/language/person-name.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { respondersQuery } from './handling.queries.ts'

/** Returns the people with the locations that responders share for this alert, where these are newer. */
export function useLocatedResponders(
  { id, counts }: AlertForViewer,
  people: readonly PersonPosition[] | undefined,
): readonly PersonPosition[] | undefined {
  const myId = useCurrentUser()?.id
  const { data } = useQuery({ ...respondersQuery(id), enabled: people !== undefined && counts.responding > 0 })
  return useMemo(() => {
    if (!people || !data) return people
    const byId = new Map(people.map((person) => [person.id, person]))
    for (const { user, location, locatedAt } of data.items) {
      if (!user || user.id === myId || !location || locatedAt === null) continue
      const known = byId.get(user.id)
      if (known && known.at >= locatedAt) continue
      const { firstName, lastName, avatarUrl } = user
      const name = { name: nameOf(user), firstName, lastName }
      byId.set(user.id, { kind: 'user', id: user.id, ...name, avatarUrl, ...location, accuracy: null, at: locatedAt })
    }
    return [...byId.values()]
  }, [people, data, myId])
}

import type { Responder } from '@noroshi/contract/alerts/handling.http'
import { distanceMetres } from '@noroshi/contract/distance'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { locationsOfUsers } from '#/features/accounts/people/user-locations.service.ts'
import type { Caller } from '#/http/authenticate.ts'
import { groupIdsOf } from '../groups/alert-groups.service.ts'
import { loadAlert } from '../alerts.service.ts'

import { respondersOf } from './responders.sql.ts'

const RESPONDERS_MAX = 50
/** Metres to which the distance is rounded for an anonymous raiser. */
const COARSE_M = 500

/**
 * Returns the users who respond to an alert. A caller with a session gets the locations that users share with the
 * caller's groups. The device of an anonymous raiser gets no names and rounded distances only.
 */
export async function listResponders(deps: Deps, caller: Caller, id: string): Promise<{ items: Responder[] }> {
  const { row } = await loadAlert(deps, caller, id)
  const { viewer } = caller
  const responders = await respondersOf(deps.db, id, RESPONDERS_MAX)
  const groups = viewer ? await groupIdsOf(deps.db, viewer.id) : row.group_ids
  const locations = await locationsOfUsers(
    deps,
    groups,
    responders.map((responder) => responder.id),
  )
  const alertLocation =
    row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude }
  const items = responders.map(({ answered_at, progress, ...person }): Responder => {
    const shared = locations.get(person.id)
    const metres = shared && alertLocation ? distanceMetres(alertLocation, shared) : null
    return {
      user: viewer ? presentPerson(person) : null,
      answeredAt: answered_at?.toISOString() ?? null,
      ...(progress && { progress }),
      distance: metres === null ? null : viewer ? Math.round(metres) : Math.round(metres / COARSE_M) * COARSE_M,
      locatedAt: shared?.at.toISOString() ?? null,
      location: viewer && shared ? { latitude: shared.latitude, longitude: shared.longitude } : null,
    }
  })
  return { items }
}

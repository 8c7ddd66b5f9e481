import { can } from '@noroshi/contract/abilities'
import type { Responder } from '@noroshi/contract/alerts/handling.http'
import { distanceMetres, type LatLng, radians } from '@noroshi/contract/distance'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { locationsOfUsers } from '#/features/accounts/people/user-locations.service.ts'
import type { Caller } from '#/http/authenticate.ts'
import { groupIdsOf } from '../groups/alert-groups.service.ts'
import { loadAlert } from '../alerts.service.ts'
import { locationsForAlert } from './responder-locations.sql.ts'
import { respondersOf } from './responders.sql.ts'

const RESPONDERS_MAX = 50
/** Metres of the grid and of the rounding of distances for the device of an anonymous raiser. */
const COARSE_M = 500
/** Degrees of latitude of one row of the grid. */
const GRID_DEGREES = COARSE_M / 111_195

/**
 * Returns the point of a fixed grid that is next to a location, so that a raiser who moves the alert measures the distances of
 * this point only.
 */
function snapped({ latitude, longitude }: LatLng): LatLng {
  const row = Math.round(latitude / GRID_DEGREES) * GRID_DEGREES
  const column = GRID_DEGREES / Math.max(0.01, Math.cos(radians(row)))
  return { latitude: row, longitude: Math.round(longitude / column) * column }
}

const coarseMetres = (from: LatLng, to: LatLng): number => Math.round(distanceMetres(from, snapped(to)) / COARSE_M) * COARSE_M

/** Returns the newer of two locations of a user. */
const newerOf = <Located extends { readonly at: Date }>(a: Located | undefined, b: Located | undefined): Located | undefined =>
  a && b ? (a.at > b.at ? a : b) : (a ?? b)

/**
 * Returns the users who respond to an alert. A caller who reads the ledger gets the locations that users share with the
 * caller's groups, or for this alert. The device of an anonymous raiser gets no names and coarse distances only, also if its user signs in
 * without being in the audience; while the alert is active, users may show themselves to it with the location that they share
 * with the groups of the alert, or for this alert.
 */
export async function listResponders(deps: Deps, caller: Caller, id: string): Promise<{ items: Responder[] }> {
  const { row, facts } = await loadAlert(deps, caller, id)
  const { viewer } = caller
  const readsLedger = can(viewer, 'alert:readLedger', facts)
  const responders = await respondersOf(deps.db, id, RESPONDERS_MAX)
  const groups = viewer && readsLedger ? await groupIdsOf(deps.db, viewer.id) : row.group_ids
  const locations = await locationsOfUsers(
    deps,
    groups,
    responders.map((responder) => responder.id),
  )
  const forAlert = await locationsForAlert(deps.db, id, deps.now())
  const alertLocation =
    row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude }
  const items = responders.map(({ answered_at, progress, is_shown_to_raiser, ...person }): Responder => {
    const shared = newerOf(locations.get(person.id), forAlert.get(person.id))
    const isShown = readsLedger || (is_shown_to_raiser && row.resolved_at === null)
    const metresBetween = isShown ? distanceMetres : coarseMetres
    return {
      // Visitors may not open avatars.
      user: isShown ? { ...presentPerson(person), ...(viewer === null && { avatarUrl: null }) } : null,
      answeredAt: answered_at?.toISOString() ?? null,
      ...(progress && { progress }),
      distance: shared && alertLocation ? Math.round(metresBetween(alertLocation, shared)) : null,
      locatedAt: shared?.at.toISOString() ?? null,
      location: isShown && shared ? { latitude: shared.latitude, longitude: shared.longitude } : null,
    }
  })
  return { items }
}

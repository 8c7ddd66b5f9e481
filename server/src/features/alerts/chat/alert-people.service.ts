import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import { pageOf } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import { fullNameOf, presentPerson } from '#/features/accounts/people/people.service.ts'
import { locationsVisibleTo, locationsOfGroups } from '#/features/accounts/people/user-locations.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { groupIdsOf } from '../groups/alert-groups.service.ts'
import { fellowMembers } from '../groups/alert-groups.sql.ts'
import { presentRaisedForName } from '../alerts.present.ts'
import { loadAlert } from '../alerts.service.ts'
import { activeAlertLocations } from './alert-people.sql.ts'

/** Max alerts on the map. More pins would overlap. */
const MAP_PINS_MAX = 1000
/** Rows of a page of users: about what a phone renders at once. The client fetches the next page on scroll. */
const PEOPLE_PAGE = 100

/** Returns the active alerts and the shared locations of users, for the home map. */
export async function listLocations(deps: Deps, viewer: SignedIn) {
  const alerts = (await activeAlertLocations(deps.db, viewer.id, MAP_PINS_MAX)).map((row) => ({
    kind: 'alert' as const,
    id: row.id,
    name: row.first_name === null ? null : fullNameOf(row.first_name, row.last_name ?? ''),
    raisedBy: row.first_name === null ? null : { firstName: row.first_name, lastName: row.last_name ?? '' },
    ...(row.raised_for && { raisedFor: presentRaisedForName(row.raised_for) }),
    latitude: row.latitude,
    longitude: row.longitude,
    accuracy: row.accuracy,
    at: row.created_at.toISOString(),
    MessageThreadId: row.thread_id,
    ...(row.is_drill && { isDrill: true as const }),
  }))
  return { items: [...alerts, ...(await locationsVisibleTo(deps, viewer))] }
}

/** Returns the shared locations of an alert's audience, limited to the viewer's own groups. */
export async function listMemberLocations(deps: Deps, viewer: SignedIn, id: string): Promise<PersonPosition[]> {
  const { row, facts } = await loadAlert(deps, { viewer, tokenAlertId: null }, id)
  authorize(viewer, 'alert:readLedger', facts)
  // An alert gives no access to locations of users outside the viewer's own groups.
  const ownGroups = await groupIdsOf(deps.db, viewer.id)
  return locationsOfGroups(
    deps,
    viewer,
    row.reaches_everyone ? ownGroups : ownGroups.filter((group) => row.group_ids.includes(group)),
  )
}

/** Returns a page of the users who share an alert group with the viewer. */
export async function listGroupMembers(deps: Deps, viewer: SignedIn, cursor: string | undefined, pageSize = PEOPLE_PAGE) {
  const rows = await fellowMembers(deps.db, viewer.id, cursor, pageSize + 1)
  return pageOf(rows, pageSize, presentPerson)
}

import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import type { Deps } from '#/deps.ts'
import { fullNameOf, presentPerson } from '#/features/accounts/people.service.ts'
import { positionsAround, positionsOfGroups } from '#/features/accounts/positions.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { groupIdsOf } from './alert-groups.service.ts'
import { fellowMembers } from './alert-groups.sql.ts'
import { openAlert } from './alerts.service.ts'
import { activePlaces } from './alerts.sql.ts'

/** Pins on one map; more would only hide each other. */
const PLACES_MAX = 1000
/** Rows of a page of people: what a phone draws at once; the next ones come as one scrolls. */
const PEOPLE_PAGE = 100

/** Active alerts and people, for the home map. */
export async function listLocations(deps: Deps, viewer: SignedIn) {
  const alerts = (await activePlaces(deps.db, viewer.id, PLACES_MAX)).map((row) => ({
    kind: 'alert' as const,
    id: row.id,
    name: row.first_name === null ? null : fullNameOf(row.first_name, row.last_name ?? ''),
    latitude: row.latitude,
    longitude: row.longitude,
    accuracy: row.accuracy,
    at: row.created_at.toISOString(),
    MessageThreadId: row.thread_id,
  }))
  return { items: [...alerts, ...(await positionsAround(deps, viewer))] }
}

export async function listMemberLocations(deps: Deps, viewer: SignedIn, id: string): Promise<PersonPosition[]> {
  const { row, facts } = await openAlert(deps, { viewer, tokenAlertId: null }, id)
  authorize(viewer, 'alert:readLedger', facts)
  // An alert opens nobody's position to those outside their groups.
  const own = await groupIdsOf(deps.db, viewer.id)
  return positionsOfGroups(deps, viewer, row.reaches_everyone ? own : own.filter((group) => row.group_ids.includes(group)))
}

export async function listGroupMembers(deps: Deps, viewer: SignedIn, cursor: string | undefined, pageSize = PEOPLE_PAGE) {
  const rows = await fellowMembers(deps.db, viewer.id, cursor, pageSize + 1)
  const page = rows.slice(0, pageSize)
  return { items: page.map(presentPerson), nextCursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null }
}

import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import type { Location } from '@noroshi/contract/location'
import type { Deps } from '#/deps.ts'
import { groupIdsOf } from '#/features/alerts/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { alertGroupRoom } from '#/realtime/rooms.ts'
import { fullNameOf } from './people.service.ts'
import { consentsNow, deletePosition, type PositionRow, positionsIn, writePosition } from './positions.sql.ts'

/** Keeps and tells a position as far as its owner consents; without consent it is dropped unread. */
export async function sharePosition(deps: Deps, viewer: SignedIn, location: Location): Promise<boolean> {
  if (!(await consentsNow(deps.db, viewer.id))) return false
  const at = deps.now()
  await writePosition(deps.db, viewer.id, location, at)
  const { id, firstName: first_name, lastName: last_name } = viewer
  await tellGroups(deps, viewer.id, presentPosition({ id, first_name, last_name, ...location, at }))
  return true
}

export async function forgetPosition(deps: Deps, viewer: SignedIn): Promise<void> {
  if (await deletePosition(deps.db, viewer.id)) await tellGroups(deps, viewer.id, null)
}

/** A position is a passing thing: told to who is there, asked again by who was away. */
async function tellGroups(deps: Deps, userId: string, position: PersonPosition | null): Promise<void> {
  const groups = await groupIdsOf(deps.db, userId)
  if (groups.length > 0) deps.realtime.tell('users:updated', groups.map(alertGroupRoom), { userId, position })
}

/** People of one's own groups who share their position. */
export async function positionsAround(deps: Deps, viewer: SignedIn): Promise<PersonPosition[]> {
  const groups = await groupIdsOf(deps.db, viewer.id)
  return (await positionsIn(deps.db, groups, viewer.id, deps.now())).map(presentPosition)
}

/** People of these groups who share their position. */
export const positionsOfGroups = async (deps: Deps, viewer: SignedIn, groupIds: readonly string[]): Promise<PersonPosition[]> =>
  (await positionsIn(deps.db, groupIds, viewer.id, deps.now())).map(presentPosition)

const presentPosition = (row: PositionRow): PersonPosition => ({
  kind: 'user',
  id: row.id,
  name: fullNameOf(row.first_name, row.last_name),
  avatarUrl: null,
  latitude: row.latitude,
  longitude: row.longitude,
  accuracy: row.accuracy,
  at: row.at.toISOString(),
})

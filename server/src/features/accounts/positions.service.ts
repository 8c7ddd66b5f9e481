import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import type { Location } from '@noroshi/contract/location'
import type { Deps } from '#/deps.ts'
import { groupIdsOf } from '#/features/alerts/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { alertGroupRoom } from '#/realtime/rooms.ts'
import { avatarUrlOf, fullNameOf, personOf } from './people.service.ts'
import {
  deleteOldPositions,
  deletePosition,
  deleteUnshared,
  type PositionRow,
  positionsIn,
  writePosition,
} from './positions.sql.ts'

/** Keeps and tells a position as far as its owner consents; without consent it is dropped unread. */
export async function sharePosition(deps: Deps, viewer: SignedIn, location: Location): Promise<boolean> {
  const at = deps.now()
  if (!(await writePosition(deps.db, viewer.id, location, at))) return false
  await tellGroups(deps, viewer.id, presentPosition({ ...personOf(viewer), ...location, at }))
  return true
}

/** Where the consent ended, or the SOS that it hung on: what may no longer be shown is gone at once. */
export async function forgetUnshared(deps: Deps, userId: string): Promise<void> {
  if (await deleteUnshared(deps.db, userId)) await tellGroups(deps, userId, null)
}

/** Who is deactivated is on nobody's map. */
export async function hidePosition(deps: Deps, userId: string): Promise<void> {
  if (await deletePosition(deps.db, userId)) await tellGroups(deps, userId, null)
}

export const forgetOldPositions = ({ db, now }: Deps) => deleteOldPositions(db, now())

/** A position is a passing thing: told to who is there, asked again by who was away. */
async function tellGroups(deps: Deps, userId: string, position: PersonPosition | null): Promise<void> {
  const groups = await groupIdsOf(deps.db, userId)
  if (groups.length > 0) deps.realtime.tell('users:updated', groups.map(alertGroupRoom), { userId, position })
}

/** People of one's own groups who share their position. */
export const positionsAround = async (deps: Deps, viewer: SignedIn): Promise<PersonPosition[]> =>
  positionsOfGroups(deps, viewer, await groupIdsOf(deps.db, viewer.id))

/** People of these groups who share their position. */
export const positionsOfGroups = async (deps: Deps, viewer: SignedIn, groupIds: readonly string[]): Promise<PersonPosition[]> =>
  (await positionsIn(deps.db, groupIds, deps.now())).filter((row) => row.id !== viewer.id).map(presentPosition)

export const presentPosition = (row: Omit<PositionRow, 'version'>): PersonPosition => ({
  kind: 'user',
  id: row.id,
  name: fullNameOf(row.first_name, row.last_name),
  avatarUrl: avatarUrlOf(row.avatar_file_id),
  latitude: row.latitude,
  longitude: row.longitude,
  accuracy: row.accuracy,
  at: row.at.toISOString(),
})

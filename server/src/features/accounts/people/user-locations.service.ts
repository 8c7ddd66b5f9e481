import type { PersonPosition } from '@noroshi/contract/accounts/accounts.http'
import type { Location } from '@noroshi/contract/location'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { groupIdsOf } from '#/features/alerts/groups/alert-groups.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { alertGroupRoom } from '#/features/alerts/alerts.rooms.ts'
import { avatarUrlOf, fullNameOf, nameParts, personOf } from './people.service.ts'
import {
  deleteLocationsBefore,
  deleteLocation,
  deleteUnsharedLocationRows,
  type LocationRow,
  locationRows,
  sharedLocationRows,
  upsertLocation,
  usersNotHidden,
} from './user-locations.sql.ts'

/** Stores and emits a location if the user consents to sharing. Returns false and stores nothing without consent. */
export async function shareLocation(deps: Deps, viewer: SignedIn, location: Location): Promise<boolean> {
  const at = deps.now()
  if (!(await upsertLocation(deps.db, viewer.id, location, at))) return false
  await emitToGroups(deps, viewer.id, presentUserLocation({ ...personOf(viewer), ...location, at }))
  return true
}

/**
 * Deletes the location of a user without consent. Called when the consent ends or the SOS that it depends on is
 * resolved.
 */
export async function deleteUnsharedLocations(deps: Deps, userId: string): Promise<void> {
  if (await deleteUnsharedLocationRows(deps.db, userId)) await emitToGroups(deps, userId, null)
}

/** Deletes the location of a deactivated user. */
export async function hideLocation(deps: Deps, userId: string): Promise<void> {
  if (await deleteLocation(deps.db, userId)) await emitToGroups(deps, userId, null)
}

/** Deletes the location of a user who loses their groups too. @returns what tells the groups, after the commit */
export async function removeLocation(deps: Deps, tx: Tx, userId: string): Promise<() => void> {
  if (!(await deleteLocation(tx, userId))) return () => {}
  const groups = await groupIdsOf(tx, userId)
  return () => emitHint(deps, groups, userId, null)
}

/** Returns the users among these who share their location during a radio chat: all who did not choose `never`. */
export const sharingDuringRadio = (deps: Pick<Deps, 'db'>, userIds: readonly string[]): Promise<Set<string>> =>
  usersNotHidden(deps.db, userIds)

/** Deletes locations that are no longer visible because of their age. */
export const deleteExpiredLocations = ({ db, now }: Deps) => deleteLocationsBefore(db, now())

/** Emits a hint without a journal entry (decisions/0052): clients refetch the locations after a reconnect. */
async function emitToGroups(deps: Deps, userId: string, position: PersonPosition | null): Promise<void> {
  emitHint(deps, await groupIdsOf(deps.db, userId), userId, position)
}

function emitHint({ realtime }: Deps, groups: readonly string[], userId: string, position: PersonPosition | null): void {
  if (groups.length > 0) realtime.emitHint('users:updated', groups.map(alertGroupRoom), { userId, position })
}

/** Returns the shared locations of the viewer's groups. */
export const locationsVisibleTo = async (deps: Deps, viewer: SignedIn): Promise<PersonPosition[]> =>
  locationsOfGroups(deps, viewer, await groupIdsOf(deps.db, viewer.id))

/** Returns the shared locations of these groups without the viewer. */
export const locationsOfGroups = async (deps: Deps, viewer: SignedIn, groupIds: readonly string[]): Promise<PersonPosition[]> =>
  (await locationRows(deps.db, groupIds, deps.now())).filter((row) => row.id !== viewer.id).map(presentUserLocation)

/** Returns the locations that these users share with these groups, by user. */
export async function locationsOfUsers(deps: Deps, groupIds: readonly string[], userIds: readonly string[]) {
  const rows = await locationRows(deps.db, groupIds, deps.now(), userIds)
  return new Map(rows.map((row) => [row.id, { latitude: row.latitude, longitude: row.longitude, at: row.at }]))
}

/** Returns the locations that these users share with their groups now, not older than `from`. */
export async function sharedLocationsOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userIds: readonly string[],
  from: Date,
): Promise<PersonPosition[]> {
  return userIds.length === 0 ? [] : (await sharedLocationRows(db, userIds, from, now())).map(presentUserLocation)
}

export const presentUserLocation = (row: Omit<LocationRow, 'version'>): PersonPosition => ({
  kind: 'user',
  id: row.id,
  name: fullNameOf(row.first_name, row.last_name),
  ...nameParts(row),
  avatarUrl: avatarUrlOf(row.avatar_file_id),
  latitude: row.latitude,
  longitude: row.longitude,
  accuracy: row.accuracy,
  at: row.at.toISOString(),
})

import type { Me, Person } from '@noroshi/contract/accounts/accounts.http'
import type { Profile } from '@noroshi/contract/accounts/people.http'
import type { ProfileForm } from '@noroshi/contract/accounts/profile'
import { PEOPLE_FOUND_MAX } from '@noroshi/contract/limits'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { audienceSize, groupIdsOf } from '#/features/alerts/groups/alert-groups.service.ts'
import { discardReceived, type FileReaders, insertFiles, removeFiles } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { alertGroupRoom } from '#/features/alerts/alerts.rooms.ts'
import { updateUser, userForUpdate, findUser, type UserRow } from '../accounts.sql.ts'
import { presentPerson } from './people.service.ts'
import { peopleByPrefix, peopleByGrams } from './people.sql.ts'
import { presentMe, presentProfile, rowOf } from './profile.present.ts'

/** Returns users whose name starts with the search text, then users whose name contains each word. */
export async function searchPeople({ db }: Deps, search: string): Promise<Person[]> {
  const byPrefix = await peopleByPrefix(db, search, PEOPLE_FOUND_MAX)
  const remaining = PEOPLE_FOUND_MAX - byPrefix.length
  const ids = byPrefix.map(({ id }) => id)
  const byGrams = remaining === 0 ? [] : await peopleByGrams(db, search, ids, remaining)
  return [...byPrefix, ...byGrams.toSorted((a, b) => (a.first_name < b.first_name ? -1 : 1))].map(presentPerson)
}

/** Returns the public profile of an active user. @throws user.notFound, user.inactive (404) */
export async function readProfile({ db }: Deps, id: string): Promise<Profile> {
  const user = await findUser(db, id)
  if (user?.is_active === false) throw new AppError('user.inactive')
  return presentProfile(assertActive(user))
}

/** Checks the right to edit a profile. @throws user.notFound (404); forbidden (403) for the profile of another user. */
export async function mayEditProfile({ db }: Deps, viewer: SignedIn, id: string): Promise<void> {
  authorize(viewer, 'profile:edit', assertActive(await findUser(db, id)))
}

/**
 * Changes a profile. A new name is emitted to the user's alert groups.
 * @throws user.notFound (404); forbidden (403) for the profile of another user.
 */
export const editProfile = (deps: Deps, viewer: SignedIn, id: string, form: ProfileForm): Promise<Me> =>
  deps.transaction(async (tx) => {
    const user = assertActive(await userForUpdate(tx, id))
    authorize(viewer, 'profile:edit', user)
    const edited = await updateUser(tx, id, rowOf(form))
    if (edited.first_name !== user.first_name || edited.last_name !== user.last_name) await emitProfile(tx, edited)
    return presentMe(edited, viewer, await audienceSize(tx, id))
  })

/** Replaces the avatar and deletes the old file. @throws file.missing (400) without a file. */
export async function changeAvatar(deps: Deps, viewer: SignedIn, files: readonly ReceivedFile[]): Promise<Me> {
  if (files.length === 0) throw new AppError('file.missing')
  return replaceAvatar(deps, viewer, files)
}

/** Removes the avatar and deletes its file. */
export const removeAvatar = (deps: Deps, viewer: SignedIn): Promise<Me> => replaceAvatar(deps, viewer, [])

async function replaceAvatar(deps: Deps, viewer: SignedIn, files: readonly ReceivedFile[]): Promise<Me> {
  const { id } = viewer
  const { me, old } = await deps.transaction(async (tx) => {
    const { avatar_file_id: oldId } = assertActive(await userForUpdate(tx, id))
    const [file] = await insertFiles(tx, { kind: 'user', id }, files)
    const edited = await updateUser(tx, id, { avatar_file_id: file?.id ?? null })
    await emitProfile(tx, edited)
    return {
      me: presentMe(edited, viewer, await audienceSize(tx, id)),
      old: await removeFiles(tx, oldId === null ? [] : [oldId]),
    }
  })
  await discardReceived(deps, old)
  return me
}

/** Emits the profile to the user and the members of the user's alert groups. */
async function emitProfile(tx: Tx, user: UserRow): Promise<void> {
  const groups = await groupIdsOf(tx, user.id)
  const rooms = [userRoom(user.id), ...groups.map(alertGroupRoom)]
  tx.emit('users:profile', rooms, { user: presentPerson(user), version: user.version })
}

function assertActive(user: UserRow | undefined): UserRow {
  if (user?.is_active !== true) throw new AppError('user.notFound')
  return user
}

/** All signed-in users may read avatars. */
export const mayReadAvatars: FileReaders['user'] = async (_deps, { viewer }) => viewer !== null

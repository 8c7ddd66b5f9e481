import type { Me, Person } from '@noroshi/contract/accounts/accounts.http'
import type { Profile } from '@noroshi/contract/accounts/people.http'
import type { ProfileForm } from '@noroshi/contract/accounts/profile'
import { PEOPLE_FOUND_MAX } from '@noroshi/contract/limits'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { audienceSize, groupIdsOf } from '#/features/alerts/alert-groups.service.ts'
import { discardAfter, discardReceived, type FileReaders, insertFiles, removeFiles } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads.ts'
import { alertGroupRoom, userRoom } from '#/realtime/rooms.ts'
import { updateUser, userForUpdate, userIfThere, type UserRow } from './accounts.sql.ts'
import { presentPerson } from './people.service.ts'
import { peopleBeginningWith, peopleWith } from './people.sql.ts'
import { presentMe, presentProfile } from './profile.present.ts'

/** Whose name begins with the words comes first, then who has them anywhere in the name. */
export async function searchPeople({ db }: Deps, words: string): Promise<Person[]> {
  const first = await peopleBeginningWith(db, words, PEOPLE_FOUND_MAX)
  const left = PEOPLE_FOUND_MAX - first.length
  const ids = first.map(({ id }) => id)
  const others = left === 0 ? [] : await peopleWith(db, words, ids, left)
  return [...first, ...others.toSorted((a, b) => (a.first_name < b.first_name ? -1 : 1))].map(presentPerson)
}

/** @throws user.notFound (404) for a deactivated person too. */
export const readProfile = async ({ db }: Deps, id: string): Promise<Profile> => presentProfile(active(await userIfThere(db, id)))

/** @throws user.notFound (404); forbidden (403) for another's. */
export async function mayEditProfile({ db }: Deps, viewer: SignedIn, id: string): Promise<void> {
  authorize(viewer, 'profile:edit', active(await userIfThere(db, id)))
}

/** @throws user.notFound (404); forbidden (403) for another's. */
export const editProfile = (deps: Deps, viewer: SignedIn, id: string, form: ProfileForm): Promise<Me> =>
  deps.transaction(async (tx) => {
    const user = active(await userForUpdate(tx, id))
    authorize(viewer, 'profile:edit', user)
    const edited = await updateUser(tx, id, {
      first_name: form.firstName,
      last_name: form.lastName,
      gender: form.gender,
      phone_number: form.phoneNumber,
      address_line_one: form.addressLineOne,
      address_line_two: form.addressLineTwo,
      city: form.city,
      state: form.state,
      postal_area_code: form.postalAreaCode,
      country: form.country,
    })
    if (edited.first_name !== user.first_name || edited.last_name !== user.last_name) await tellProfile(tx, edited)
    return presentMe(edited, await audienceSize(tx, id))
  })

/** The new picture takes the place of the old one, whose bytes go. @throws file.missing (400) where none was sent. */
export async function changeAvatar(deps: Deps, viewer: SignedIn, files: readonly ReceivedFile[]): Promise<Me> {
  if (files.length === 0) throw new AppError('file.missing')
  try {
    return await replaceAvatar(deps, viewer.id, files)
  } catch (error) {
    await discardAfter(error, deps, files)
    throw error
  }
}

export const removeAvatar = (deps: Deps, viewer: SignedIn): Promise<Me> => replaceAvatar(deps, viewer.id, [])

async function replaceAvatar(deps: Deps, id: string, files: readonly ReceivedFile[]): Promise<Me> {
  const { me, old } = await deps.transaction(async (tx) => {
    const { avatar_file_id: oldId } = active(await userForUpdate(tx, id))
    const [file] = await insertFiles(tx, { kind: 'user', id }, files)
    const edited = await updateUser(tx, id, { avatar_file_id: file?.id ?? null })
    await tellProfile(tx, edited)
    return {
      me: presentMe(edited, await audienceSize(tx, id)),
      old: await removeFiles(tx, oldId === null ? [] : [oldId]),
    }
  })
  await discardReceived(deps, old)
  return me
}

/** To the person and those who see them: the members of their alert groups. */
async function tellProfile(tx: Tx, user: UserRow): Promise<void> {
  const groups = await groupIdsOf(tx, user.id)
  const rooms = [userRoom(user.id), ...groups.map(alertGroupRoom)]
  tx.announce('users:profile', rooms, { user: presentPerson(user), version: user.version })
}

function active(user: UserRow | undefined): UserRow {
  if (user?.is_active !== true) throw new AppError('user.notFound')
  return user
}

/** A picture of a person is for whoever is signed in. */
export const mayReadAvatars: FileReaders['user'] = async (_deps, { viewer }) => viewer !== null

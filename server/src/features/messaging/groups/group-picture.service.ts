import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import type { Deps } from '#/deps.ts'
import { discardReceived, type FileReaders, insertFiles, removeFiles } from '#/features/files/files.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { authorize } from '#/http/authorize.ts'
import { AppError } from '#/http/errors.ts'
import type { ReceivedFile } from '#/http/uploads/uploads.ts'
import { emitThreadChanged, membershipIn, readThread } from '../threads.service.ts'
import { raiseThreadVersion } from '../threads.sql.ts'
import { pictureOf, updateGroup } from './groups.sql.ts'
import { changeGroup } from './members.service.ts'
import { memberOf } from './members.sql.ts'

/**
 * Checks the right to change the picture before it is uploaded.
 * @throws thread.notFound (404); thread.notAllowed (403) for a member who is not an admin.
 */
export async function assertMayChangePicture({ db }: Deps, viewer: SignedIn, id: string): Promise<void> {
  const { kind, is_admin: isAdmin } = await membershipIn(db, viewer, id)
  if (kind !== 'group') throw new AppError('thread.notFound')
  authorize(viewer, 'group:edit', { isMember: true, isAdmin, userId: null }, 'thread.notAllowed')
}

/** Replaces the picture of a group and deletes the old file. @throws file.missing (400) without a file. */
export async function changePicture(deps: Deps, viewer: SignedIn, id: string, files: readonly ReceivedFile[]) {
  if (files.length === 0) throw new AppError('file.missing')
  return replacePicture(deps, viewer, id, files)
}

/** Removes the picture of a group and deletes its file. */
export const removePicture = (deps: Deps, viewer: SignedIn, id: string): Promise<MessageThread> =>
  replacePicture(deps, viewer, id, [])

async function replacePicture(deps: Deps, viewer: SignedIn, id: string, files: readonly ReceivedFile[]): Promise<MessageThread> {
  const { thread, old } = await changeGroup(deps, viewer, id, 'group:edit', null, async (tx) => {
    const oldId = await pictureOf(tx, id)
    const [file] = await insertFiles(tx, { kind: 'group', id }, files)
    await updateGroup(tx, id, { picture_file_id: file?.id ?? null }, deps.now())
    await raiseThreadVersion(tx, id, deps.now())
    await emitThreadChanged(tx, id)
    return { thread: await readThread(tx, viewer, id), old: await removeFiles(tx, oldId === null ? [] : [oldId]) }
  })
  await discardReceived(deps, old)
  return thread
}

/** The members of a group read its picture. */
export const mayReadGroupPicture: FileReaders['group'] = async ({ db }, { viewer }, id) =>
  viewer !== null && (await memberOf(db, id, viewer.id)) !== undefined

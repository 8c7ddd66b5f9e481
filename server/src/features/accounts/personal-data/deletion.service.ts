import type { Tx } from '#/db/transaction.ts'
import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { discardReceived, removeFiles } from '#/features/files/files.service.ts'
import { deleteMessagesOf, leaveGroupsOf, removeMentionsOf } from '#/features/messaging/deleted-users.service.ts'
import { emitDraftsOfDeleted } from '#/features/pages/deleted-authors.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ALL_USERS, sessionRoom } from '#/realtime/rooms.ts'
import { userForUpdate, type UserRow } from '../accounts.sql.ts'
import { lockAdministrators } from '../admin-users.sql.ts'
import { lockVerified, verifyCurrentPassword } from '../passwords/current-password.service.ts'
import { presentPerson } from '../people/people.service.ts'
import { removeLocation } from '../people/user-locations.service.ts'
import { endSessionRows } from '../sessions/sessions.sql.ts'
import {
  blankRows,
  completeDeletion,
  deleteInvitationsTo,
  type DeletionRow,
  deleteRows,
  hasActiveAlert,
  insertDeletion,
  markDeleted,
  openDeletions,
  removeReportedName,
} from './deletion.sql.ts'
import { removeFromJournal } from './journal-names.ts'
import { allPersonalTables } from './personal-tables.ts'

interface Deletion {
  readonly currentPassword: string
  readonly deletesMessages: boolean
}

/** Milliseconds after which no transaction runs that has read the name before the deletion. */
const SETTLED_AFTER_MS = 60_000

/**
 * Deletes the account of the actor.
 * @throws auth.wrongPassword (400); account.lastAdmin, account.hasActiveAlert (409); tooManyRequests (429)
 */
export const deleteOwnAccount = (deps: Deps, auditActor: AuditActor, deletion: Deletion): Promise<void> =>
  deleteAccount(deps, auditActor, auditActor.actor.id, deletion)

/**
 * Deletes the account of another user.
 * @throws auth.wrongPassword (400); account.self, forbidden (403); user.notFound (404); account.hasActiveAlert (409);
 * tooManyRequests (429)
 */
export async function deleteAccountOf(deps: Deps, auditActor: AuditActor, id: string, deletion: Deletion): Promise<void> {
  if (id === auditActor.actor.id) throw new AppError('account.self')
  await deleteAccount(deps, auditActor, id, deletion)
}

/**
 * One transaction removes what is personal and ends the sessions. What takes longer, such as the deletion of many messages,
 * follows at once in the background, and a job continues it after a crash.
 */
async function deleteAccount(deps: Deps, { actor, ip }: AuditActor, id: string, deletion: Deletion): Promise<void> {
  const verified = await verifyCurrentPassword(deps, actor, deletion.currentPassword)
  const { files, tellGroups } = await deps.transaction(async (tx) => {
    const administrators = await lockAdministrators(tx)
    await lockVerified(tx, verified)
    const isSelf = id === actor.id
    if (isSelf && administrators.includes(id) && administrators.length === 1) throw new AppError('account.lastAdmin')
    if (!isSelf && !administrators.includes(actor.id)) throw new AppError('forbidden')
    const user = await userForUpdate(tx, id)
    if (!user || user.deleted_at !== null || user.home_unit !== null) throw new AppError('user.notFound')
    const removed = await removePersonalData(deps, tx, user)
    // The change of the user has waited for an SOS that was being raised.
    if (await hasActiveAlert(tx, id)) throw new AppError('account.hasActiveAlert')
    await insertDeletion(tx, id, deletion.deletesMessages, deps.now())
    await recordAudit(tx, {
      actor: isSelf ? { id, firstName: '', lastName: '' } : actor,
      ip: isSelf ? '' : ip,
      action: isSelf ? 'user.deletedSelf' : 'user.deleted',
      targetKind: 'user',
      targetId: id,
    })
    return removed
  })
  tellGroups()
  deps.dailyUsage.forget(id)
  await discardReceived(deps, files)
  deps.runInBackground(() => continueDeletions(deps))
}

/** Ends the sessions and removes what is personal. The caller discards the files and tells the groups after the commit. */
async function removePersonalData(deps: Deps, tx: Tx, user: UserRow) {
  const tellGroups = await removeLocation(deps, tx, user.id)
  return { files: await removePersonalRows(tx, user, deps.now()), tellGroups }
}

/**
 * Repeats the deletion of an account in a database that was restored from before it. The server continues it.
 * @returns the deleted files; null: the database does not have the account, or has its deletion
 */
export async function repeatAccountDeletion(
  tx: Tx,
  { id, at, deletesMessages }: { readonly id: string; readonly at: Date; readonly deletesMessages: boolean },
) {
  const user = await userForUpdate(tx, id)
  if (!user || user.deleted_at !== null || user.home_unit !== null) return null
  await insertDeletion(tx, id, deletesMessages, at)
  return removePersonalRows(tx, user, at)
}

/** Ends the sessions and removes the rows with what is personal. Returns the files that the caller discards after the commit. */
async function removePersonalRows(tx: Tx, user: UserRow, at: Date) {
  const ended = await endSessionRows(tx, user.id)
  tx.emit(
    'session:ended',
    ended.map((session) => sessionRoom(session.id)),
    { reason: 'deleted' },
  )
  for (const [name, table] of allPersonalTables) await blankRows(tx, name, table, user.id)
  await emitDraftsOfDeleted(tx, user.id)
  for (const [name, table] of allPersonalTables) await deleteRows(tx, name, table, user.id)
  await removeReportedName(tx, user.id)
  await deleteInvitationsTo(tx, user.email)
  const deleted = await markDeleted(tx, user.id, at)
  tx.emit('users:profile', [ALL_USERS], { user: presentPerson(deleted), version: deleted.version })
  tx.emitInternal('user:activityChanged', { userId: user.id })
  return removeFiles(tx, user.avatar_file_id === null ? [] : [user.avatar_file_id])
}

/** Does what remains of the deletions that have begun. A failure of one does not stop the others. */
export async function continueDeletions(deps: Deps): Promise<void> {
  for (const row of await openDeletions(deps.db)) await continueDeletion(deps, row).catch(deps.logError)
}

/** Each step repeats without harm. The last run removes what a transaction wrote that had read the name before the deletion. */
async function continueDeletion(deps: Deps, { user_id: id, deletes_messages, begun_at }: DeletionRow): Promise<void> {
  const isSettled = deps.now().getTime() - begun_at.getTime() >= SETTLED_AFTER_MS
  await leaveGroupsOf(deps, id)
  if (deletes_messages) await deleteMessagesOf(deps, id)
  await removeMentionsOf(deps, id)
  await removeFromJournal(deps, id)
  if (!isSettled) return
  await deps.transaction(async (tx) => {
    await removeRows(tx, id) // that requests wrote which had begun before
    await completeDeletion(tx, id)
  })
}

/** Blanks and deletes the rows of a user, as the list of the tables says. */
async function removeRows(tx: Tx, id: string): Promise<void> {
  for (const [name, table] of allPersonalTables) await blankRows(tx, name, table, id)
  for (const [name, table] of allPersonalTables) await deleteRows(tx, name, table, id)
}

export const deletionsJob = (deps: Deps): Job => ({
  name: 'account deletions',
  every: SETTLED_AFTER_MS,
  run: () => continueDeletions(deps),
})

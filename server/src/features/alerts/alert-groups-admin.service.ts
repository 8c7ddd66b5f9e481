import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { AlertGroup, AlertGroupForm, AlertGroupMember } from '@noroshi/contract/alerts/alert-groups.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { peopleById } from '#/features/accounts/people-by-id.service.ts'
import { presentPerson } from '#/features/accounts/people.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { Doer } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { alertGroupRoom, userRoom } from '#/realtime/rooms.ts'
import {
  alertGroupById,
  alertGroupForUpdate,
  alertGroupMemberRows,
  type AlertGroupRow,
  alertGroupRows,
  BUILT_IN_GROUP,
  deleteMembers,
  insertAlertGroup,
  insertMembers,
  updateAlertGroup,
} from './alert-groups-admin.sql.ts'

type Form = z.output<typeof AlertGroupForm>

const targetKind = 'alertGroup'
/** Names that the log keeps of a change of many people. */
const NAMES_KEPT = 20

export const listAlertGroups = async (deps: Deps): Promise<{ items: AlertGroup[]; nextCursor: null }> => ({
  items: (await alertGroupRows(deps.db)).map(presentGroup),
  nextCursor: null,
})

/** @throws alertGroup.notFound (404), for a deleted one too. */
function there(row: AlertGroupRow | undefined): AlertGroupRow {
  if (!row) throw new AppError('alertGroup.notFound')
  return row
}

const readGroup = async (db: Db, id: string): Promise<AlertGroup> => presentGroup(there(await alertGroupById(db, id)))

export async function createAlertGroup(deps: Deps, doer: Doer, form: Form): Promise<AlertGroup> {
  const id = uuidv7()
  return deps.transaction(async (tx) => {
    await insertAlertGroup(tx, { id, ...columnsOf(form) })
    await recordAudit(tx, { ...doer, action: 'alertGroup.created', targetKind, targetId: id, details: form })
    return readGroup(tx, id)
  })
}

/** @throws alertGroup.notFound (404). */
export async function changeAlertGroup(deps: Deps, doer: Doer, id: string, form: Form): Promise<AlertGroup> {
  return deps.transaction(async (tx) => {
    there(await alertGroupForUpdate(tx, id))
    await updateAlertGroup(tx, id, columnsOf(form))
    await recordAudit(tx, { ...doer, action: 'alertGroup.changed', targetKind, targetId: id, details: form })
    return readGroup(tx, id)
  })
}

/**
 * No new alert goes to it. Its people stay in it, so that the alerts that it brought them remain theirs.
 * @throws alertGroup.notFound (404); alertGroup.builtIn (409).
 */
export async function deleteAlertGroup(deps: Deps, doer: Doer, id: string): Promise<void> {
  if (id === BUILT_IN_GROUP) throw new AppError('alertGroup.builtIn')
  await deps.transaction(async (tx) => {
    const { name } = there(await alertGroupForUpdate(tx, id))
    await updateAlertGroup(tx, id, { deleted_at: deps.now() })
    await recordAudit(tx, { ...doer, action: 'alertGroup.deleted', targetKind, targetId: id, details: { name } })
    tx.announce('membership:changed', [alertGroupRoom(id)], {})
  })
}

/** @throws alertGroup.notFound (404). */
export async function listAlertGroupMembers(deps: Deps, id: string, name: string, cursor: string | undefined) {
  there(await alertGroupById(deps.db, id))
  const rows = await alertGroupMemberRows(deps.db, id, name, cursor, PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  const items: AlertGroupMember[] = page.map((row) => ({ ...presentPerson(row), isActive: row.is_active }))
  return { items, nextCursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null }
}

/** At once they hear what the group hears. @throws alertGroup.notFound, alertGroup.personNotFound (404). */
export const addAlertGroupMembers = (deps: Deps, doer: Doer, id: string, userIds: readonly string[]): Promise<AlertGroup> =>
  deps.transaction(async (tx) => {
    const group = there(await alertGroupForUpdate(tx, id))
    const people = await peopleById(tx, userIds)
    if (userIds.some((userId) => !people.has(userId))) throw new AppError('alertGroup.personNotFound')
    const added = await insertMembers(tx, id, userIds)
    tx.beforeTelling(() => deps.realtime.joinRoom(added, alertGroupRoom(id)))
    await note(tx, doer, 'alertGroup.membersAdded', group, added)
    return readGroup(tx, id)
  })

/** At once they hear and read no more of what this group alone brought them. @throws alertGroup.notFound (404). */
export const removeAlertGroupMembers = (deps: Deps, doer: Doer, id: string, userIds: readonly string[]): Promise<AlertGroup> =>
  deps.transaction(async (tx) => {
    const group = there(await alertGroupForUpdate(tx, id))
    const removed = await deleteMembers(tx, id, userIds)
    tx.beforeTelling(() => deps.realtime.leaveRoom(removed, alertGroupRoom(id)))
    await note(tx, doer, 'alertGroup.membersRemoved', group, removed)
    return readGroup(tx, id)
  })

async function note(tx: Tx, doer: Doer, action: string, group: AlertGroupRow, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const people = await peopleById(tx, userIds.slice(0, NAMES_KEPT))
  const details = { name: group.name, count: userIds.length, people: [...people.values()].map((person) => person.fullName) }
  await recordAudit(tx, { ...doer, action, targetKind, targetId: group.id, details })
  tx.announce('membership:changed', userIds.map(userRoom), {})
}

const columnsOf = ({ name, isAnonymous, takesNewUsers }: Form) => ({
  name,
  is_anonymous: isAnonymous,
  takes_new_users: takesNewUsers,
})

const presentGroup = (row: AlertGroupRow): AlertGroup => ({
  id: row.id,
  name: row.name,
  isAnonymous: row.is_anonymous,
  takesNewUsers: row.takes_new_users,
  isBuiltIn: row.id === BUILT_IN_GROUP,
  memberCount: row.member_count,
  updatedAt: row.updated_at.toISOString(),
})

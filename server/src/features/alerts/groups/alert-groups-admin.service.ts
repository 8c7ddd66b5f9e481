import { newId } from '#/db/ids.ts'
import type { z } from 'zod'
import type { AlertGroup, AlertGroupForm, AlertGroupMember } from '@noroshi/contract/alerts/alert-groups.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { type Db, isUniqueViolation } from '#/db/pool.ts'
import type { Tx } from '#/db/transaction.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import { peopleById } from '#/features/accounts/people/people-by-id.service.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { isSharing } from '#/features/units/roster.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { alertGroupRoom } from '../alerts.rooms.ts'
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

/** Whether it is the default group, which the first start creates. */
export const isBuiltInGroup = (id: string): boolean => id === BUILT_IN_GROUP

const targetKind = 'alertGroup'
/** Max names in the audit entry of a change of many members. */
const NAMES_LOGGED = 20

/** Returns all alert groups with their number of active members. */
export const listAlertGroups = async (deps: Deps): Promise<{ items: AlertGroup[]; nextCursor: null }> => ({
  items: (await alertGroupRows(deps.db)).map(presentGroup),
  nextCursor: null,
})

/** @throws alertGroup.notFound (404), also for a deleted group. */
function assertFound(row: AlertGroupRow | undefined): AlertGroupRow {
  if (!row) throw new AppError('alertGroup.notFound')
  return row
}

const readGroup = async (db: Db, id: string): Promise<AlertGroup> => presentGroup(assertFound(await alertGroupById(db, id)))

function rethrowNameTaken(error: unknown): never {
  throw isUniqueViolation(error, 'alert_groups_by_name') ? new AppError('alertGroup.nameTaken') : error
}

/** Creates an alert group without members. @throws alertGroup.nameTaken, alertGroup.unitsNotSharing (409). */
export async function createAlertGroup(deps: Deps, auditActor: AuditActor, form: Form): Promise<AlertGroup> {
  const id = newId()
  return deps
    .transaction(async (tx) => {
      await insertAlertGroup(tx, { id, ...columnsOf(form), scope: await scopeOf(tx, form, { id, scope: 'unit' }) })
      await recordAudit(tx, { ...auditActor, action: 'alertGroup.created', targetKind, targetId: id, details: form })
      return readGroup(tx, id)
    })
    .catch(rethrowNameTaken)
}

/**
 * Changes the name, the flags and the scope of an alert group.
 * @throws alertGroup.notFound (404); alertGroup.nameTaken, alertGroup.ofOtherUnit, alertGroup.unitsNotSharing,
 * alertGroup.staysShared (409).
 */
export async function changeAlertGroup(deps: Deps, auditActor: AuditActor, id: string, form: Form): Promise<AlertGroup> {
  return deps
    .transaction(async (tx) => {
      const before = assertFound(await alertGroupForUpdate(tx, id))
      if (before.home_unit !== null && form.name !== before.name) throw new AppError('alertGroup.ofOtherUnit')
      await updateAlertGroup(tx, id, { ...columnsOf(form), scope: await scopeOf(tx, form, before) })
      await recordAudit(tx, { ...auditActor, action: 'alertGroup.changed', targetKind, targetId: id, details: form })
      return readGroup(tx, id)
    })
    .catch(rethrowNameTaken)
}

/**
 * Deletes a group: new alerts no longer reach it. Its members keep their rows, so that they can still read its earlier
 * alerts.
 * @throws alertGroup.notFound (404); alertGroup.builtIn (409).
 */
export async function deleteAlertGroup(deps: Deps, auditActor: AuditActor, id: string): Promise<void> {
  if (isBuiltInGroup(id)) throw new AppError('alertGroup.builtIn')
  await deps.transaction(async (tx) => {
    const { name } = assertFound(await alertGroupForUpdate(tx, id))
    await updateAlertGroup(tx, id, { deleted_at: deps.now() })
    await recordAudit(tx, { ...auditActor, action: 'alertGroup.deleted', targetKind, targetId: id, details: { name } })
    tx.emit('membership:changed', [alertGroupRoom(id)], {})
  })
}

/**
 * Returns a page of the members of an alert group, filtered by a part of the name.
 * @throws alertGroup.notFound (404).
 */
export async function listAlertGroupMembers(deps: Deps, id: string, name: string, cursor: string | undefined) {
  assertFound(await alertGroupById(deps.db, id))
  const rows = await alertGroupMemberRows(deps.db, id, name, cursor, PAGE_SIZE + 1)
  return pageOf(rows, PAGE_SIZE, (row): AlertGroupMember => ({ ...presentPerson(row), isActive: row.is_active }))
}

/**
 * Adds members. Their sockets join the group's topic at once.
 * @throws alertGroup.notFound, alertGroup.personNotFound (404).
 */
export const addAlertGroupMembers = (
  deps: Deps,
  auditActor: AuditActor,
  id: string,
  userIds: readonly string[],
): Promise<AlertGroup> =>
  deps.transaction(async (tx) => {
    const group = assertFound(await alertGroupForUpdate(tx, id))
    const people = await peopleById(tx, userIds)
    if (userIds.some((userId) => !people.has(userId))) throw new AppError('alertGroup.personNotFound')
    const added = await insertMembers(tx, id, userIds)
    await recordMemberChange(tx, auditActor, 'alertGroup.membersAdded', group, added)
    return readGroup(tx, id)
  })

/** Removes members. They lose the alerts that only this group gave them, at once. @throws alertGroup.notFound (404). */
export const removeAlertGroupMembers = (
  deps: Deps,
  auditActor: AuditActor,
  id: string,
  userIds: readonly string[],
): Promise<AlertGroup> =>
  deps.transaction(async (tx) => {
    const group = assertFound(await alertGroupForUpdate(tx, id))
    const removed = await deleteMembers(tx, id, userIds)
    await recordMemberChange(tx, auditActor, 'alertGroup.membersRemoved', group, removed)
    return readGroup(tx, id)
  })

async function recordMemberChange(
  tx: Tx,
  auditActor: AuditActor,
  action: string,
  group: AlertGroupRow,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  const people = await peopleById(tx, userIds.slice(0, NAMES_LOGGED))
  const details = { name: group.name, count: userIds.length, people: [...people.values()].map((person) => person.fullName) }
  await recordAudit(tx, { ...auditActor, action, targetKind, targetId: group.id, details })
  tx.emit('membership:changed', userIds.map(userRoom), {})
}

/**
 * Returns the scope that the form chooses. The group 'Everyone' is of each unit, so that its scope can be changed back.
 * @throws alertGroup.unitsNotSharing, alertGroup.staysShared (409)
 */
async function scopeOf(
  tx: Tx,
  { isShared }: Form,
  { id, scope }: Pick<AlertGroupRow, 'id' | 'scope'>,
): Promise<AlertGroupRow['scope']> {
  if (isShared === undefined || isShared === (scope === 'group')) return scope
  if (!isShared && !isBuiltInGroup(id)) throw new AppError('alertGroup.staysShared')
  if (isShared && !(await isSharing(tx))) throw new AppError('alertGroup.unitsNotSharing')
  return isShared ? 'group' : 'unit'
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
  isBuiltIn: isBuiltInGroup(row.id),
  ...(row.scope === 'group' && { isShared: true }),
  ...(row.unit_name !== null && { unitName: row.unit_name }),
  memberCount: row.member_count,
  updatedAt: row.updated_at.toISOString(),
})

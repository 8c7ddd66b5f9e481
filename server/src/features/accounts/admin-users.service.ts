import type { z } from 'zod'
import type { AdminUser, adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { Tx } from '#/db/transaction.ts'
import { pageOf } from '#/db/page-of.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { ownLink } from '#/http/own-link.ts'
import { sessionRoom, userRoom } from '#/realtime/rooms.ts'
import { updateUser, userForUpdate, findUser, type UserRow } from './accounts.sql.ts'
import { countUsersForAdmin, lockAdministrators, usersForAdmin } from './admin-users.sql.ts'
import { insertResetLink } from './passwords/passwords.service.ts'
import { deleteResetsOf } from './passwords/passwords.sql.ts'
import { fullNameOf, presentPerson } from './people/people.service.ts'
import { hideLocation } from './people/user-locations.service.ts'
import { turnOff } from './sessions/second-factor.service.ts'
import { endSessionRows, unrestrictSessions } from './sessions/sessions.sql.ts'

type Search = z.output<typeof adminUserRoutes.list.query>

export const presentAdminUser = (row: UserRow): AdminUser => ({
  ...presentPerson(row),
  email: row.email,
  isAdmin: row.is_admin,
  isActive: row.is_active,
  hasSecondFactor: row.has_second_factor,
  hasDailyLimit: row.has_daily_limit,
  createdAt: row.created_at.toISOString(),
  version: row.version,
})

/** Returns a page of all users, ordered by name. */
export async function listUsers({ db }: Deps, { text, filter, cursor }: Search) {
  const search = { text, filter }
  const [rows, total] = await Promise.all([usersForAdmin(db, search, cursor, PAGE_SIZE + 1), countUsersForAdmin(db, search)])
  return { ...pageOf(rows, PAGE_SIZE, presentAdminUser), total }
}

/** Returns a user for administration. @throws user.notFound (404). */
export const readUser = async ({ db }: Deps, id: string): Promise<AdminUser> =>
  presentAdminUser(assertFound(await findUser(db, id)))

/** Activates a user. An active user stays unchanged. @throws user.notFound (404). */
export const activateUser = (deps: Deps, auditActor: AuditActor, id: string): Promise<AdminUser> =>
  changeUser(deps, auditActor, id, async (tx, user) => {
    if (user.is_active) return null
    tx.emitInternal('user:activityChanged', { userId: id })
    return { action: 'user.activated', changed: await updateUser(tx, id, { is_active: true }) }
  })

/**
 * Deactivates a user. Ends the sessions and sockets and deletes the reset links and the shared location at once.
 * @throws user.selfDeactivate (403), user.notFound (404).
 */
export async function deactivateUser(deps: Deps, auditActor: AuditActor, id: string): Promise<AdminUser> {
  const deactivated = await changeUser(deps, auditActor, id, async (tx, user) => {
    if (id === auditActor.actor.id) throw new AppError('user.selfDeactivate')
    if (!user.is_active) return null
    const changed = await updateUser(tx, id, { is_active: false })
    await deleteResetsOf(tx, id)
    const ended = await endSessionRows(tx, id)
    tx.emit(
      'session:ended',
      ended.map((session) => sessionRoom(session.id)),
      { reason: 'deactivated' },
    )
    tx.emitInternal('user:activityChanged', { userId: id })
    return { action: 'user.deactivated', changed }
  })
  await hideLocation(deps, id).catch(deps.logError)
  return deactivated
}

/** Grants the administrator right. @throws user.deactivated (409), user.notFound (404). */
export const makeAdmin = (deps: Deps, auditActor: AuditActor, id: string): Promise<AdminUser> =>
  setAdmin(deps, auditActor, id, true, (user) => {
    if (!user.is_active) throw new AppError('user.deactivated')
  })

/** Removes the administrator right. @throws user.selfRemoveAdmin (403), user.notFound (404). */
export const removeAdmin = (deps: Deps, auditActor: AuditActor, id: string): Promise<AdminUser> =>
  setAdmin(deps, auditActor, id, false, () => {
    if (id === auditActor.actor.id) throw new AppError('user.selfRemoveAdmin')
  })

/** Grants or removes the administrator right. Open sockets of the user reload their rights and topics. */
function setAdmin(deps: Deps, auditActor: AuditActor, id: string, is_admin: boolean, check: (user: UserRow) => void) {
  return changeUser(deps, auditActor, id, async (tx, user) => {
    check(user)
    if (user.is_admin === is_admin) return null
    tx.emit('membership:changed', [userRoom(id)], {})
    if (!is_admin) await unrestrictSessions(tx, id)
    return { action: is_admin ? 'user.madeAdmin' : 'user.removedAdmin', changed: await updateUser(tx, id, { is_admin }) }
  })
}

/**
 * Turns off the second factor of a user who lost it. Nothing changes without one.
 * @throws user.selfResetSecondFactor (403), user.notFound (404).
 */
export const resetSecondFactor = (deps: Deps, auditActor: AuditActor, id: string): Promise<AdminUser> =>
  changeUser(deps, auditActor, id, async (tx, user) => {
    if (id === auditActor.actor.id) throw new AppError('user.selfResetSecondFactor')
    return user.has_second_factor ? { action: 'user.secondFactorReset', changed: await turnOff(tx, id) } : null
  })

/** Lifts the daily limits of a user. @throws user.notFound (404). */
export const liftLimit = (deps: Deps, auditActor: AuditActor, id: string): Promise<AdminUser> =>
  setLimit(deps, auditActor, id, false)

/** Applies the daily limits to a user again. @throws user.notFound (404). */
export const applyLimit = (deps: Deps, auditActor: AuditActor, id: string): Promise<AdminUser> =>
  setLimit(deps, auditActor, id, true)

async function setLimit(deps: Deps, auditActor: AuditActor, id: string, has_daily_limit: boolean): Promise<AdminUser> {
  const changed = await changeUser(deps, auditActor, id, async (tx, user) =>
    user.has_daily_limit === has_daily_limit
      ? null
      : {
          action: has_daily_limit ? 'user.limitApplied' : 'user.limitLifted',
          changed: await updateUser(tx, id, { has_daily_limit }),
        },
  )
  deps.dailyUsage.forget(id)
  return changed
}

/**
 * Creates a password reset link that the administrator hands over, for servers without mail.
 * @throws user.deactivated (409), user.notFound (404).
 */
export async function createResetLink(deps: Deps, auditActor: AuditActor, id: string) {
  let created = { path: '', expiresAt: new Date(0) }
  await changeUser(deps, auditActor, id, async (tx, user) => {
    if (!user.is_active) throw new AppError('user.deactivated')
    created = await insertResetLink(deps, tx, id)
    return { action: 'user.linkMade', changed: user }
  })
  return { ...ownLink(deps, created.path), expiresAt: created.expiresAt.toISOString() }
}

/**
 * Changes a user as an administrator and adds an audit entry. `change` returns null if there is nothing to change. All
 * administrators are locked first: an actor who lost the right meanwhile is refused. Administrators cannot remove their own
 * right, so one always remains (decisions/0112).
 */
const changeUser = (
  deps: Deps,
  { actor, ip }: AuditActor,
  id: string,
  change: (tx: Tx, user: UserRow) => Promise<{ action: string; changed: UserRow } | null>,
): Promise<AdminUser> =>
  deps.transaction(async (tx) => {
    if (!(await lockAdministrators(tx)).includes(actor.id)) throw new AppError('forbidden')
    const user = assertFound(await userForUpdate(tx, id))
    const result = await change(tx, user)
    if (result === null) return presentAdminUser(user)
    const details = { name: fullNameOf(user.first_name, user.last_name) }
    await recordAudit(tx, { actor, ip, action: result.action, targetKind: 'user', targetId: id, details })
    return presentAdminUser(result.changed)
  })

function assertFound(user: UserRow | undefined): UserRow {
  if (!user || user.deleted_at !== null || user.home_unit !== null) throw new AppError('user.notFound')
  return user
}

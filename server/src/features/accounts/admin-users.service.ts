import type { z } from 'zod'
import type { AdminUser, adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { Doer } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { updateUser, userForUpdate, userIfThere, type UserRow } from './accounts.sql.ts'
import { countUsersForAdmin, lockAdministrators, usersForAdmin } from './admin-users.sql.ts'
import { makeResetLink } from './passwords.service.ts'
import { deleteResetsOf } from './passwords.sql.ts'
import { fullNameOf, presentPerson } from './people.service.ts'
import { hidePosition } from './positions.service.ts'
import { endSessionRows } from './sessions.sql.ts'

type Search = z.output<typeof adminUserRoutes.list.query>

const present = (row: UserRow): AdminUser => ({
  ...presentPerson(row),
  email: row.email,
  isAdmin: row.is_admin,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  version: row.version,
})

/** Everybody with an account, by name. */
export async function listUsers({ db }: Deps, { text, filter, cursor }: Search) {
  const asked = { text, filter }
  const [rows, total] = await Promise.all([usersForAdmin(db, asked, cursor, PAGE_SIZE + 1), countUsersForAdmin(db, asked)])
  const page = rows.slice(0, PAGE_SIZE)
  return { items: page.map(present), nextCursor: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null, total }
}

/** @throws user.notFound (404). */
export const readUser = async ({ db }: Deps, id: string): Promise<AdminUser> => present(found(await userIfThere(db, id)))

/** What else changes with somebody who is deactivated or comes back; what it returns is done after the commit. */
export type FollowActivity = (tx: Tx, userId: string) => Promise<() => void>

/** Already active is fine. @throws user.notFound (404). */
export async function activateUser(deps: Deps, follow: FollowActivity, doer: Doer, id: string): Promise<AdminUser> {
  let followed = () => {}
  const activated = await changeUser(deps, doer, id, async (tx, user) => {
    if (user.is_active) return null
    const changed = await updateUser(tx, id, { is_active: true })
    followed = await follow(tx, id)
    return { action: 'user.activated', changed }
  })
  followed()
  return activated
}

/** Sessions, sockets, links for passwords and the place on the map end at once. @throws user.selfDeactivate (403), user.notFound (404). */
export async function deactivateUser(deps: Deps, follow: FollowActivity, doer: Doer, id: string): Promise<AdminUser> {
  let ended: { id: string }[] = []
  let followed = () => {}
  const deactivated = await changeUser(deps, doer, id, async (tx, user) => {
    if (id === doer.actor.id) throw new AppError('user.selfDeactivate')
    if (!user.is_active) return null
    const changed = await updateUser(tx, id, { is_active: false })
    await deleteResetsOf(tx, id)
    ended = await endSessionRows(tx, id)
    followed = await follow(tx, id)
    return { action: 'user.deactivated', changed }
  })
  for (const session of ended) deps.realtime.endSession(session.id, 'deactivated')
  followed()
  await hidePosition(deps, id).catch(deps.logError)
  return deactivated
}

/** @throws user.deactivated (409), user.notFound (404). */
export const makeAdmin = (deps: Deps, doer: Doer, id: string): Promise<AdminUser> =>
  changeRight(deps, doer, id, true, (user) => {
    if (!user.is_active) throw new AppError('user.deactivated')
  })

/** @throws user.selfRemoveAdmin (403), user.notFound (404). */
export const removeAdmin = (deps: Deps, doer: Doer, id: string): Promise<AdminUser> =>
  changeRight(deps, doer, id, false, () => {
    if (id === doer.actor.id) throw new AppError('user.selfRemoveAdmin')
  })

/** Open sockets connect again, and get the rooms that the person may enter now. */
async function changeRight(deps: Deps, doer: Doer, id: string, is_admin: boolean, check: (user: UserRow) => void) {
  let isChanged = false
  const person = await changeUser(deps, doer, id, async (tx, user) => {
    check(user)
    if (user.is_admin === is_admin) return null
    isChanged = true
    tx.announce('membership:changed', [userRoom(id)], {})
    return { action: is_admin ? 'user.madeAdmin' : 'user.removedAdmin', changed: await updateUser(tx, id, { is_admin }) }
  })
  if (isChanged) deps.realtime.reconnect(id)
  return person
}

/** For handing over in person, where no mail is set. @throws user.deactivated (409), user.notFound (404). */
export async function makeLinkByHand(deps: Deps, doer: Doer, id: string) {
  let made = { link: '', expiresAt: new Date(0) }
  await changeUser(deps, doer, id, async (tx, user) => {
    if (!user.is_active) throw new AppError('user.deactivated')
    made = await makeResetLink(deps, tx, id)
    return { action: 'user.linkMade', changed: user }
  })
  return { link: made.link, expiresAt: made.expiresAt.toISOString() }
}

/**
 * The one way an administrator changes a person; null changes nothing and is not written down. Administrators are locked
 * first: who lost the right meanwhile is refused, and since nobody takes their own, one always remains.
 */
const changeUser = (
  deps: Deps,
  { actor, ip }: Doer,
  id: string,
  change: (tx: Tx, user: UserRow) => Promise<{ action: string; changed: UserRow } | null>,
): Promise<AdminUser> =>
  deps.transaction(async (tx) => {
    if (!(await lockAdministrators(tx)).includes(actor.id)) throw new AppError('forbidden')
    const user = found(await userForUpdate(tx, id))
    const done = await change(tx, user)
    if (done === null) return present(user)
    const details = { name: fullNameOf(user.first_name, user.last_name) }
    await recordAudit(tx, { actor, ip, action: done.action, targetKind: 'user', targetId: id, details })
    return present(done.changed)
  })

function found(user: UserRow | undefined): UserRow {
  if (!user) throw new AppError('user.notFound')
  return user
}

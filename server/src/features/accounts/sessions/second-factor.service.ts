import { randomBytes } from 'node:crypto'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { sessionRoom, userRoom } from '#/realtime/rooms.ts'
import { updateUser, userByEmail, userById, userForUpdate, type UserRow } from '../accounts.sql.ts'
import { lockVerified, verifyCurrentPassword } from '../passwords/current-password.service.ts'
import { createRecoveryCodes, describeSecret, withCode } from './second-factor-codes.service.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  replaceRecoveryCodes,
  secretForUpdate,
  writeSecret,
} from './second-factor.sql.ts'
import { fullNameOf } from '../people/people.service.ts'
import { endOtherSessions } from './sessions.service.ts'
import { endSessionRows, unrestrictSessions } from './sessions.sql.ts'
import { unitSettings } from '../server/unit.service.ts'

/** Bytes of a secret (RFC 4226, section 4). */
const SECRET_BYTES = 20

const own = (auditActor: AuditActor, action: string) =>
  ({ ...auditActor, action, targetKind: 'user', targetId: auditActor.actor.id }) as const

/** Returns the state of the viewer's second factor. */
export async function readSecondFactor({ db }: Deps, viewer: SignedIn): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const [user, recoveryCodesLeft] = await Promise.all([userById(db, viewer.id), countRecoveryCodes(db, viewer.id)])
  return { isOn: user.has_second_factor, recoveryCodesLeft }
}

/**
 * Begins the set-up: creates a secret and returns it. It has no effect until a code confirms it.
 * @throws auth.wrongPassword (400); secondFactor.isOn (409); tooManyRequests (429).
 */
export async function beginSecondFactor(deps: Deps, viewer: SignedIn, currentPassword: string) {
  const verified = await verifyCurrentPassword(deps, viewer, currentPassword)
  const secret = randomBytes(SECRET_BYTES)
  await deps.transaction(async (tx) => {
    if ((await lockVerified(tx, verified)).has_second_factor) throw new AppError('secondFactor.isOn')
    await writeSecret(tx, viewer.id, secret)
  })
  const { name } = await unitSettings(deps.db)
  return describeSecret(secret, name, verified.email)
}

/**
 * Turns the second factor on. Ends the other sessions, which began without a code, and removes the restriction of this one.
 * @returns the recovery codes
 * @throws auth.wrongCode (400); secondFactor.isOn, secondFactor.notBegun (409); tooManyRequests (429).
 */
export async function confirmSecondFactor(deps: Deps, auditActor: AuditActor, code: string): Promise<string[]> {
  const viewer = auditActor.actor
  const { codes, hashes } = createRecoveryCodes()
  await withCode(deps, { userId: viewer.id, code, ip: auditActor.ip }, async (tx, accept) => {
    const user = await userForUpdate(tx, viewer.id)
    if (user?.has_second_factor !== false) throw new AppError('secondFactor.isOn')
    if (!(await secretForUpdate(tx, viewer.id))) throw new AppError('secondFactor.notBegun')
    await accept()
    await updateUser(tx, viewer.id, { has_second_factor: true })
    await replaceRecoveryCodes(tx, viewer.id, hashes)
    await unrestrictSessions(tx, viewer.id)
    await endOtherSessions(tx, viewer)
    emitRights(tx, viewer.id)
    await recordAudit(tx, own(auditActor, 'user.secondFactorAdded'))
  })
  return codes
}

/**
 * Replaces the recovery codes of the viewer.
 * @throws auth.wrongPassword (400); secondFactor.isOff (409); tooManyRequests (429).
 */
export async function renewRecoveryCodes(deps: Deps, auditActor: AuditActor, currentPassword: string): Promise<string[]> {
  const verified = await verifyCurrentPassword(deps, auditActor.actor, currentPassword)
  const { codes, hashes } = createRecoveryCodes()
  await deps.transaction(async (tx) => {
    if (!(await lockVerified(tx, verified)).has_second_factor) throw new AppError('secondFactor.isOff')
    await replaceRecoveryCodes(tx, verified.id, hashes)
    await recordAudit(tx, own(auditActor, 'user.recoveryCodesRenewed'))
  })
  return codes
}

interface Removal {
  readonly currentPassword: string
  readonly code: string
}

/**
 * Turns the second factor of the viewer off.
 * @throws auth.wrongPassword, auth.wrongCode (400); secondFactor.isOff (409); tooManyRequests (429).
 */
export async function removeSecondFactor(deps: Deps, auditActor: AuditActor, { currentPassword, code }: Removal): Promise<void> {
  const verified = await verifyCurrentPassword(deps, auditActor.actor, currentPassword)
  await withCode(deps, { userId: verified.id, code, ip: auditActor.ip }, async (tx, accept) => {
    if (!(await lockVerified(tx, verified)).has_second_factor) throw new AppError('secondFactor.isOff')
    await accept()
    await turnOff(tx, verified.id)
    await recordAudit(tx, own(auditActor, 'user.secondFactorRemoved'))
  })
}

/**
 * Turns the second factor of a user off for the operator of the server, and ends all sessions of the user.
 * @returns the full name of the user. `unknown`: no user has this email. `off`: the user has no second factor.
 */
export async function resetSecondFactorOnServer(tx: Tx, email: string): Promise<{ name: string } | 'unknown' | 'off'> {
  const found = await userByEmail(tx, email)
  const user = found && (await userForUpdate(tx, found.id))
  if (user === undefined) return 'unknown'
  if (!user.has_second_factor) return 'off'
  await turnOff(tx, user.id)
  const ended = await endSessionRows(tx, user.id)
  tx.emit(
    'session:ended',
    ended.map(({ id }) => sessionRoom(id)),
    { reason: 'revoked' },
  )
  const name = fullNameOf(user.first_name, user.last_name)
  const action = 'user.secondFactorResetOnServer'
  await recordAudit(tx, { actor: null, ip: '', action, targetKind: 'user', targetId: user.id, details: { name } })
  return { name }
}

/** Turns the second factor of a locked user off. An administrator may lose their rights by it. */
export async function turnOff(tx: Tx, userId: string): Promise<UserRow> {
  await deleteSecondFactor(tx, userId)
  emitRights(tx, userId)
  return updateUser(tx, userId, { has_second_factor: false })
}

/** Open sockets of the user reload their rights and topics. */
const emitRights = (tx: Tx, userId: string) => tx.emit('membership:changed', [userRoom(userId)], {})

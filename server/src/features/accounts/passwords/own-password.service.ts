import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { updateUser } from '../accounts.sql.ts'
import { lockVerified, verifyCurrentPassword } from './current-password.service.ts'
import { deleteEmailChange } from '../people/email.sql.ts'
import { hashPassword } from './hashing.ts'
import { assertGoodPassword } from './password-rules.ts'
import { deleteResetsOf } from './passwords.sql.ts'
import { endOtherSessions } from '../sessions/sessions.service.ts'

interface PasswordChange {
  readonly currentPassword: string
  readonly password: string
}

/**
 * Changes the password of the viewer. Ends their other sessions, and deletes the reset links and a pending change of the email.
 * @throws auth.wrongPassword, auth.passwordCommon, auth.passwordPersonal (400); tooManyRequests (429).
 */
export async function changeOwnPassword(deps: Deps, auditActor: AuditActor, change: PasswordChange): Promise<void> {
  const viewer = auditActor.actor
  const verified = await verifyCurrentPassword(deps, viewer, change.currentPassword)
  assertGoodPassword(change.password, {
    email: verified.email,
    firstName: verified.first_name,
    lastName: verified.last_name,
  })
  const password_hash = await hashPassword(change.password)
  await deps.transaction(async (tx) => {
    await lockVerified(tx, verified)
    await updateUser(tx, viewer.id, { password_hash })
    await deleteResetsOf(tx, viewer.id)
    await deleteEmailChange(tx, viewer.id)
    await endOtherSessions(tx, viewer)
    await recordAudit(tx, { ...auditActor, action: 'user.passwordChanged', targetKind: 'user', targetId: viewer.id })
  })
}

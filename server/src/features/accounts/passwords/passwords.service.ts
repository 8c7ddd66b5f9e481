import { createHash, randomBytes } from 'node:crypto'
import { knownLanguage } from '@noroshi/contract/i18n'
import { RESET_MINUTES } from '@noroshi/contract/limits'
import { textIn } from '@noroshi/contract/texts'
import type { Db } from '#/db/pool.ts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { AppError } from '#/http/errors.ts'
import { ownLink } from '#/http/own-link.ts'
import { sessionRoom } from '#/realtime/rooms.ts'
import { sourceOf } from '#/http/source-of.ts'
import { updateUser, userByEmail, userForUpdate } from '../accounts.sql.ts'
import { deleteEmailChange } from '../people/email.sql.ts'
import { hashPassword } from './hashing.ts'
import { assertGoodPassword } from './password-rules.ts'
import { deleteExpiredResets, deleteResetsOf, insertReset, userOfReset } from './passwords.sql.ts'
import { fullNameOf } from '../people/people.service.ts'
import { endSessionRows } from '../sessions/sessions.sql.ts'
import { unitSettings } from '../server/unit.service.ts'

const TOKEN_BYTES = 32
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Reset mails from one source to one email. */
const RESET_MAILS: RateLimit = { name: 'reset mails', max: 5, minutes: 60 }
/** Reset mails from all sources to one email, so that no mailbox is flooded from many addresses. */
const RESET_MAILS_TO_EMAIL: RateLimit = { name: 'reset mails to email', max: 20, minutes: 60 }

/** True if the operator has configured mail and the administrators have not turned reset mails off. */
export const allowsForgottenPassword = async ({ db, mail }: Deps): Promise<boolean> =>
  mail !== null && (await unitSettings(db)).allowsForgottenPassword

/**
 * Sends a reset mail after the reply, so that neither the text nor the time of the reply reveals whether the email has
 * an account (decisions/0112). Above the limit no mail is sent and the reply is the same.
 * @throws auth.resetOff (403) if this server sends no reset mails.
 */
export async function requestPasswordReset(deps: Deps, email: string, ip: string): Promise<void> {
  if (!(await allowsForgottenPassword(deps))) throw new AppError('auth.resetOff')
  const { isAllowed } = await deps.rateLimiter.take(RESET_MAILS, `${sourceOf(ip)} ${email}`)
  if (isAllowed && (await deps.rateLimiter.take(RESET_MAILS_TO_EMAIL, email)).isAllowed)
    deps.runInBackground(() => mailResetLink(deps, email))
}

async function mailResetLink(deps: Deps, email: string): Promise<void> {
  const user = await userByEmail(deps.db, email)
  if (!user?.is_active || deps.mail === null) return
  const { path } = await deps.transaction((tx) => insertResetLink(deps, tx, user.id))
  const { link } = ownLink(deps, path)
  const language = knownLanguage(user.language)
  const { name: unit } = await unitSettings(deps.db)
  await deps.mail.send({
    to: user.email,
    subject: textIn(language, 'passwords.mailSubject', { unit }),
    text: textIn(language, 'passwords.mailText', { unit, link, minutes: RESET_MINUTES }),
  })
}

/** Creates a reset link for one use. Returns its path. */
export async function insertResetLink({ now }: Deps, tx: Db, userId: string): Promise<{ path: string; expiresAt: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now().getTime() + RESET_MINUTES * 60_000)
  await deleteExpiredResets(tx, now())
  await insertReset(tx, { token_hash: hashOf(token), user_id: userId, expires_at: expiresAt })
  return { path: `/reset-password?token=${token}`, expiresAt }
}

/**
 * Changes the password and ends all sessions and sockets of the user.
 * @throws auth.resetToken (400) for a used, old or unknown token; auth.passwordCommon, auth.passwordPersonal (400).
 */
export async function resetPassword(deps: Deps, token: string, password: string, ip: string): Promise<void> {
  const tokenHash = hashOf(token)
  const user = await userOfReset(deps.db, tokenHash, deps.now())
  if (!user) throw new AppError('auth.resetToken')
  assertGoodPassword(password, { email: user.email, firstName: user.first_name, lastName: user.last_name })
  const password_hash = await hashPassword(password)
  await deps.transaction(async (tx) => {
    // The user's lock serializes concurrent resets: only the first one finds the token.
    await userForUpdate(tx, user.id)
    if (!(await userOfReset(tx, tokenHash, deps.now()))) throw new AppError('auth.resetToken')
    await deleteResetsOf(tx, user.id)
    await deleteEmailChange(tx, user.id)
    await updateUser(tx, user.id, { password_hash })
    const name = fullNameOf(user.first_name, user.last_name)
    await recordAudit(tx, {
      actor: null,
      ip,
      action: 'user.passwordReset',
      targetKind: 'user',
      targetId: user.id,
      details: { name },
    })
    const ended = await endSessionRows(tx, user.id)
    tx.emit(
      'session:ended',
      ended.map(({ id }) => sessionRoom(id)),
      { reason: 'revoked' },
    )
  })
}

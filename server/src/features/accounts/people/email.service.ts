import { createHash, randomBytes } from 'node:crypto'
import { knownLanguage } from '@noroshi/contract/i18n'
import { EMAIL_CONFIRMATION_MINUTES } from '@noroshi/contract/limits'
import { textIn } from '@noroshi/contract/texts'
import { isUniqueViolation } from '#/db/pool.ts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { userByEmail, userForUpdate, type UserRow } from '../accounts.sql.ts'
import { lockVerified, verifyCurrentPassword } from '../passwords/current-password.service.ts'
import { deleteEmailChange, deleteExpiredEmailChanges, emailChangeOf, updateEmail, writeEmailChange } from './email.sql.ts'
import { deleteResetsOf } from '../passwords/passwords.sql.ts'
import { fullNameOf } from './people.service.ts'
import { unitSettings } from '../server/unit.service.ts'

const TOKEN_BYTES = 32
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Changes of the email by one user. Without mail, each one reveals whether an address has an account. */
const EMAIL_CHANGES: RateLimit = { name: 'email changes', max: 10, minutes: 60 }
/** Mails to one new address. Above the limit no mail is sent and the reply is the same. */
const CONFIRMATION_MAILS: RateLimit = { name: 'confirmation mails', max: 5, minutes: 60 }

interface EmailChange {
  readonly email: string
  readonly currentPassword: string
}

/**
 * Changes the email of the viewer. Where mail is set up, the change waits for its confirmation, and the reply does not
 * reveal whether the address has an account.
 * @throws auth.wrongPassword (400); auth.emailTaken (409) where no mail is set up; tooManyRequests (429).
 */
export async function changeOwnEmail(
  deps: Deps,
  auditActor: AuditActor,
  { email, currentPassword }: EmailChange,
): Promise<{ isChanged: boolean }> {
  const { id } = auditActor.actor
  const verified = await verifyCurrentPassword(deps, auditActor.actor, currentPassword)
  if (verified.email === email) return { isChanged: true }
  if (!(await deps.rateLimiter.take(EMAIL_CHANGES, id)).isAllowed) throw new AppError('tooManyRequests')
  if (deps.mail === null) {
    await refusingTaken(deps.transaction(async (tx) => replaceEmail(tx, await lockVerified(tx, verified), email, auditActor)))
    return { isChanged: true }
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expires_at = new Date(deps.now().getTime() + EMAIL_CONFIRMATION_MINUTES * 60_000)
  await deps.transaction(async (tx) => {
    await lockVerified(tx, verified)
    await deleteExpiredEmailChanges(tx, deps.now())
    await writeEmailChange(tx, { user_id: id, email, token_hash: hashOf(token), expires_at })
  })
  deps.runInBackground(() => mailConfirmation(deps, verified, email, token))
  return { isChanged: false }
}

/**
 * Changes the email of the user to whose new address the token was mailed.
 * @throws auth.emailToken (400) for a used, old or unknown token; auth.emailTaken (409) if another user has the address
 * by now.
 */
export async function confirmEmail(deps: Deps, token: string, ip: string): Promise<void> {
  const tokenHash = hashOf(token)
  const change = await emailChangeOf(deps.db, tokenHash, deps.now())
  if (!change) throw new AppError('auth.emailToken')
  const user = await refusingTaken(
    deps.transaction(async (tx) => {
      // The user's lock serializes concurrent confirmations: only the first one finds the token.
      const locked = await userForUpdate(tx, change.user_id)
      if (!locked || !(await emailChangeOf(tx, tokenHash, deps.now()))) throw new AppError('auth.emailToken')
      await replaceEmail(tx, locked, change.new_email, { actor: null, ip })
      return locked
    }),
  )
  deps.runInBackground(() => mailChanged(deps, user))
}

/** Links that were mailed to the old address no longer work. */
async function replaceEmail(
  tx: Tx,
  { id, first_name, last_name }: UserRow,
  email: string,
  by: AuditActor | { readonly actor: null; readonly ip: string },
): Promise<void> {
  await updateEmail(tx, id, email)
  await deleteEmailChange(tx, id)
  await deleteResetsOf(tx, id)
  const details = { name: fullNameOf(first_name, last_name) }
  await recordAudit(tx, { ...by, action: 'user.emailChanged', targetKind: 'user', targetId: id, details })
  tx.emit('membership:changed', [userRoom(id)], {})
}

const refusingTaken = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw isUniqueViolation(error, 'users_email_key') ? new AppError('auth.emailTaken') : error
  })

/**
 * Mails the link to the new address, or a note to the user who has this address already. The address may belong to a stranger,
 * so no mail contains a name or another text that a user chose.
 */
async function mailConfirmation(deps: Deps, user: UserRow, email: string, token: string): Promise<void> {
  if (deps.mail === null || !(await deps.rateLimiter.take(CONFIRMATION_MAILS, email)).isAllowed) return
  const { name: unit } = await unitSettings(deps.db)
  const owner = await userByEmail(deps.db, email)
  if (owner) {
    const language = knownLanguage(owner.language)
    await deps.mail.send({
      to: email,
      subject: textIn(language, 'account.takenMailSubject', { unit }),
      text: textIn(language, 'account.takenMailText', { unit }),
    })
    return
  }
  const language = knownLanguage(user.language)
  const link = `${deps.config.publicUrl ?? ''}/confirm-email?token=${token}`
  await deps.mail.send({
    to: email,
    subject: textIn(language, 'account.confirmMailSubject', { unit }),
    text: textIn(language, 'account.confirmMailText', { unit, link, minutes: EMAIL_CONFIRMATION_MINUTES }),
  })
}

/** Mails a note to the old address of a user. */
async function mailChanged(deps: Deps, user: UserRow): Promise<void> {
  const language = knownLanguage(user.language)
  const { name: unit } = await unitSettings(deps.db)
  await deps.mail?.send({
    to: user.email,
    subject: textIn(language, 'account.changedMailSubject', { unit }),
    text: textIn(language, 'account.changedMailText', { unit }),
  })
}

import { createHash, randomBytes } from 'node:crypto'
import { fill } from '@noroshi/contract/i18n'
import { RESET_MINUTES } from '@noroshi/contract/limits'
import { messages } from '@noroshi/contract/messages'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { AppError } from '#/http/errors.ts'
import { sourceOf } from '#/http/source-of.ts'
import { updateUser, userByEmail, userForUpdate } from './accounts.sql.ts'
import { hashPassword } from './hashing.ts'
import { deleteOldResets, deleteResetsOf, insertReset, personOfReset } from './passwords.sql.ts'
import { fullNameOf } from './people.service.ts'
import { endSessionRows } from './sessions.sql.ts'
import { Tries } from './tries.ts'
import { unitSettings } from './unit.service.ts'

const TOKEN_BYTES = 32
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Mails an hour that one source may have sent to one address. */
const MAILS_MAX = 5
const MAIL_MINUTES = 60
export const resetMailTries = ({ now }: Pick<Deps, 'now'>): Tries => new Tries(MAILS_MAX, MAIL_MINUTES, now)

/** Only where the operator set mail up and the administrators did not turn it off. */
export const allowsForgottenPassword = async ({ db, mail }: Deps): Promise<boolean> =>
  mail !== null && (await unitSettings(db)).allowsForgottenPassword

/**
 * Takes the wish and answers; what comes of it happens afterwards, so that neither words nor time tell whether the address has
 * an account. Beyond the limit nothing is sent, and nobody is told.
 * @throws auth.resetOff (403) where this unit sends no such mail.
 */
export async function forgetPassword(deps: Deps, tries: Tries, email: string, ip: string): Promise<void> {
  if (!(await allowsForgottenPassword(deps))) throw new AppError('auth.resetOff')
  if (tries.take(`${sourceOf(ip)} ${email}`)) deps.afterwards(() => mailResetLink(deps, email))
}

async function mailResetLink(deps: Deps, email: string): Promise<void> {
  const user = await userByEmail(deps.db, email)
  if (!user?.is_active || deps.mail === null) return
  const { link } = await deps.transaction((tx) => makeResetLink(deps, tx, user.id))
  const language = user.language === 'ja' ? 'ja' : 'en'
  const { name: unit } = await unitSettings(deps.db)
  const name = fullNameOf(user.first_name, user.last_name)
  await deps.mail.send({
    to: user.email,
    subject: fill(messages['passwords.mailSubject'][language], { unit }),
    text: fill(messages['passwords.mailText'][language], { unit, name, link, minutes: RESET_MINUTES }),
  })
}

/** A new link, good once. It is built from the unit's own address alone, never from what a request says; without one, from '/'. */
export async function makeResetLink({ config, now }: Deps, tx: Db, userId: string): Promise<{ link: string; expiresAt: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(now().getTime() + RESET_MINUTES * 60_000)
  await deleteOldResets(tx, now())
  await insertReset(tx, { token_hash: hashOf(token), user_id: userId, expires_at: expiresAt })
  return { link: `${config.publicUrl ?? ''}/reset-password?token=${token}`, expiresAt }
}

/** Every session of the person ends, sockets included. @throws auth.resetToken (400) for a used, old or unknown token. */
export async function resetPassword(deps: Deps, token: string, password: string, ip: string): Promise<void> {
  const tokenHash = hashOf(token)
  const user = await personOfReset(deps.db, tokenHash, deps.now())
  if (!user) throw new AppError('auth.resetToken')
  const password_hash = await hashPassword(password)
  const ended = await deps.transaction(async (tx) => {
    // Of those who come at once, one finds the token still there.
    await userForUpdate(tx, user.id)
    if (!(await personOfReset(tx, tokenHash, deps.now()))) throw new AppError('auth.resetToken')
    await deleteResetsOf(tx, user.id)
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
    return endSessionRows(tx, user.id)
  })
  for (const { id } of ended) deps.realtime.endSession(id, 'revoked')
}

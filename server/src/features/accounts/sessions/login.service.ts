import { hash } from '@node-rs/argon2'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { AppError } from '#/http/errors.ts'
import { sourceOf } from '#/http/source-of.ts'
import { userByEmail, type UserRow } from '../accounts.sql.ts'
import { verifyPassword } from '../passwords/hashing.ts'
import { withCode } from './second-factor-codes.service.ts'
import { createSessionForPassword } from './sessions.service.ts'
import { hasSignedInBefore } from './sessions.sql.ts'

/**
 * Wrong passwords of one source for one account (decisions/0112). The owner can still sign in from other addresses and from
 * devices that have signed in before, which are counted each on its own first (decisions/0112).
 */
const WRONG_PASSWORDS: RateLimit = { name: 'wrong passwords', max: 20, minutes: 15 }

/** Verified for unknown emails, so that the reply takes as long as for known emails. */
const dummyHash = hash('no user has this password')

interface Credentials {
  readonly email: string
  readonly password: string
  /** A code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined
}
interface Device {
  readonly userAgent: string
  /** The id that the browser keeps. Undefined for other clients, which get a new one with each session. */
  readonly deviceId: string | undefined
  readonly ip: string
}

/**
 * Creates a session and returns its token. A sign-in of an administrator adds an audit entry.
 * @throws auth.wrongCredentials (400), the same for known and unknown emails; auth.deactivated (403), auth.codeRequired and
 *   auth.wrongCode (400) only after the right password; tooManyRequests (429) after too many wrong passwords or codes from this
 *   source, or if too many hashes are queued.
 */
export async function login(deps: Deps, { email, password, code }: Credentials, device: Device): Promise<string> {
  const { rateLimiter } = deps
  const { deviceId } = device
  const isKnown = deviceId !== undefined && (await hasSignedInBefore(deps.db, email, deviceId))
  const key = await takeAttempt(deps, email, isKnown ? [`device ${deviceId}`, sourceOf(device.ip)] : [sourceOf(device.ip)])
  const user = await userByEmail(deps.db, email)
  const isPasswordRight = await verifyPassword(password, user?.password_hash ?? (await dummyHash)).catch(
    async (error: unknown) => {
      await rateLimiter.release(WRONG_PASSWORDS, key) // the password was not verified: too many hashes are queued
      throw error
    },
  )
  if (!user || !isPasswordRight) throw new AppError('auth.wrongCredentials')
  await rateLimiter.release(WRONG_PASSWORDS, key)
  if (!user.is_active) throw new AppError('auth.deactivated')
  if (!user.has_second_factor) return deps.transaction((tx) => signIn(deps, tx, user, device))
  if (code === undefined) throw new AppError('auth.codeRequired')
  return withCode(deps, { userId: user.id, code, ip: device.ip }, async (tx, accept, isRecoveryCode) => {
    const token = await signIn(deps, tx, user, device)
    await accept()
    if (isRecoveryCode) await recordAudit(tx, entryOf(user, device, 'user.recoveryCodeUsed'))
    return token
  })
}

/**
 * Counts an attempt for the first of these sources that has one left. The people of a call learn the ids of its devices, so one
 * of them could use up its attempts and must not lock its owner out.
 * @returns the key of the attempt
 * @throws tooManyRequests (429)
 */
async function takeAttempt({ rateLimiter }: Deps, email: string, sources: readonly string[]): Promise<string> {
  for (const source of sources) {
    const key = `${source} ${email}`
    if ((await rateLimiter.take(WRONG_PASSWORDS, key)).isAllowed) return key
  }
  throw new AppError('tooManyRequests')
}

async function signIn({ now }: Deps, tx: Tx, user: UserRow, device: Device): Promise<string> {
  const token = await createSessionForPassword(tx, user, device, now())
  if (token === null) throw new AppError('auth.wrongCredentials')
  if (user.is_admin) await recordAudit(tx, entryOf(user, device, 'admin.loggedIn'))
  return token
}

const entryOf = ({ id, first_name, last_name }: UserRow, { ip }: Device, action: string) => ({
  actor: { id, firstName: first_name, lastName: last_name },
  ip,
  action,
  targetKind: 'user',
  targetId: id,
})

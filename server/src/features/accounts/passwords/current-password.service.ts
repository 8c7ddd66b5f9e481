import type { RateLimit } from '#/db/rate-limits.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { userById, userForUpdate, type UserRow } from '../accounts.sql.ts'
import { verifyPassword } from './hashing.ts'

/** Wrong current passwords of one user. Only a session of the user can reach the limit, so it counts all sources together. */
const WRONG_CURRENT_PASSWORDS: RateLimit = { name: 'wrong current passwords', max: 20, minutes: 15 }

/**
 * Verifies the password of the viewer and returns their row.
 * @throws auth.wrongPassword (400); tooManyRequests (429) after too many wrong ones, or if too many hashes are queued.
 */
export async function verifyCurrentPassword({ db, rateLimiter }: Deps, viewer: SignedIn, password: string): Promise<UserRow> {
  if (!(await rateLimiter.take(WRONG_CURRENT_PASSWORDS, viewer.id)).isAllowed) throw new AppError('tooManyRequests')
  const user = await userById(db, viewer.id)
  const isRight = await verifyPassword(password, user.password_hash).catch(async (error: unknown) => {
    await rateLimiter.release(WRONG_CURRENT_PASSWORDS, viewer.id) // the password was not verified
    throw error
  })
  if (!isRight) throw new AppError('auth.wrongPassword')
  await rateLimiter.release(WRONG_CURRENT_PASSWORDS, viewer.id)
  return user
}

/**
 * Locks a user whose password was verified.
 * @throws auth.wrongPassword (400) if the password has changed or the user was deactivated since.
 */
export async function lockVerified(tx: Tx, verified: UserRow): Promise<UserRow> {
  const user = await userForUpdate(tx, verified.id)
  if (user?.is_active !== true || user.password_hash !== verified.password_hash) throw new AppError('auth.wrongPassword')
  return user
}

import { hash } from '@node-rs/argon2'
import type { Deps } from '#/deps.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import { AppError } from '#/http/errors.ts'
import { sourceOf } from '#/http/source-of.ts'
import { userByEmail } from './accounts.sql.ts'
import { isPassword } from './hashing.ts'
import { beginSessionByPassword } from './sessions.service.ts'
import { Tries } from './tries.ts'

/** Wrong passwords that one source may try at one account, and the minutes until it may again. From elsewhere its owner still signs in. */
const WRONG_MAX = 20
const WRONG_MINUTES = 15

/** Verified for unknown addresses, so that an answer takes as long as for known ones. */
const nobodysHash = hash('nobody has this password')

export const loginTries = ({ now }: Pick<Deps, 'now'>): Tries => new Tries(WRONG_MAX, WRONG_MINUTES, now)

interface Credentials {
  readonly email: string
  readonly password: string
}
interface Device {
  readonly userAgent: string
  readonly ip: string
}

/**
 * Begins a session and returns its token. An administrator's is written down.
 * @throws auth.wrongCredentials (400), the same for known and unknown addresses; auth.deactivated (403) after the right password
 *   alone; tooManyRequests (429) after too many wrong ones from there, whether or not there is such an account, and in a crowd.
 */
export async function login(deps: Deps, tries: Tries, { email, password }: Credentials, device: Device): Promise<string> {
  const key = `${sourceOf(device.ip)} ${email}`
  if (!tries.take(key)) throw new AppError('tooManyRequests')
  const user = await userByEmail(deps.db, email)
  const isRight = await isPassword(password, user?.password_hash ?? (await nobodysHash)).catch((error: unknown) => {
    tries.giveBack(key) // nothing was tried: too many wait for their turn
    throw error
  })
  if (!user || !isRight) throw new AppError('auth.wrongCredentials')
  tries.giveBack(key)
  if (!user.is_active) throw new AppError('auth.deactivated')
  return deps.transaction(async (tx) => {
    const token = await beginSessionByPassword(tx, user, device.userAgent, deps.now())
    if (token === null) throw new AppError('auth.wrongCredentials')
    if (user.is_admin) {
      const actor = { id: user.id, firstName: user.first_name, lastName: user.last_name }
      await recordAudit(tx, { actor, ip: device.ip, action: 'admin.loggedIn', targetKind: 'user', targetId: user.id })
    }
    return token
  })
}

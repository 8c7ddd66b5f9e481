import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '#/http/limit-concurrency.ts'

/** Each hash takes 19 MB and one core, so that a limit leaves resources for other requests when many users sign in. */
const CONCURRENT_HASHES = 2
const HASHES_WAITING_MAX = 50
const limited = limitConcurrency(CONCURRENT_HASHES, HASHES_WAITING_MAX)

/** Returns how many passwords wait to be hashed or compared. */
export const waitingPasswords = limited.waiting

/** Devices compose the same characters in different ways, and Japanese input methods give letters of full width. */
const normalized = (password: string): string => password.normalize('NFKC')

/** Returns the argon2 hash of a password. @throws tooManyRequests (429) if too many hashes are queued. */
export const hashPassword = (password: string): Promise<string> => limited(() => hash(normalized(password)))

/**
 * Returns whether a password matches a hash, after Unicode normalisation or as typed, as earlier versions hashed it. Nothing matches a value that is not a hash, such as that of an account without a
 * password. @throws tooManyRequests (429) if too many hashes are queued.
 */
export const verifyPassword = async (password: string, passwordHash: string): Promise<boolean> =>
  passwordHash.startsWith('$argon2') &&
  limited(async () => {
    const isRight = await verify(passwordHash, normalized(password))
    return isRight || (normalized(password) !== password && (await verify(passwordHash, password)))
  })

import { hash, verify } from '@node-rs/argon2'
import { turns } from '#/http/turns.ts'

/** Hashing takes 19 MB and a whole core each: a crowd that signs in must not take them from everybody else. */
const HASHES_AT_ONCE = 2
const HASHES_WAITING_MAX = 50
const inTurn = turns(HASHES_AT_ONCE, HASHES_WAITING_MAX)

/** @throws tooManyRequests (429) where too many wait already. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

/** @throws tooManyRequests (429) where too many wait already. */
export const isPassword = (password: string, passwordHash: string): Promise<boolean> =>
  inTurn(() => verify(passwordHash, password))

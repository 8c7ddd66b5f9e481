import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { RECOVERY_CODES } from '@noroshi/contract/limits'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { AppError } from '#/http/errors.ts'
import { sourceOf } from '#/http/source-of.ts'
import { secretForUpdate, takeRecoveryCode, takeStep } from './second-factor.sql.ts'

/** Wrong codes of one source for one user. */
const WRONG_CODES: RateLimit = { name: 'wrong codes', max: 10, minutes: 15 }
/**
 * Wrong codes of an authenticator app for one user from all sources. It keeps a chance of 1 in 3,000 a day for a party that knows
 * the password. Beyond it, recovery codes still work: they cannot be guessed.
 */
const WRONG_APP_CODES: RateLimit = { name: 'wrong app codes', max: 100, minutes: 24 * 60 }

/** Seconds for which an authenticator app shows a code (RFC 6238). */
const PERIOD = 30
/** Codes before and after the current one that are accepted, because clocks differ. */
const WINDOW = 1

/** Letters and digits of a recovery code, without those that look alike: 5 bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const RECOVERY_LENGTH = 16
const GROUP_LENGTH = 4

const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

const totpOf = (secret: Buffer, labels: { readonly issuer?: string; readonly label?: string } = {}) =>
  new TOTP({ ...labels, secret: Secret.fromHex(secret.toString('hex')), algorithm: 'SHA1', digits: 6, period: PERIOD })

/** Returns a secret as authenticator apps take it. */
export function describeSecret(secret: Buffer, issuer: string, label: string): { secret: string; address: string } {
  const totp = totpOf(secret, { issuer, label })
  return { secret: totp.secret.base32, address: totp.toString() }
}

/** Creates recovery codes as they are shown: `ab2d-ef4h-jk6m-np8r`. Only their hashes are stored. */
export function createRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const plain = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  )
  const groups = new RegExp(`(.{${GROUP_LENGTH}})(?=.)`, 'g')
  return { codes: plain.map((code) => code.replace(groups, '$1-')), hashes: plain.map(hashOf) }
}

/** Accepts a code of the authenticator app once. Returns false for a wrong or used one. */
async function takeAppCode(tx: Tx, userId: string, code: string, now: Date): Promise<boolean> {
  const secret = await secretForUpdate(tx, userId)
  if (!secret || !isAppCode(code)) return false
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW })
  if (delta === null) return false
  const currentStep = Math.floor(timestamp / (PERIOD * 1000))
  return takeStep(tx, userId, currentStep + delta, currentStep + WINDOW)
}

interface CodeAttempt {
  readonly userId: string
  readonly code: string
  readonly ip: string
}

/** Accepts the code. @throws auth.wrongCode (400). */
type AcceptCode = () => Promise<void>

/**
 * Runs work that needs a code in one transaction with its acceptance. The work locks the user, then accepts the code.
 * @throws auth.wrongCode (400), then nothing of the work is stored; tooManyRequests (429) after too many wrong codes.
 */
export async function withCode<Result>(
  deps: Deps,
  { userId, code, ip }: CodeAttempt,
  work: (tx: Tx, accept: AcceptCode, isRecoveryCode: boolean) => Promise<Result>,
): Promise<Result> {
  const isRecoveryCode = !isAppCode(code)
  const attempts = [
    { limit: WRONG_CODES, key: `${sourceOf(ip)} ${userId}` },
    ...(isRecoveryCode ? [] : [{ limit: WRONG_APP_CODES, key: userId }]),
  ]
  for (const { limit, key } of attempts)
    if (!(await deps.rateLimiter.take(limit, key)).isAllowed) throw new AppError('tooManyRequests')
  const result = await deps.transaction((tx) => {
    const accept = async () => {
      const isAccepted = isRecoveryCode
        ? await takeRecoveryCode(tx, userId, hashOf(code))
        : await takeAppCode(tx, userId, code, deps.now())
      if (!isAccepted) throw new AppError('auth.wrongCode')
    }
    return work(tx, accept, isRecoveryCode)
  })
  for (const { limit, key } of attempts) await deps.rateLimiter.release(limit, key)
  return result
}

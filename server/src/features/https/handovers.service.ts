import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { knownLanguage } from '@noroshi/contract/i18n'
import { type HandedOver, Handover, type httpsRoutes } from '@noroshi/contract/https/https.http'
import { newId } from '#/db/ids.ts'
import type { Handovers } from '#/db/rows.ts'
import type { Deps } from '#/deps.ts'
import { setSessionToken } from '#/features/accounts/sessions/sessions.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { deleteHandover, deleteHandoversBefore, insertHandover, lockHandover, recordClaim } from './https.sql.ts'

/** Seconds in which the page on HTTPS must claim a handover. */
export const HANDOVER_SECONDS = 60
const SECRET_BYTES = 32

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Stores what a page on HTTP hands over (decisions/0061). The database contains only hashes of both secrets, and ids instead of
 * tokens.
 * @returns the code, which the page passes in the address, and the secret, which only the cookie of this browser has
 */
export async function handOver(
  deps: Deps,
  viewer: SignedIn | null,
  { alertTokens, unsentSos, language }: Handover,
): Promise<{ code: string; browserSecret: string }> {
  const alertIds = await Promise.all(alertTokens.map((token) => deps.alertTokens.alertOf(token)))
  const [code, browserSecret] = [newSecret(), newSecret()]
  await insertHandover(deps.db, {
    id: newId(),
    code_hash: hashOf(code),
    browser_hash: hashOf(browserSecret),
    session_id: viewer?.sessionId ?? null,
    alert_ids: [...new Set(alertIds.filter((id) => id !== null))],
    unsent_sos: JSON.stringify(unsentSos),
    language,
    expires_at: new Date(deps.now().getTime() + HANDOVER_SECONDS * 1000),
  })
  return { code, browserSecret }
}

type Claim = z.output<typeof httpsRoutes.claim.body>

/**
 * Returns what was handed over, to one page. The session gets a new token, because the previous one was sent without encryption.
 * A repetition sets the same token again, so that neither a lost reply nor a late request ends the session. The token is derived
 * from the secret of the claim, which only HTTPS has transported.
 * @throws notFound (404) for an unknown, used or expired code, for another browser and for another page. Such an attempt uses up
 * the code.
 */
export async function claimHandover(
  deps: Deps,
  { code, claimSecret, wantsSession }: Claim,
  browserSecret: string | null,
): Promise<HandedOver> {
  const claimed = await deps.transaction(async (tx) => {
    const row = await lockHandover(tx, hashOf(code))
    if (!row) return null
    if (!isClaimable(row, deps.now(), claimSecret, browserSecret)) {
      await deleteHandover(tx, row.id)
      return null
    }
    await recordClaim(tx, row.id, hashOf(claimSecret))
    const token = createHmac('sha256', claimSecret).update(code).digest('base64url')
    const { session_id: sessionId } = row
    return {
      row,
      session: sessionId === null || !wantsSession ? null : await setSessionToken(tx, sessionId, token, deps.now()),
    }
  })
  if (claimed === null) throw new AppError('notFound')
  const { row, session } = claimed
  return {
    accessToken: session?.token ?? null,
    deviceId: session?.deviceId ?? null,
    alertTokens: Object.fromEntries(row.alert_ids.map((id) => [id, deps.alertTokens.tokenFor(id)])),
    unsentSos: Handover.shape.unsentSos.parse(row.unsent_sos),
    language: row.language === null ? null : knownLanguage(row.language),
  }
}

const isHashOf = (hash: Buffer, secret: string): boolean => timingSafeEqual(hash, hashOf(secret))

const isClaimable = (
  { expires_at, browser_hash, claim_hash }: Pick<Selectable<Handovers>, 'expires_at' | 'browser_hash' | 'claim_hash'>,
  now: Date,
  claimSecret: string,
  browserSecret: string | null,
): boolean =>
  expires_at > now &&
  browserSecret !== null &&
  isHashOf(browser_hash, browserSecret) &&
  (claim_hash === null || isHashOf(claim_hash, claimSecret))

export const deleteExpiredHandovers = ({ db, now }: Deps) => deleteHandoversBefore(db, now())

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type HandedOver, Handover } from '@noroshi/contract/https/https.http'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { rotateSessionToken } from '#/features/accounts/sessions.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { deleteHandoversBefore, insertHandover, takeHandover } from './https.sql.ts'

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

/**
 * Returns what was handed over, once. The session gets a new token, because the previous one was sent without encryption.
 * @throws notFound (404) for an unknown, used or expired code and for another browser. Any attempt uses up the code.
 */
export async function claimHandover(
  deps: Deps,
  { code, wantsSession }: { code: string; wantsSession: boolean },
  browserSecret: string | null,
): Promise<HandedOver> {
  const row = await takeHandover(deps.db, hashOf(code))
  if (
    row === undefined ||
    row.expires_at <= deps.now() ||
    browserSecret === null ||
    !timingSafeEqual(row.browser_hash, hashOf(browserSecret))
  )
    throw new AppError('notFound')
  const { session_id: sessionId } = row
  const session = sessionId === null || !wantsSession ? null : await rotateSessionToken(deps, sessionId)
  return {
    accessToken: session?.token ?? null,
    deviceId: session?.deviceId ?? null,
    alertTokens: Object.fromEntries(row.alert_ids.map((id) => [id, deps.alertTokens.tokenFor(id)])),
    unsentSos: Handover.shape.unsentSos.parse(row.unsent_sos),
    language: Handover.shape.language.parse(row.language),
  }
}

export const deleteExpiredHandovers = ({ db, now }: Deps) => deleteHandoversBefore(db, now())

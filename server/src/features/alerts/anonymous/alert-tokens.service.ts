import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { REOPEN_HOURS } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { readOrCreateSecret } from '#/features/accounts/server/unit.service.ts'
import { resolutionOf } from '../alert-states.sql.ts'

const HOUR = 3_600_000
const KEY_BYTES = 32

/**
 * Creates and verifies alert tokens. The device of an anonymous raiser has an alert token instead of a session. Format:
 * `{alert id}.{HMAC-SHA256 over the id}`. A token is valid until 24 hours after the resolution of its alert.
 */
export async function createAlertTokens(db: Db, now: () => Date): Promise<Deps['alertTokens']> {
  const key = await readOrCreateSecret(db, 'alertTokenKey', KEY_BYTES)
  const tokenFor = (alertId: string) => `${alertId}.${createHmac('sha256', key).update(alertId).digest('base64url')}`
  return {
    tokenFor,
    async alertOf(token) {
      const [alertId = ''] = token.split('.')
      const [givenBytes, expectedBytes] = [Buffer.from(token), Buffer.from(tokenFor(alertId))]
      if (
        givenBytes.length !== expectedBytes.length ||
        !timingSafeEqual(givenBytes, expectedBytes) ||
        !z.uuid().safeParse(alertId).success
      )
        return null
      return (await isTokenLive(db, alertId, now())) ? alertId : null
    },
  }
}

/** Returns whether the alert of a token is active, or was resolved less than 24 hours ago. */
export async function isTokenLive(db: Db, alertId: string, now: Date): Promise<boolean> {
  const alert = await resolutionOf(db, alertId)
  if (!alert) return false
  return alert.resolved_at === null || now.getTime() - alert.resolved_at.getTime() < REOPEN_HOURS * HOUR
}

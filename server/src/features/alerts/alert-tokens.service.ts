import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { REOPEN_HOURS } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { unitSecret } from '#/features/accounts/unit.service.ts'
import { resolutionOf } from './alerts.sql.ts'

const HOUR = 3_600_000
const KEY_BYTES = 32

/**
 * The alert token: what an anonymous raiser's device holds instead of a session. `{alert id}.{HMAC-SHA256 over the id}`;
 * valid until 24 hours after the resolution.
 */
export async function alertTokensOn(db: Db, now: () => Date): Promise<Deps['alertTokens']> {
  const key = await unitSecret(db, 'alertTokenKey', KEY_BYTES)
  const tokenFor = (alertId: string) => `${alertId}.${createHmac('sha256', key).update(alertId).digest('base64url')}`
  return {
    tokenFor,
    async alertOf(token) {
      const [alertId = ''] = token.split('.')
      const [given, right] = [Buffer.from(token), Buffer.from(tokenFor(alertId))]
      if (given.length !== right.length || !timingSafeEqual(given, right) || !z.uuid().safeParse(alertId).success) return null
      return (await isTokenLive(db, alertId, now())) ? alertId : null
    },
  }
}

export async function isTokenLive(db: Db, alertId: string, now: Date): Promise<boolean> {
  const alert = await resolutionOf(db, alertId)
  if (!alert) return false
  return alert.resolved_at === null || now.getTime() - alert.resolved_at.getTime() < REOPEN_HOURS * HOUR
}

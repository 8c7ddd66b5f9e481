import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { REOPEN_HOURS } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { keepSetting } from '#/features/accounts/unit.sql.ts'
import { resolutionOf } from './alerts.sql.ts'

const HOUR = 3_600_000
const KEY_BYTES = 32

/**
 * The alert token: what an anonymous raiser's device holds instead of a session. `{alert id}.{HMAC-SHA256 over the id}`;
 * valid until 24 hours after the resolution. The key lives in the database, so that every process of a unit shares it.
 */
export async function alertTokensOn(db: Db, now: () => Date): Promise<Deps['alertTokens']> {
  const key = Buffer.from(await keepSetting(db, 'alertTokenKey', randomBytes(KEY_BYTES).toString('base64')), 'base64')
  const macOf = (alertId: string) => createHmac('sha256', key).update(alertId).digest()
  return {
    tokenFor: (alertId) => `${alertId}.${macOf(alertId).toString('base64url')}`,
    async alertOf(token) {
      const [alertId = '', mac = ''] = token.split('.')
      const given = Buffer.from(mac, 'base64url')
      const right = macOf(alertId)
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

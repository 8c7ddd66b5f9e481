import { sql } from 'kysely'
import { PUSH_DEVICES_MAX } from '@noroshi/contract/limits'
import type { Db } from '#/db/pool.ts'

interface NewSubscription {
  readonly id: string
  readonly sessionId: string
  readonly userId: string
  readonly endpoint: string
  readonly publicKey: Buffer
  readonly authSecret: Buffer
  readonly now: Date
}

/**
 * Stores the only subscription of a session. It replaces a subscription of another user with the same secret, because
 * only the same browser has this secret. A new endpoint of the session gets its notifications: the browser still shows
 * them.
 * @returns false if the endpoint belongs to another user
 */
export async function insertSubscription(tx: Db, subscription: NewSubscription): Promise<boolean> {
  const { id, sessionId, userId, endpoint, publicKey, authSecret, now } = subscription
  const notifications = await tx
    .selectFrom('push_notifications')
    .selectAll('push_notifications')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'subscription_id')
    .where('session_id', '=', sessionId)
    .where('endpoint', '<>', endpoint)
    .forUpdate('push_notifications')
    .execute()
  await sql`DELETE FROM push_subscriptions WHERE (session_id = ${sessionId}::uuid AND endpoint <> ${endpoint})
    OR (endpoint = ${endpoint} AND user_id <> ${userId}::uuid AND auth_secret = ${authSecret})`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO push_subscriptions AS p (id, session_id, user_id, endpoint, origin, public_key, auth_secret, created_at)
    VALUES (${id}::uuid, ${sessionId}::uuid, ${userId}::uuid, ${endpoint}, ${new URL(endpoint).origin}, ${publicKey}, ${authSecret}, ${now})
    ON CONFLICT (endpoint) DO UPDATE SET session_id = EXCLUDED.session_id, public_key = EXCLUDED.public_key,
      auth_secret = EXCLUDED.auth_secret
      WHERE p.user_id = EXCLUDED.user_id
    RETURNING id`.execute(tx)
  const [stored] = rows
  if (!stored) return false
  if (notifications.length > 0)
    await tx
      .insertInto('push_notifications')
      .values(notifications.map((row) => ({ ...row, subscription_id: stored.id, leased_until: null })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await sql`DELETE FROM push_subscriptions WHERE user_id = ${userId}::uuid AND id NOT IN (
    SELECT id FROM push_subscriptions WHERE user_id = ${userId}::uuid ORDER BY id DESC LIMIT ${sql.lit(PUSH_DEVICES_MAX)})`.execute(
    tx,
  )
  return true
}

export const deleteSubscriptionOf = (db: Db, sessionId: string) =>
  db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute()

export const deleteSubscription = (db: Db, id: string) => db.deleteFrom('push_subscriptions').where('id', '=', id).execute()

export const hasSubscriptions = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('push_subscriptions').select('id').limit(1).executeTakeFirst()) !== undefined

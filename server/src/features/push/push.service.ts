import type { z } from 'zod'
import type { pushRoutes } from '@noroshi/contract/push/push.http'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { readOrCreateSecret } from '#/features/accounts/server/unit.service.ts'
import { lockSession } from '#/features/accounts/sessions/sessions.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { isPublicKey } from '#/ports/push/encrypt-push.ts'
import { type OwnPushService, PushClient } from '#/ports/push/push-client.ts'
import { VAPID_KEY_BYTES, Vapid } from '#/ports/push/vapid.ts'
import {
  deleteExpiredNotifications,
  markAlarmsSeen,
  notifiedEntities,
  removeNotifications,
  upsertNotifications,
} from './notifications.sql.ts'
import type { NotificationStore } from './push-kind.service.ts'
import { hasSubscriptions, insertSubscription } from './push.sql.ts'

const DAY = 86_400_000
/** Milliseconds for which the server keeps the record that a device may show a notification. */
const SHOWN_KEPT = 7 * DAY

/** The notifications of Web Push. */
export const webPushStore: NotificationStore = {
  hasDevices: hasSubscriptions,
  upsert: upsertNotifications,
  remove: removeNotifications,
  markSeen: markAlarmsSeen,
  notified: notifiedEntities,
}

/** The connection to push services. */
export interface PushPort {
  /** The `applicationServerKey` of subscriptions. */
  readonly publicKey: string
  readonly client: PushClient
}

/**
 * Returns the connection to push services; null if the operator has not turned push on. The key is created once.
 * @param own the push service of this server
 */
export async function createPushPort({ config, db }: Pick<Deps, 'config' | 'db'>, own: OwnPushService): Promise<PushPort | null> {
  if (config.push === null) return null
  const vapid = new Vapid(await readOrCreateSecret(db, 'vapidKey', VAPID_KEY_BYTES), config.push.contact)
  return { publicKey: vapid.publicKey, client: new PushClient(vapid, config.push.localOrigins, { own }) }
}

/**
 * Stores the subscription of the viewer's session.
 * @throws push.off (403); push.badEndpoint, push.badKeys (400); conflict (409) for the endpoint of another user.
 */
export async function subscribe(
  deps: Deps,
  push: PushPort | null,
  viewer: SignedIn,
  { endpoint, keys }: z.output<typeof pushRoutes.subscribe.body>,
): Promise<void> {
  if (push === null) throw new AppError('push.off')
  if (!push.client.allows(endpoint) || (await push.client.isPrivate(endpoint))) throw new AppError('push.badEndpoint')
  const publicKey = Buffer.from(keys.p256dh, 'base64url')
  if (!isPublicKey(publicKey)) throw new AppError('push.badKeys')
  const subscription = { endpoint, publicKey, authSecret: Buffer.from(keys.auth, 'base64url') }
  const owner = { id: newId(), sessionId: viewer.sessionId, userId: viewer.id, now: deps.now() }
  await deps.transaction(async (tx) => {
    if (!(await lockSession(tx, viewer.sessionId))) throw new AppError('unauthorized')
    if (!(await insertSubscription(tx, { ...owner, ...subscription }))) throw new AppError('conflict')
  })
}

/** Deletes the records of notifications that expired a week ago. */
export const deleteOldNotifications = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteExpiredNotifications(db, new Date(now().getTime() - SHOWN_KEPT))

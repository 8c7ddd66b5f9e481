import { z } from 'zod'
import { defineRoutes, EmptyReply, Uuid } from '../define.ts'

/** Max characters of the endpoint URL of a push subscription. */
const PUSH_ENDPOINT_MAX = 2000

/** Base64url of an uncompressed P-256 point (65 bytes) and of a secret of 16 bytes. Some browsers add padding. */
const PublicKey = z.string().regex(/^[\w-]{87}=?$/, 'common.wrongType')
const AuthSecret = z.string().regex(/^[\w-]{22}={0,2}$/, 'common.wrongType')

/** A push subscription in the form of `PushSubscription.toJSON()`. Further fields are ignored. */
export const PushSubscriptionBody = z.object({
  endpoint: z.url({ protocol: /^https?$/, error: 'common.wrongType' }).max(PUSH_ENDPOINT_MAX, 'common.tooLong'),
  keys: z.object({ p256dh: PublicKey, auth: AuthSecret }),
})

export const pushRoutes = defineRoutes({
  key: {
    method: 'GET',
    path: '/push/key',
    access: 'member',
    allowsRestricted: true,
    /** The `applicationServerKey` of the server (base64url); null: the operator has not turned push on. */
    reply: z.object({ publicKey: z.string().nullable() }),
    summary: 'The public key that a browser subscribes with.',
  },
  subscribe: {
    method: 'PUT',
    path: '/push/subscription',
    access: 'member',
    allowsRestricted: true,
    onFullDisk: 'accepted',
    body: PushSubscriptionBody,
    errors: ['conflict', 'push.off', 'push.badEndpoint', 'push.badKeys', 'tooManyRequests'],
    reply: EmptyReply,
    summary:
      'Send notifications of the user to this device for as long as its session lasts. It replaces the earlier subscription.',
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/push/subscription',
    access: 'member',
    allowsRestricted: true,
    reply: EmptyReply,
    summary: 'Send no notifications to this device.',
  },
  alertShown: {
    method: 'PUT',
    path: '/push/alerts/:id/shown',
    access: 'member',
    allowsRestricted: true,
    onFullDisk: 'accepted',
    params: z.object({ id: Uuid }),
    errors: ['forbidden', 'alert.notFound'],
    reply: EmptyReply,
    summary: 'Report that a device of the user shows the notification of an alert, which is delivered by it.',
  },
})

import type { pushRoutes } from '@noroshi/contract/push/push.http'
import { requestTo, type RouteRequest } from '../connection/route-request.ts'

/** Returns the request that sends a subscription of this browser to the server. The service worker uses it too. */
export function subscriptionRequest(subscription: PushSubscription): RouteRequest {
  const { endpoint, keys } = subscription.toJSON()
  return requestTo<typeof pushRoutes.subscribe>({
    method: 'PUT',
    path: '/push/subscription',
    body: { endpoint: endpoint ?? '', keys: { p256dh: '', auth: '', ...keys } },
  })
}

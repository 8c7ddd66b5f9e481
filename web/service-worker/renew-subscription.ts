import { subscriptionRequest } from '../src/platform/push/subscription-request.ts'
import { SUBSCRIBE_TIMEOUT_MS } from '../src/platform/tuning.ts'
import { withTimeout } from '../src/platform/connection/with-timeout.ts'
import { requestAsUser } from './worker-request.ts'
import { readWorkerSession } from './stored-session.ts'

declare const self: ServiceWorkerGlobalScope

/** The event of a browser that has ended a subscription. Some browsers leave its fields empty. */
export interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

/**
 * Renews a subscription that the browser has ended, and sends the new one to the server. If the push service does not
 * answer, the next start of a page subscribes.
 */
export async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const session = await readWorkerSession()
  if (session === null) return
  const { pushManager } = self.registration
  const key = oldSubscription?.options.applicationServerKey
  const subscribe = async () =>
    newSubscription ??
    (await pushManager.getSubscription()) ??
    (key ? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null)
  const renewed = await withTimeout(subscribe(), SUBSCRIBE_TIMEOUT_MS).catch(() => null)
  // Without the key, the next start of a page subscribes.
  if (renewed) await requestAsUser(session, subscriptionRequest(renewed))
}

import { subscriptionRequest } from '../src/platform/subscription-request.ts'
import { requestAsUser } from './worker-request.ts'
import { readWorkerSession } from './stored-session.ts'

declare const self: ServiceWorkerGlobalScope

/** The event of a browser that has ended a subscription. Some browsers leave its fields empty. */
export interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

/** Renews a subscription that the browser has ended, and sends the new one to the server. */
export async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const session = await readWorkerSession()
  if (session === null) return
  const { pushManager } = self.registration
  const key = oldSubscription?.options.applicationServerKey
  const renewed =
    newSubscription ??
    (await pushManager.getSubscription()) ??
    (key ? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null)
  // Without the key, the next start of a page subscribes.
  if (renewed) await requestAsUser(session, subscriptionRequest(renewed))
}

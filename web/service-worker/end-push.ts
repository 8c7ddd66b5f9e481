import { deleteWorkerSession, readWorkerSession } from './worker-session.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Ends the push subscription of this browser and closes its notifications. The push service then refuses the server's
 * messages.
 */
export async function endPush(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of await self.registration.getNotifications()) shown.close()
}

/**
 * Ends the push subscription and the notifications of a deleted session, unless a newer session exists. It never
 * rejects.
 */
export async function endPushWithoutSession(): Promise<void> {
  if ((await readWorkerSession()) === null) await endPush().catch(() => undefined)
}

/** Deletes a session that the server has refused, with its push subscription and its notifications. */
export async function endWorkerSession(token: string): Promise<void> {
  await deleteWorkerSession(token).catch(() => undefined)
  await endPushWithoutSession()
}

import { indexedDbStore } from '../src/platform/outbox/entry-store.ts'
import { openEntityDatabase } from '../src/platform/store/entity-database.ts'
import { ENTITY_DATABASE } from '../src/platform/store/entity-schema.ts'
import { listNotifications } from '../src/platform/push/shown-notifications.ts'
import { SESSION_END_MS } from '../src/platform/tuning.ts'
import { withTimeout } from '../src/platform/connection/with-timeout.ts'
import { showGeneral } from './notifications.ts'
import { deleteWorkerSession, loadWorkerSession } from './stored-session.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Ends the push subscription of this browser and closes its notifications. The push service then refuses the server's
 * messages. It never rejects and has a timeout.
 */
export async function endPush(): Promise<void> {
  const unsubscribe = async () => (await self.registration.pushManager.getSubscription())?.unsubscribe()
  const close = async () => (await listNotifications(self.registration)).forEach((shown) => shown.close())
  await withTimeout(Promise.allSettled([unsubscribe(), close()]), SESSION_END_MS).catch(() => undefined)
}

/**
 * Ends the push subscription and the notifications of a deleted session, and deletes its stored entities and its unsent
 * entries, unless a newer session exists. It never rejects.
 */
export async function endWithoutSession(): Promise<void> {
  const unsent = await indexedDbStore.all().catch(() => []) // a newer session may add entries
  const session = await loadWorkerSession().catch(() => 'unknown' as const)
  if (session !== null) return
  const idsOfUsers = unsent.flatMap(({ id, ownerId }) => (ownerId === null ? [] : id))
  const deleted = Promise.allSettled([endPush(), deleteEntities(), indexedDbStore.remove(idsOfUsers)])
  const timeout = new Promise((resolve) => setTimeout(resolve, SESSION_END_MS))
  await Promise.race([deleted, timeout])
  if (idsOfUsers.length === 0) return
  try {
    await showGeneral('push.unsentDeleted', null)
  } catch {
    // The user does not allow notifications.
  }
}

async function deleteEntities(): Promise<void> {
  const database = openEntityDatabase(ENTITY_DATABASE)
  await database.clear()
  await database.close()
}

/** Deletes a session that the server has refused, with everything that it left in this browser. */
export async function endWorkerSession(token: string): Promise<void> {
  await deleteWorkerSession(token).catch(() => undefined)
  await endWithoutSession()
}

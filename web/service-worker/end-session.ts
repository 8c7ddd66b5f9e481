import { ENTITY_DATABASE, openEntityDatabase } from '../src/platform/store/entity-database.ts'
import { deleteWorkerSession, readWorkerSession } from './worker-session.ts'

declare const self: ServiceWorkerGlobalScope

/** Ends the subscription of this browser and closes its notifications. The push service then refuses messages of the server. */
export async function endPush(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
  for (const shown of await self.registration.getNotifications()) shown.close()
}

/** Ends and deletes what a deleted session left in this browser. A newer session keeps it. It never rejects. */
export async function endWithoutSession(): Promise<void> {
  if ((await readWorkerSession()) === null) await Promise.allSettled([endPush(), forgetEntities()])
}

async function forgetEntities(): Promise<void> {
  const database = openEntityDatabase(ENTITY_DATABASE)
  await database.forget()
  await database.close()
}

/** Deletes the session that the server has refused, with all that it left in this browser. */
export async function endWorkerSession(token: string): Promise<void> {
  await deleteWorkerSession(token).catch(() => undefined)
  await endWithoutSession()
}

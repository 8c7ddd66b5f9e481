import { newId } from './ids.ts'
import { SYNC_TAG } from './outbox/shared-command.ts'

/** Background Sync, which only Chromium has. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/**
 * Asks the browser to start the service worker when the network is back, even if no page is open. Each request has a
 * new tag: Chromium delays a tag whose event failed by minutes, and a second registration of the tag has no effect.
 */
export async function requestBackgroundSync(): Promise<void> {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return // plain http has none
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker.getRegistration()
    await registration?.sync?.register(`${SYNC_TAG} ${newId()}`)
  } catch {
    // The user has turned it off. The next page sends the unsent entries.
  }
}

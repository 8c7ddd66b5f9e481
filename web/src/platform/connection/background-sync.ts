import { registerSync, type SyncRegistration } from '../outbox/register-sync.ts'

/** Asks the browser to send the outbox without a page when the network is back. Otherwise the next page sends it. */
export async function requestBackgroundSync(): Promise<void> {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return // plain http has none
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  // `as`: TypeScript does not declare Background Sync.
  if (registration) await registerSync(registration as SyncRegistration)
}

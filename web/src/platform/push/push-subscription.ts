import { isInstalledWindow } from '../device/installation.ts'
import { listNotifications } from './shown-notifications.ts'
import { SESSION_END_MS, SUBSCRIBE_TIMEOUT_MS, WORKER_TIMEOUT_MS } from '../tuning.ts'
import { withTimeout } from '../connection/with-timeout.ts'

/**
 * The support of notifications while the device is locked or the page is closed. iOS supports them for an installed
 * application only.
 */
export type PushSupport = 'possible' | 'insecure' | 'needsInstallation' | 'unsupported'

/** Returns whether this page supports notifications, or the reason why it does not. */
export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure'
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'possible'
  // Only Safari on iOS reports whether the page is a web application of the Home Screen.
  return 'standalone' in navigator && !isInstalledWindow() ? 'needsInstallation' : 'unsupported'
}

const isSameKey = (known: ArrayBuffer | null, key: Uint8Array): boolean => {
  const bytes = known && new Uint8Array(known)
  return bytes !== null && bytes.length === key.length && bytes.every((byte, index) => byte === key[index])
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0)

/**
 * Subscribes this browser at its push service, or returns the existing subscription.
 * @param publicKey the server's public key in base64url. A subscription with another key is replaced.
 * @throws Error without permission, without a service worker, or if the push service does not answer in time
 */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await withTimeout(navigator.serviceWorker.ready, WORKER_TIMEOUT_MS)
  const key = bytesOf(publicKey)
  const known = await pushManager.getSubscription()
  if (known && isSameKey(known.options.applicationServerKey, key)) return known
  await known?.unsubscribe()
  const subscribing = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  return withTimeout(subscribing, SUBSCRIBE_TIMEOUT_MS)
}

/** Ends the subscription of this browser and closes all notifications. It never rejects and has a timeout. */
export async function unsubscribeBrowser(): Promise<void> {
  const end = async () => {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (!registration) return
    const close = async () => (await listNotifications(registration)).forEach((shown) => shown.close())
    const unsubscribe = async () => (await registration.pushManager?.getSubscription())?.unsubscribe()
    await Promise.allSettled([close(), unsubscribe()])
  }
  await withTimeout(end(), SESSION_END_MS).catch(() => undefined)
}

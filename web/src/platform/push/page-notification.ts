import type { PushPayload } from '@noroshi/contract/push/push.payload'
import type { NotificationData } from '../../../service-worker/notification-data.ts'
import { readStored, storageKeys } from '../session/storage.ts'
import type { PushState } from './push.ts'
import { showNotification } from './shown-notifications.ts'

/** States in which no push reaches this device, although the user did not turn notifications off. */
const WITHOUT_PUSH: readonly PushState[] = ['serverOff', 'noService']

/** Whether a hidden page shows notifications itself, as soon as the browser permits it: no push does the same. */
export const canNotify = (push: PushState): boolean =>
  WITHOUT_PUSH.includes(push) &&
  readStored(storageKeys.pushOff) === null &&
  'Notification' in window &&
  'serviceWorker' in navigator

/**
 * Shows a notification of this page. The service worker handles a click, as on one of a push.
 * @returns false if the browser does not permit it, or the page has no service worker
 */
export async function showPageNotification(payload: PushPayload, push: PushState): Promise<boolean> {
  if (!canNotify(push) || Notification.permission !== 'granted') return false
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    if (!registration?.active) return false
    const data: NotificationData = { payload, isOutcome: false, entryId: null }
    const { title, body, tag } = payload
    await showNotification(registration, title, { body, tag, data, icon: '/icons/apple-touch-icon.png' })
    return true
  } catch {
    return false
  }
}

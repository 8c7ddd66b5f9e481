import type { NotificationData } from '../../../service-worker/notification-data.ts'

/** Closes the notification of messages in the chat of an alert, which this page shows. It never rejects. */
export async function closeChatNotification(alertId: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    for (const shown of (await registration?.getNotifications()) ?? []) {
      const payload = (shown.data as NotificationData | null)?.payload // `as`: the service worker creates them
      if (payload?.kind === 'alertChat' && payload.id === alertId) shown.close()
    }
  } catch {
    // A browser without notifications has none to close.
  }
}

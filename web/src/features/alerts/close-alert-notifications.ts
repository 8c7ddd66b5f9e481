import type { NotificationData } from '../../../service-worker/notification-data.ts'

/**
 * Closes the notifications of what this page shows about an alert. It never rejects.
 * @param parts `chat`: messages of its chat; `all`: also an answer that waits in the outbox
 */
export async function closeAlertNotifications(alertId: string, parts: 'chat' | 'all'): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    for (const shown of (await registration?.getNotifications()) ?? []) {
      const { payload, entryId } = shown.data as NotificationData // `as`: the service worker creates them
      const isShownHere = payload?.kind === 'alertChat' || (parts === 'all' && entryId)
      if (isShownHere && payload?.id === alertId) shown.close()
    }
  } catch {
    // A browser without notifications has none to close.
  }
}

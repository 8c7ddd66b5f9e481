import type { PushPayload } from '@noroshi/contract/push/push.payload'
import type { NotificationData } from '../../service-worker/notification-data.ts'

/** The notifications about an alert: the alarm, messages of its chat, or an answer of the user that is unsent. */
type AlertPart = 'alarm' | 'chat' | 'unsentAnswer'

function partOf({ kind }: PushPayload, { isOutcome, entryId }: NotificationData): AlertPart | null {
  if (kind === 'alertChat') return 'chat'
  if (entryId !== null) return 'unsentAnswer'
  return kind === 'alert' && !isOutcome ? 'alarm' : null
}

/** Closes notifications, also while no push service can be reached. It never rejects. */
async function closeNotifications(isOver: (payload: PushPayload, data: NotificationData) => boolean): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    for (const shown of (await registration?.getNotifications()) ?? []) {
      const data = shown.data as NotificationData // `as`: the service worker creates them
      if (data.payload !== null && isOver(data.payload, data)) shown.close()
    }
  } catch {
    // A browser without notifications has none to close.
  }
}

/** Closes the notifications of what the user has seen of an alert on this page, or what has ended. */
export const closeAlertNotifications = (alertId: string, parts: readonly AlertPart[]): Promise<void> =>
  closeNotifications((payload, data) => {
    const part = payload.id === alertId ? partOf(payload, data) : null
    return part !== null && parts.includes(part)
  })

/** Closes the notification of the messages of a thread that the user has read on this page. */
export const closeMessageNotifications = (threadId: string): Promise<void> =>
  closeNotifications(({ kind, id }) => kind === 'messages' && id === threadId)

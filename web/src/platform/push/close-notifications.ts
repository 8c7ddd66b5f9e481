import type { NotificationData } from '../../../service-worker/notification-data.ts'
import { listNotifications } from './shown-notifications.ts'

/** The notifications about an alert: the alarm, messages of its chat and reminders, or an answer of the user that is unsent. */
type AlertPart = 'alarm' | 'chat' | 'unsentAnswer'

const partOf = ({ payload, isOutcome, entryId }: NotificationData): AlertPart | undefined => {
  if (payload?.kind === 'alertChat' || payload?.kind === 'alertStalled') return 'chat'
  if (entryId) return 'unsentAnswer'
  return payload?.kind === 'alert' && !isOutcome ? 'alarm' : undefined
}

/** Closes notifications if the page is visible, also while no push service can be reached. It never rejects. */
async function closeNotifications(isOver: (data: NotificationData) => boolean): Promise<void> {
  try {
    if (document.hidden) return // a push tells the user the end of an alarm
    const registration = await navigator.serviceWorker?.getRegistration()
    for (const shown of registration ? await listNotifications(registration) : []) {
      if (isOver(shown.data as NotificationData)) shown.close() // `as`: the service worker creates them
    }
  } catch {
    // A browser without notifications has none to close.
  }
}

/** Closes notifications about an alert that the user has seen on this page or that has ended. */
export const closeAlertNotifications = (alertId: string, parts: readonly AlertPart[]): Promise<void> =>
  closeNotifications((data) => data.payload?.id === alertId && parts.some((part) => part === partOf(data)))

/** Closes the question of a roll-call that the user has answered on this page. */
export const closeRollCallNotifications = (rollCallId: string): Promise<void> =>
  closeNotifications(({ payload }) => payload?.kind === 'rollCall' && payload.id === rollCallId)

/** Closes the notification of the messages of a thread that the user has read on this page. */
export const closeMessageNotifications = (threadId: string): Promise<void> =>
  closeNotifications(({ payload }) => payload?.kind === 'messages' && payload.id === threadId)

/** The Web Lock of the pages and the service worker for notifications. */
export const NOTIFICATIONS_LOCK = 'noroshi-notifications'
/** Max milliseconds to wait for the lock. */
const LOCK_WAIT_MS = 2_000

/**
 * Runs one access to the notifications at a time. Chromium deletes the record of a notification if the shown ones are
 * listed while it appears: it stays on the screen, but its buttons do nothing and nothing can close it (decisions/0129).
 */
async function withNotificationsLock<Result>(access: () => Promise<Result>): Promise<Result> {
  let hasStarted = false
  try {
    return await navigator.locks.request(NOTIFICATIONS_LOCK, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, () => {
      hasStarted = true
      return access()
    })
  } catch (error) {
    if (hasStarted) throw error
    return access() // a frozen page holds the lock, the browser is slow, or it has no locks
  }
}

/** Shows a notification. @throws TypeError without permission */
export const showNotification = (
  registration: ServiceWorkerRegistration,
  title: string,
  options: NotificationOptions,
): Promise<void> => withNotificationsLock(() => registration.showNotification(title, options))

/**
 * Returns the shown notifications.
 * @param tag absent: those of all tags
 */
export const listNotifications = (registration: ServiceWorkerRegistration, tag?: string): Promise<Notification[]> =>
  withNotificationsLock(() => registration.getNotifications(tag === undefined ? {} : { tag }))

import { unsubscribeBrowser } from '../push/push-subscription.ts'
import { accessToken, isSigningOut, onAccessToken } from './session.ts'
import { updateWorkerSession } from './worker-session.ts'

/** Deletes the data of the session outside of local storage, and ends its notifications. It never rejects. */
const endOnDevice = async (): Promise<void> => void (await Promise.all([updateWorkerSession(), unsubscribeBrowser()]))

/**
 * Runs {@link endOnDevice} when the session ends in any tab or on the server, and at once if it ended while no page was
 * open. Call it once.
 */
export function startSessionEnd(): void {
  const endWithoutSession = () => {
    if (accessToken() === null) void endOnDevice()
  }
  onAccessToken(endWithoutSession)
  endWithoutSession()
  // The browser shows a page that was left by a sign-out again as it was.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isSigningOut()) window.location.reload()
  })
}

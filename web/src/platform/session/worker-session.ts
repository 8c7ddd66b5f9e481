import { type WorkerSession, writeWorkerSession } from '../../../service-worker/stored-session.ts'
import { currentLanguage, onLanguage } from '../language/i18n.ts'
import { accessToken, onAccessToken, onSessionUser, sessionUserId } from './session.ts'

/** The session of this page; null without one, or while its user is unknown. */
function current(): WorkerSession | null {
  const [token, userId] = [accessToken(), sessionUserId()]
  return token !== null && userId !== null ? { token, userId, language: currentLanguage() } : null
}

/**
 * Writes the session of this page for the service worker, or deletes the stored one if there is none. It never rejects:
 * without IndexedDB, the worker sends nothing.
 */
export const updateWorkerSession = (): Promise<void> => writeWorkerSession(current).catch(() => undefined)

/** Keeps the session of the service worker equal to that of this page. Call it once, after the language is known. */
export function startWorkerSession(): void {
  const update = () => void updateWorkerSession()
  onAccessToken(update)
  onSessionUser(update)
  onLanguage(update)
  update() // a session may have ended while no page was open
}

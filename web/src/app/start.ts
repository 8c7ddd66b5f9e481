import type { QueryClient } from '@tanstack/react-query'
import { accountsLive } from '../features/accounts/accounts.live.ts'
import { alertsLive } from '../features/alerts/alerts.live.ts'
import { dashboardLive } from '../features/dashboard/dashboard.live.ts'
import { unsentSosRecords } from '../features/alerts/unsent-sos.ts'
import { registerUnsentSos } from '../features/https/hand-over.ts'
import { onUnauthorized } from '../platform/http.ts'
import { startLanguage, text } from '../platform/i18n.ts'
import { startPlaybackPriority } from '../platform/audio/playback-priority.ts'
import { startLive } from '../platform/live-connection.ts'
import { startSound } from '../platform/audio/output.ts'
import { outbox, startOutbox } from '../platform/outbox/outbox.ts'
import { paths } from '../platform/paths.ts'
import { isPublicPath } from '../platform/public-paths.ts'
import { setQueryCache } from '../platform/query-cache.ts'
import { accessToken, isSigningOut, onAccessToken } from '../platform/session.ts'
import { startSocket } from '../platform/socket.ts'
import { retryUntilLoaded } from '../ui/lazy-content.tsx'
import { toastError } from '../ui/toast.tsx'
import { leadToHttps } from './lead-to-https.ts'
import { router } from './router.ts'

/** Starts the language, the socket and the event handlers, independent of the screen. Call it before the first render. */
export function start(cache: QueryClient) {
  startLanguage()
  setQueryCache(cache)
  startLive(cache, [accountsLive, alertsLive, dashboardLive])
  startSocket(outbox.hasUrgent)
  startPlaybackPriority()
  startSound()
  startOutbox()
  void retryUntilLoaded(() => import('./outbox-commands.ts'))
  registerUnsentSos(unsentSosRecords)
  redirectWithoutSession(cache)
  moveFocusOnNavigation()
  void leadToHttps(cache)
}

/**
 * Opens the login when the session has ended in this tab, in another tab or on the server. Public pages stay open. It does not
 * reload the page, so that a running SOS request continues.
 */
function redirectWithoutSession(cache: QueryClient) {
  const openLogin = () => {
    if (accessToken() !== null || isSigningOut() || isPublicPath(window.location.pathname)) return
    toastError(text('error.unauthorized'))
    void router.navigate({ to: paths.login })
  }
  onAccessToken(() => {
    // The next user must not see the data of the previous one. The timeout lets screens render without a session first, so that
    // queries for signed-in users are not refetched.
    setTimeout(() => void cache.resetQueries())
    openLogin()
  })
  onUnauthorized(openLogin)
}

/** Moves the focus to the content of a new screen, for users of screen readers. */
function moveFocusOnNavigation() {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) document.getElementById('content')?.focus({ preventScroll: true })
  })
}

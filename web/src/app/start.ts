import type { QueryClient } from '@tanstack/react-query'
import { accountsLive } from '../features/accounts/accounts.live.ts'
import { alertChatLive, alertsLive } from '../features/alerts/alerts.live.ts'
import { dashboardLive } from '../features/dashboard/dashboard.live.ts'
import { onUnauthorized } from '../platform/http.ts'
import { startLanguage, text } from '../platform/i18n.ts'
import { startLive } from '../platform/live-connection.ts'
import { paths } from '../platform/paths.ts'
import { isPublicPath } from '../platform/public-paths.ts'
import { accessToken, leavesByChoice, onAccessToken } from '../platform/session.ts'
import { startSocket } from '../platform/socket.ts'
import { toastError } from '../ui/toast.tsx'
import { router } from './router.tsx'

/** What runs as long as the page does, whatever is on the screen. Before the first render. */
export function start(cache: QueryClient) {
  startLanguage()
  startLive(cache, [accountsLive, alertsLive, alertChatLive, dashboardLive])
  startSocket()
  leaveWithTheSession(cache)
  moveFocusOnNavigation()
}

/**
 * The session ended here, in another tab or on the unit: a page that needs one gives way to the login. Without loading
 * anew, so that an SOS which is under way goes on.
 */
function leaveWithTheSession(cache: QueryClient) {
  const leave = () => {
    if (accessToken() !== null || leavesByChoice() || isPublicPath(window.location.pathname)) return
    toastError(text('error.unauthorized'))
    void router.navigate({ to: paths.login })
  }
  onAccessToken(() => {
    // What one person was shown is not the next one's. After the screens know: what only a signed-in person may ask is then not asked again.
    setTimeout(() => void cache.resetQueries())
    leave()
  })
  onUnauthorized(leave)
}

/** A new screen begins at its content, for those who do not see it change. */
function moveFocusOnNavigation() {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) document.getElementById('content')?.focus({ preventScroll: true })
  })
}

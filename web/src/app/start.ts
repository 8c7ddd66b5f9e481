import type { QueryClient } from '@tanstack/react-query'
import { accountsLive } from '../features/accounts/accounts.live.ts'
import { alertChatLive, alertsLive } from '../features/alerts/alerts.live.ts'
import { startLanguage } from '../platform/i18n.ts'
import { startLive } from '../platform/live-connection.ts'
import { paths } from '../platform/paths.ts'
import { isPublicPath } from '../platform/public-paths.ts'
import { accessToken, onAccessToken } from '../platform/session.ts'
import { startSocket } from '../platform/socket.ts'
import { router } from './router.tsx'

/** What runs as long as the page does, whatever is on the screen. Before the first render. */
export async function start(cache: QueryClient) {
  await startLanguage()
  startLive(cache, [accountsLive, alertsLive, alertChatLive])
  startSocket()
  leaveWithTheSession()
  moveFocusOnNavigation()
}

/** The session ended here, in another tab or on the unit: a page that needs one gives way to the login. */
function leaveWithTheSession() {
  const leave = () => {
    if (accessToken() === null && !isPublicPath(window.location.pathname)) window.location.assign(paths.login)
  }
  onAccessToken(leave)
}

/** A new screen begins at its content, for those who do not see it change. */
function moveFocusOnNavigation() {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) document.getElementById('content')?.focus({ preventScroll: true })
  })
}

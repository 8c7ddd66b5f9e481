import type { QueryClient } from '@tanstack/react-query'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { accountsLive } from '../features/accounts/accounts.live.ts'
import { alertStore } from '../features/alerts/alert-store.ts'
import { alertsLive } from '../features/alerts/alerts.live.ts'
import { dashboardLive } from '../features/dashboard/dashboard.live.ts'
import { unsentSosRecords } from '../features/alerts/sos/unsent-sos.ts'
import { registerUnsentSos } from '../features/https/hand-over.ts'
import { recordConnection } from '../platform/connection/connected-at.ts'
import { removePrerenderedScreen } from '../platform/early-presses.ts'
import { onUnauthorized } from '../platform/connection/http.ts'
import { text } from '../platform/language/i18n.ts'
import { startPlaybackPriority } from '../platform/audio/playback-priority.ts'
import { startInstallation } from '../platform/device/installation.ts'
import { loadBefore } from '../platform/connection/live.ts'
import { startLive } from '../platform/connection/live-connection.ts'
import { startSound } from '../platform/audio/output.ts'
import { outbox, startOutbox } from '../platform/outbox/outbox.ts'
import { paths } from '../platform/paths/paths.ts'
import { isPublicPath } from '../platform/paths/public-paths.ts'
import { setQueryCache } from '../platform/connection/query-cache.ts'
import { setRecentPeople } from '../platform/recent-people.ts'
import { accessToken, isSigningOut, onAccessToken } from '../platform/session/session.ts'
import { hasStoredDrafts } from '../platform/session/storage.ts'
import { startSessionEnd } from '../platform/session/session-end.ts'
import { startServiceWorker } from '../platform/push/service-worker.ts'
import { isTextField } from '../platform/forms/text-field.ts'
import { socket, startSocket } from '../platform/connection/socket.ts'
import { whenStarted } from '../platform/when-idle.ts'
import { startWorkerSession } from '../platform/session/worker-session.ts'
import { retryUntilLoaded } from '../ui/states/lazy-content.tsx'
import { toastError } from '../ui/states/toast.tsx'
import { loadOutboxes, storedEvents } from './features.ts'
import { startPrinting } from './print.ts'
import { redirectToHttps } from './redirect-to-https.ts'
import { router } from './router.ts'
import { keepReplies } from './stored-replies.ts'
import { startSosShortcut } from './sos-shortcut.ts'
import { answerServiceWorker } from './worker-questions.ts'

/**
 * Starts the socket and the event handlers, independent of the screen. Call it before the first render.
 */
export function start(cache: QueryClient) {
  startInstallation()
  setQueryCache(cache)
  setRecentPeople(async () => (await import('../features/messaging/read-recent-people.ts')).readRecentPeople(cache))
  alertStore(cache) // before the rows on disk are restored
  const early = window.earlyRows
  delete window.earlyRows // the end of the session must not leave rows
  startLive(cache, [accountsLive, alertsLive, dashboardLive], { early })
  applyStoredEvents()
  refetchUnitOfVisitors(cache)
  keepReplies(cache)
  recordConnection()
  startSocket(outbox.hasUrgent)
  startPlaybackPriority()
  startSound()
  startOutbox()
  loadOutboxCommands()
  registerUnsentSos(unsentSosRecords)
  redirectWithoutSession(cache)
  moveFocusOnNavigation()
  void redirectToHttps(cache)
  startSosShortcut()
  removePrerenderedScreenOnRender()
  startWorkerSession()
  startSessionEnd()
  answerServiceWorker()
  startServiceWorker()
  renewPushLater()
  startPrinting()
  showFullTextsLater()
}

/**
 * Visitors do not catch up on events. The public facts of the server may have changed while they were not connected.
 */
function refetchUnitOfVisitors(cache: QueryClient) {
  let isReconnection = false
  socket.on('connect', () => {
    if (isReconnection && accessToken() === null) void cache.invalidateQueries({ queryKey: unitQuery.queryKey })
    isReconnection = true
  })
}

/**
 * Loads the code of a feature on disk before its first event is applied, because the cursor on disk implies that all
 * earlier events were applied.
 */
function applyStoredEvents() {
  for (const { events, load } of storedEvents) {
    let loading: Promise<void> | undefined
    for (const name of events) loadBefore(name, () => (loading ??= retryUntilLoaded(async () => void (await load()))))
  }
}

/** Renews the push subscription of the user after the start, or as soon as the server can be reached. */
function renewPushLater() {
  const renew = async () => {
    const { recheckPush, renewPush, retryPush } = await retryUntilLoaded(() => import('../platform/push/push.ts'))
    socket.on('connect', () => void retryPush())
    document.addEventListener('visibilitychange', () => void recheckPush())
    await renewPush()
  }
  whenStarted(() => void renew())
}

/** Texts that are cut are shown whole, once the page has started. */
function showFullTextsLater() {
  whenStarted(
    () => void retryUntilLoaded(() => import('../ui/layout/full-text.ts')).then(({ startFullTexts }) => startFullTexts()),
  )
}

/** Loads the commands of features if an entry of an unknown kind waits. Screens load the commands of new entries. */
function loadOutboxCommands() {
  const load = () => {
    if (!outbox.hasUnknownKinds()) return
    unsubscribe()
    void retryUntilLoaded(loadOutboxes)
  }
  const unsubscribe = outbox.subscribe(load)
  load()
}

/**
 * Opens the login when the session has ended in this tab, in another tab or on the server. Public pages stay open. It
 * does not reload the page, so that a running SOS request continues.
 */
function redirectWithoutSession(cache: QueryClient) {
  const openLogin = (isUnsentDeleted: boolean) => {
    if (accessToken() !== null || isSigningOut()) return
    const isPublic = isPublicPath(window.location.pathname)
    if (isUnsentDeleted) toastError(text('accounts.unsentDeleted'))
    else if (!isPublic) toastError(text('error.unauthorized'))
    if (!isPublic) void router.navigate({ to: paths.login })
  }
  onAccessToken(() => {
    // The next user must not see the data of the previous one. The timeout lets screens render without a session first,
    // so that queries for signed-in users are not refetched.
    setTimeout(() => void cache.resetQueries())
    openLogin(hasStoredDrafts() || outbox.hasContentOfUsers())
  })
  onUnauthorized(() => openLogin(false))
}

/** Removes the prerendered screen in the same commit as the first screen, before the paint. */
function removePrerenderedScreenOnRender() {
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe()
    removePrerenderedScreen()
  })
}

/** Moves the focus to the content of a new screen, for users of screen readers, unless a field of it has taken the focus. */
function moveFocusOnNavigation() {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const content = document.getElementById('content')
    const { activeElement } = document
    if (!fromLocation || !pathChanged || (isTextField(activeElement) && content?.contains(activeElement))) return
    content?.focus({ preventScroll: true })
  })
}

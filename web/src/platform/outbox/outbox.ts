import { readWorkerSession } from '../../../service-worker/stored-session.ts'
import { requestBackgroundSync } from '../connection/background-sync.ts'
import { text } from '../language/i18n.ts'
import { accessToken, onAccessToken, onSessionUser, sessionUserId } from '../session/session.ts'
import { socket } from '../connection/socket.ts'
import { createOutbox } from './create-outbox.ts'
import { localStorageMirror } from './entry-mirror.ts'
import { indexedDbStore } from './entry-store.ts'
import { withLock } from './locks.ts'
import { OUTBOX_CHANNEL, type TabNotice } from './tab-notice.ts'

let channel: BroadcastChannel | undefined

/** The outbox of this tab. Features register what they send. */
export const outbox = createOutbox({
  store: indexedDbStore,
  mirror: localStorageMirror,
  withLock,
  notifyTabs: (notice) => channel?.postMessage(notice),
  textOfOld: () => text('outbox.old'),
  ownerId: sessionUserId,
  requestSync: () => void requestBackgroundSync(),
})

/** Call once, before the first render. Sends unsent entries now and whenever the network or the session may be back. */
export function startOutbox() {
  const retry = () => void outbox.retryNow()
  window.addEventListener('online', retry)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') retry()
    else if (outbox.hasUnsent()) void requestBackgroundSync() // the page may be closed now
  })
  socket.on('connect', retry)
  const hasNoSession = () => accessToken() === null
  const discardWithoutSession = () => (hasNoSession() ? outbox.discardOfUsers(hasNoSession) : undefined)
  onAccessToken(() => {
    outbox.pause()
    queueMicrotask(() => void discardWithoutSession()) // other listeners tell the user about unsent content
  })
  onSessionUser(retry)
  if ('BroadcastChannel' in window) {
    channel = new BroadcastChannel(OUTBOX_CHANNEL)
    channel.addEventListener('message', ({ data }: MessageEvent<TabNotice>) => void outbox.receive(data))
  }
  // The session may have ended while no page was open. A token that local storage refused is in the memory of its tab,
  // and in the database of the service worker.
  void outbox.restore().then(async () => {
    if ((await readWorkerSession()) === null) await discardWithoutSession()
  })
}

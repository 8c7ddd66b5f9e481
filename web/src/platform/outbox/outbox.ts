import { text } from '../i18n.ts'
import { onAccessToken, onSessionUser, sessionUserId } from '../session.ts'
import { socket } from '../socket.ts'
import { createOutbox, type TabNotice } from './create-outbox.ts'
import { indexedDbStore, localStorageMirror } from './entry-store.ts'
import { withLock } from './locks.ts'

let channel: BroadcastChannel | undefined

/** The outbox of this tab. Features register what they send. */
export const outbox = createOutbox({
  store: indexedDbStore,
  mirror: localStorageMirror,
  withLock,
  notifyTabs: (notice) => channel?.postMessage(notice),
  textOfOld: () => text('outbox.old'),
  ownerId: sessionUserId,
})

/** Call once, before the first render. Sends unsent entries now and whenever the network or the session may be back. */
export function startOutbox() {
  const retry = () => void outbox.retryNow()
  window.addEventListener('online', retry)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') retry()
  })
  socket.on('connect', retry)
  onAccessToken(() => outbox.pause())
  onSessionUser(retry)
  if ('BroadcastChannel' in window) {
    channel = new BroadcastChannel('noroshi-outbox')
    channel.addEventListener('message', ({ data }: MessageEvent<TabNotice>) => void outbox.receive(data))
  }
  void outbox.restore()
}

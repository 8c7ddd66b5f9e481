import type { WindowQuestion } from '../../service-worker/window-questions.ts'
import { soundState } from '../platform/audio/output.ts'
import { sessionUserId } from '../platform/session/session.ts'
import { socket } from '../platform/connection/socket.ts'
import { router } from './router.ts'

const isQuestion = (data: unknown): data is WindowQuestion =>
  typeof data === 'object' && data !== null && 'type' in data && (data.type === 'shows' || data.type === 'open')

/** Answers the questions of the service worker about this window. Call it once, before the first render. */
export function answerServiceWorker(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
    if (!isQuestion(data)) return
    if (data.type === 'open') router.history.push(data.path)
    port?.postMessage(data.type === 'open' || shows(data))
  })
}

/**
 * Returns whether this window shows a subject to its user. Each page of a connected window shows alarms and incoming
 * calls; a page whose sound is blocked does not replace a notification, which sounds. A message may be only a short
 * notice there, which the user of another window does not see.
 */
function shows({ kind, path }: WindowQuestion & { type: 'shows' }): boolean {
  if (document.visibilityState !== 'visible' || !socket.connected || sessionUserId() === null) return false
  return kind === 'messages' ? document.hasFocus() || window.location.pathname === path : soundState() === 'ready'
}

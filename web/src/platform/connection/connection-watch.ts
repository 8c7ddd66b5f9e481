import type { Socket } from 'socket.io-client'
import { abortSilentRequests, renewConnections } from './silent-requests.ts'
import { CHECK_EVERY_MS, CHECK_LATE_MS, CHECK_TIMEOUT_MS, PROMPTED_CHECK_TIMEOUT_MS, SLEEP_MIN_MS, TICK_MS } from '../tuning.ts'

interface Reactions {
  /** Opens a new connection, because nothing arrives on the present one. */
  readonly replace: () => void
  /** Called when the network may be back while the socket is not connected. */
  readonly wake: () => void
}

interface ConnectionWatch {
  /** Changes the milliseconds between two checks of a visible page. */
  readonly setInterval: (ms: number) => void
  readonly stop: () => void
}

/** The network information of Chromium; other browsers have none. */
const networkInformation = (): EventTarget | undefined => {
  const { connection } = navigator as { connection?: EventTarget }
  return connection
}

const isVisible = () => document.visibilityState === 'visible'

/**
 * Notices a connection that died without a word, as when a device leaves the Wi-Fi: the page asks the server at
 * intervals while it is visible, and at once when the network or the page may have changed or the device slept. Any
 * packet is an answer. A hidden page asks nothing and relies on the pings of the server.
 */
export function watchConnection(socket: Socket, { replace, wake }: Reactions): ConnectionWatch {
  let everyMs = CHECK_EVERY_MS
  let heardAt = 0
  /** The oldest check without an answer. */
  let open: { readonly sentAt: number; readonly dueAt: number } | null = null
  let nextCheck: ReturnType<typeof setTimeout> | undefined
  let deadline: ReturnType<typeof setTimeout> | undefined

  const hear = () => {
    heardAt = performance.now()
    open = null
    clearTimeout(deadline)
  }
  let isListening = false
  const listen = () => {
    isListening = true
    socket.io.engine.on('packet', hear)
  }

  const judge = (isRepeated = false) => {
    if (open === null || !socket.connected) return
    const isLate = performance.now() - open.dueAt > CHECK_LATE_MS
    // The page was busy or asleep, and the answer may wait behind this task.
    if (isLate && !isRepeated) deadline = setTimeout(() => judge(true), CHECK_LATE_MS)
    else {
      open = null
      abortSilentRequests()
      void renewConnections()
      replace()
    }
  }

  const check = (timeoutMs: number) => {
    clearTimeout(nextCheck)
    if (isVisible()) nextCheck = setTimeout(() => check(CHECK_TIMEOUT_MS), everyMs)
    if (!socket.connected) return
    const now = performance.now()
    const { sentAt = now, dueAt = Infinity } = open ?? {}
    open = { sentAt, dueAt: Math.min(dueAt, now + timeoutMs) }
    clearTimeout(deadline)
    deadline = setTimeout(judge, open.dueAt - now)
    socket.emit('connection:check', { withinMs: isVisible() ? everyMs : null }, hear)
  }
  const checkNow = () => {
    if (!socket.connected) wake()
    check(PROMPTED_CHECK_TIMEOUT_MS)
  }
  /** Devices sleep without an event while a page is visible; only the clock shows it. */
  let ticked = Date.now()
  const tick = () => {
    const now = Date.now()
    if (isVisible() && open === null && now - ticked > SLEEP_MIN_MS) checkNow()
    ticked = now
    ticker = setTimeout(tick, TICK_MS)
  }
  let ticker = setTimeout(tick, TICK_MS)
  const onConnect = () => {
    heardAt = performance.now()
    check(CHECK_TIMEOUT_MS)
  }
  const onDisconnect = () => {
    open = null
    clearTimeout(deadline)
  }
  let focusCheck: ReturnType<typeof setTimeout> | undefined
  const onFocus = () => {
    // Focus moves between the page and its frames many times a minute.
    clearTimeout(focusCheck)
    focusCheck = setTimeout(checkNow, Math.max(0, heardAt + 1_000 - performance.now()))
  }

  socket.io.on('open', listen)
  socket.on('connect', onConnect)
  socket.on('disconnect', onDisconnect)
  window.addEventListener('online', checkNow)
  window.addEventListener('pageshow', checkNow)
  window.addEventListener('focus', onFocus)
  document.addEventListener('visibilitychange', checkNow)
  networkInformation()?.addEventListener('change', checkNow)
  return {
    setInterval(ms) {
      everyMs = ms
      check(CHECK_TIMEOUT_MS)
    },
    stop() {
      clearTimeout(nextCheck)
      clearTimeout(deadline)
      clearTimeout(ticker)
      clearTimeout(focusCheck)
      socket.io.off('open', listen)
      if (isListening) socket.io.engine.off('packet', hear)
      socket.off('connect', onConnect)
      socket.off('disconnect', onDisconnect)
      window.removeEventListener('online', checkNow)
      window.removeEventListener('pageshow', checkNow)
      window.removeEventListener('focus', onFocus)
      document.removeEventListener('visibilitychange', checkNow)
      networkInformation()?.removeEventListener('change', checkNow)
    },
  }
}

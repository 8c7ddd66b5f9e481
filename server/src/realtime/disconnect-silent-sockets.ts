import type { Server } from 'socket.io'
import { type CuttableSocket, cut } from './disconnect-slow-sockets.ts'

/** Milliseconds that an announced check may be late: the client's own time limit, and a slow network. */
const MARGIN_MS = 8_000
/** Milliseconds between two looks at all connections. */
const CHECK_EVERY_MS = 1_000

interface EngineSocket extends CuttableSocket {
  on(name: 'packet', listener: () => void): void
  once(name: 'close', listener: () => void): void
}

/** The announced interval of each connection in milliseconds, and when its last packet arrived (`performance.now()`). */
const announced = new WeakMap<object, { withinMs: number; heardAt: number }>()

/**
 * Notes what a client announced by `connection:check`.
 * @param connection the engine.io socket of the client
 * @param withinMs milliseconds until its next check; null: it announces none
 */
export function announceNextCheck(connection: object, withinMs: number | null): void {
  if (withinMs === null) announced.delete(connection)
  else announced.set(connection, { withinMs, heardAt: performance.now() })
}

/**
 * Cuts the connections whose client has announced a check that did not arrive. A device that left the Wi-Fi without a
 * word then counts as disconnected within seconds and is woken by a push message.
 */
export function disconnectSilentSockets(engine: Server['engine']): void {
  const open = new Set<EngineSocket>()
  engine.on('connection', (socket: EngineSocket) => {
    open.add(socket)
    socket.on('packet', () => {
      const watched = announced.get(socket)
      if (watched) watched.heardAt = performance.now()
    })
    socket.once('close', () => open.delete(socket))
  })
  let lastRun = performance.now()
  setInterval(() => {
    const now = performance.now()
    const isDelayed = now - lastRun > 2 * CHECK_EVERY_MS
    lastRun = now
    if (isDelayed) return // this process was busy or stopped, and has not read what arrived
    for (const socket of open) {
      const watched = announced.get(socket)
      if (watched && now - watched.heardAt > watched.withinMs + MARGIN_MS) cut(socket)
    }
  }, CHECK_EVERY_MS).unref()
}

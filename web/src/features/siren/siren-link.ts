import { io, type Socket } from 'socket.io-client'
import type { Handshake, ServerEvents } from '@noroshi/contract/realtime'
import { sirenRoutes, type SirenState } from '@noroshi/contract/siren/siren.http'
import { backoff } from '../../platform/connection/backoff.ts'
import { watchConnection } from '../../platform/connection/connection-watch.ts'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { createObservable, type Observable, type ReadonlyObservable } from '../../platform/observable.ts'
import { readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'
import { RECONNECT, REFETCH_MS, RETRY_MS } from '../../platform/tuning.ts'

/** The state of a siren screen's connection and its alerts. */
export interface SirenView {
  /** The last reply; null before the first one. */
  readonly state: SirenState | null
  readonly connection: 'connecting' | 'connected' | 'lost' | 'revoked'
  /** Time of the last contact in milliseconds since 1970, kept over restarts; null if there was none. */
  readonly contactAt: number | null
}

export interface SirenLink {
  readonly view: ReadonlyObservable<SirenView>
  /** Opens the connection. @returns the function that closes it */
  readonly start: () => () => void
}

/** Timeout of a request in milliseconds. */
const STATE_TIMEOUT_MS = 8_000

const storedContact = (): number | null => {
  const stored = Number(readStored(storageKeys.sirenContactAt) ?? Number.NaN)
  return Number.isFinite(stored) ? stored : null
}

/** Creates the connection of a siren screen. `start` opens it. */
export function createSirenLink(token: string): SirenLink {
  const view = createObservable<SirenView>({ state: null, connection: 'connecting', contactAt: storedContact() })
  return { view, start: () => connect(token, view) }
}

/**
 * Keeps the alerts of a siren screen current. A hint of the socket, each connection and a timer trigger a refetch, so
 * that a lost hint delays an alarm but loses none. A revoked screen stops.
 */
function connect(token: string, view: Observable<SirenView>): () => void {
  const handshake: Handshake = { screenToken: token }
  const socket: Socket<ServerEvents> = io({
    path: '/socket.io',
    forceNew: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnection: false,
    auth: { ...handshake },
  })
  let isStopped = false
  let failures = 0
  let reading = false
  let isReadRequested = false
  let pollTimer: ReturnType<typeof setTimeout> | undefined
  let connectTimer: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    isStopped = true
    clearTimeout(pollTimer)
    clearTimeout(connectTimer)
    watch.stop()
    socket.disconnect()
  }
  const revoke = () => {
    stop()
    view.set({ ...view.get(), state: null, connection: 'revoked' })
  }
  const readOnce = async () => {
    try {
      const state = await call(sirenRoutes.state, { screenToken: token, timeoutMs: STATE_TIMEOUT_MS })
      const contactAt = Date.now()
      writeStored(storageKeys.sirenContactAt, String(contactAt))
      if (!isStopped) view.set({ state, connection: 'connected', contactAt })
    } catch (error) {
      if (isStopped) return
      // Only this server replies with this code. The login page of a proxy does not revoke the screen.
      if (error instanceof ApiError && error.code === 'unauthorized') revoke()
      else view.set({ ...view.get(), connection: 'lost' })
    }
  }
  /**
   * Refetches the alerts. A call during a fetch triggers another fetch, because the running one may return older data.
   */
  const read = async () => {
    isReadRequested = true
    if (reading) return
    reading = true
    while (isReadRequested && !isStopped) {
      isReadRequested = false
      await readOnce()
    }
    reading = false
    if (isStopped) return
    clearTimeout(pollTimer)
    const isLive = socket.connected && view.get().connection === 'connected'
    pollTimer = setTimeout(() => void read(), isLive ? REFETCH_MS : RETRY_MS)
  }
  const reconnectLater = () => {
    if (isStopped) return
    failures += 1
    clearTimeout(connectTimer)
    connectTimer = setTimeout(() => socket.connect(), backoff(RECONNECT, failures, true))
  }
  // A screen has no commands; the refusal of its check proves that the connection works. `as`: the watch is untyped.
  const watch = watchConnection(socket as unknown as Socket, {
    replace: () => void socket.disconnect(),
    wake: () => void socket.connect(),
  })
  socket.on('connect', () => {
    failures = 0
    void read()
  })
  socket.on('connect_error', () => {
    reconnectLater()
    void read()
  })
  socket.on('disconnect', () => {
    reconnectLater()
    void read()
  })
  socket.on('siren:changed', () => void read())
  socket.on('siren:revoked', revoke)
  void read()
  return stop
}

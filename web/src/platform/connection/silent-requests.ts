import { SILENT_REQUEST_MS } from '../tuning.ts'

/** A request that waits for its reply. */
interface OpenRequest {
  /** When it was sent or last made progress (`performance.now()`). */
  activeAt: number
  readonly abort: () => void
}

const open = new Set<OpenRequest>()

/** The connections that browsers keep to one server with HTTP/1.1. */
const CONNECTIONS_MAX = 6
/** Milliseconds after which a kept connection that does not answer is given up. */
const RENEW_TIMEOUT_MS = 2_000

/**
 * Registers a request until it ends, so that it does not wait on a connection that is dead.
 * @param abort fails the request as offline
 */
export function registerRequest(abort: () => void): { readonly noteProgress: () => void; readonly end: () => void } {
  const request = { activeAt: performance.now(), abort }
  open.add(request)
  return {
    noteProgress: () => {
      request.activeAt = performance.now()
    },
    end: () => void open.delete(request),
  }
}

/**
 * Fails the open requests as offline as soon as they have had no progress for some time, because their connections died
 * with the one of the socket. Reads and the outbox repeat them.
 */
export function abortSilentRequests(): void {
  const now = performance.now()
  for (const request of open) {
    const { activeAt, abort } = request
    const restMs = activeAt + SILENT_REQUEST_MS - now
    if (restMs <= 0) abort()
    else setTimeout(() => void (open.has(request) && request.activeAt === activeAt && abort()), restMs)
  }
}

/**
 * Makes the browser give up the kept connections that no longer answer: it would send the next requests over them. It
 * closes the connection of an aborted request.
 */
export async function renewConnections(): Promise<void> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), RENEW_TIMEOUT_MS)
  const ask = async (_: unknown, index: number) => {
    const reply = await fetch(`/livez?connection=${index}`, { cache: 'no-store', signal: control.signal })
    await reply.text()
  }
  await Promise.allSettled(Array.from({ length: CONNECTIONS_MAX }, ask))
  clearTimeout(timer)
}

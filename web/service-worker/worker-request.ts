import { API_BASE } from '@noroshi/contract/addresses'
import { endWorkerSession } from './end-push.ts'
import type { WorkerSession } from './worker-session.ts'

interface WorkerRequest {
  readonly method: 'PUT' | 'GET'
  /** Below the prefix of all routes. */
  readonly path: string
  readonly body?: unknown
}

/** Milliseconds for one attempt, and between two. Browsers end a worker that works for long. */
const ATTEMPT_MS = 8_000
const PAUSE_MS = 1_500
const ATTEMPTS = 3

/**
 * Sends a request of the service worker, again if the server cannot be reached.
 * @returns the status of the reply; null if there was none
 */
export async function requestAsUser(session: WorkerSession, { method, path, body }: WorkerRequest): Promise<number | null> {
  for (let attempt = 1; ; attempt++) {
    const status = await fetchStatus(session, { method, path, body })
    if (status === 401) await endWorkerSession(session.token)
    if (status !== null || attempt === ATTEMPTS) return status
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Returns null also for an error of the server, and for a reply of something else, such as the sign-in page of a Wi-Fi. */
async function fetchStatus({ token, language }: WorkerSession, { method, path, body }: WorkerRequest): Promise<number | null> {
  try {
    const reply = await fetch(API_BASE + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-language': language,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ATTEMPT_MS),
    })
    await reply.json()
    return reply.status >= 500 ? null : reply.status
  } catch {
    return null
  }
}

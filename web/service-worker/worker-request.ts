import { ApiError, isTemporary } from '../src/platform/connection/http-errors.ts'
import type { RouteRequest } from '../src/platform/connection/route-request.ts'
import { endWorkerSession } from './end-session.ts'
import { sendRequest } from './send-request.ts'
import type { WorkerSession } from './stored-session.ts'

/** Milliseconds of one attempt, and between two attempts. Browsers end a worker that runs for long. */
const ATTEMPT_MS = 8_000
const PAUSE_MS = 1_500
const ATTEMPTS = 3

/**
 * Sends a request of the service worker, with retries if the server cannot be reached.
 * @returns 200 if the server accepted it, or the status of its refusal; null without a reply
 */
export async function requestAsUser(session: WorkerSession, request: RouteRequest): Promise<number | null> {
  for (let attempt = 1; ; attempt++) {
    const status = await attemptStatus(session, request)
    if (status === 401) await endWorkerSession(session.token)
    if (status !== null || attempt === ATTEMPTS) return status
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Returns null also for an error after which a retry may succeed. */
async function attemptStatus(session: WorkerSession, request: RouteRequest): Promise<number | null> {
  try {
    await sendRequest(request, { session, timeoutMs: ATTEMPT_MS })
    return 200
  } catch (error) {
    return error instanceof ApiError && !isTemporary(error) ? error.status : null
  }
}

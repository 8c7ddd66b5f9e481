import { OfflineError } from './http-errors.ts'
import { noteServerTime } from './server-time.ts'
import { registerRequest } from './silent-requests.ts'
import { REQUEST_MS_PER_THOUSAND, REQUEST_TIMEOUT_MS, UPLOAD_STALL_MS } from '../tuning.ts'

export interface RawRequest {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Milliseconds without a reply after which the request fails as offline. Default: more for long bodies. */
  readonly timeoutMs?: number | undefined
  /** The request continues after the page is closed. */
  readonly keepalive?: boolean | undefined
}

export interface RawReply {
  readonly status: number
  /** undefined: the reply is not JSON, so it did not come from the server. */
  readonly json: unknown
}

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // the caller distinguishes an error reply from a foreign one
  }
}

/**
 * Returns a signal that aborts with the caller's signal or after a timeout. Phones of 2023 lack `AbortSignal.any`, and
 * an SOS uses this function.
 */
function createDeadline(signal: AbortSignal | undefined, timeoutMs: number) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  const { end } = registerRequest(abort)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  const clear = () => {
    clearTimeout(timer)
    end()
    signal?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, clear }
}

const timeoutOf = (sent = ''): number => REQUEST_TIMEOUT_MS + Math.floor(sent.length / 1000) * REQUEST_MS_PER_THOUSAND

export async function sendJson(request: RawRequest, body: unknown): Promise<RawReply> {
  const { method, address, headers, signal, keepalive = false } = request
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const deadlineSignal = createDeadline(signal, request.timeoutMs ?? timeoutOf(sent))
  try {
    const reply = await fetch(address, {
      method,
      headers: { ...headers, ...(sent !== undefined && { 'content-type': 'application/json' }) },
      signal: deadlineSignal.signal,
      keepalive,
      ...(sent !== undefined && { body: sent }),
    })
    noteServerTime(reply.headers.get('date'))
    return { status: reply.status, json: parseJson(await reply.text()) }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new OfflineError(error)
  } finally {
    deadlineSignal.clear()
  }
}

/**
 * Sends a form by XMLHttpRequest, because fetch reports no upload progress. The timeout of XMLHttpRequest would end
 * slow uploads that still make progress.
 */
export function sendForm(request: RawRequest, form: FormData, onProgress?: (percent: number) => void): Promise<RawReply> {
  const { method, address, headers, signal } = request
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const cancelled = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    if (signal?.aborted) return cancelled()

    let stallTimer: ReturnType<typeof setTimeout> | undefined
    const abortSilent = () => {
      reject(new OfflineError())
      xhr.abort()
    }
    const { noteProgress, end } = registerRequest(abortSilent)
    const restartStallTimer = () => {
      noteProgress()
      clearTimeout(stallTimer)
      stallTimer = setTimeout(abortSilent, UPLOAD_STALL_MS)
    }
    xhr.open(method, address)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      restartStallTimer()
      if (total > 0) onProgress?.(Math.round((loaded / total) * 100))
    })
    xhr.addEventListener('progress', restartStallTimer)
    xhr.addEventListener('load', () => resolve({ status: xhr.status, json: parseJson(xhr.responseText) }))
    xhr.addEventListener('error', () => reject(new OfflineError()))
    xhr.addEventListener('abort', cancelled)

    const abort = () => xhr.abort()
    signal?.addEventListener('abort', abort)
    xhr.addEventListener('loadend', () => {
      clearTimeout(stallTimer)
      end()
      signal?.removeEventListener('abort', abort)
    })
    restartStallTimer()
    xhr.send(form)
  })
}

import { OfflineError } from './http-errors.ts'
import { REQUEST_MS_PER_THOUSAND, REQUEST_TIMEOUT_MS, UPLOAD_STALL_MS } from './tuning.ts'

export interface RawRequest {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Milliseconds without an answer that count as 'not connected'; unless given, longer for what is long. */
  readonly timeoutMs?: number | undefined
  /** Goes on when the page is left. */
  readonly keepalive?: boolean | undefined
}

export interface RawReply {
  readonly status: number
  /** undefined: the answer was no JSON, so it did not come from the unit. */
  readonly json: unknown
}

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // the caller tells a refusal from an answer that is not ours
  }
}

/** Ends with the caller's signal or after a time. By hand: phones of 2023 know no `AbortSignal.any`, and an SOS goes this way. */
function deadline(signal: AbortSignal | undefined, timeoutMs: number) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  const clear = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, clear }
}

const timeoutOf = (sent = ''): number => REQUEST_TIMEOUT_MS + Math.floor(sent.length / 1000) * REQUEST_MS_PER_THOUSAND

export async function sendJson(request: RawRequest, body: unknown): Promise<RawReply> {
  const { method, address, headers, signal, keepalive = false } = request
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const until = deadline(signal, request.timeoutMs ?? timeoutOf(sent))
  try {
    const reply = await fetch(address, {
      method,
      headers: { ...headers, ...(sent !== undefined && { 'content-type': 'application/json' }) },
      signal: until.signal,
      keepalive,
      ...(sent !== undefined && { body: sent }),
    })
    return { status: reply.status, json: parseJson(await reply.text()) }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new OfflineError(error)
  } finally {
    until.clear()
  }
}

/** XMLHttpRequest, since fetch tells no progress of what it sends. Its own timeout would end what is slow but moves. */
export function sendForm(request: RawRequest, form: FormData, onProgress?: (percent: number) => void): Promise<RawReply> {
  const { method, address, headers, signal } = request
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const cancelled = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    if (signal?.aborted) return cancelled()

    let stall: ReturnType<typeof setTimeout> | undefined
    const moves = () => {
      clearTimeout(stall)
      stall = setTimeout(() => {
        reject(new OfflineError())
        xhr.abort()
      }, UPLOAD_STALL_MS)
    }
    xhr.open(method, address)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      moves()
      if (total > 0) onProgress?.(Math.round((loaded / total) * 100))
    })
    xhr.addEventListener('progress', moves)
    xhr.addEventListener('load', () => resolve({ status: xhr.status, json: parseJson(xhr.responseText) }))
    xhr.addEventListener('error', () => reject(new OfflineError()))
    xhr.addEventListener('abort', cancelled)

    const abort = () => xhr.abort()
    signal?.addEventListener('abort', abort)
    xhr.addEventListener('loadend', () => {
      clearTimeout(stall)
      signal?.removeEventListener('abort', abort)
    })
    moves()
    xhr.send(form)
  })
}

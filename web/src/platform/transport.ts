import { OfflineError } from './http-errors.ts'
import { REQUEST_TIMEOUT_MS } from './tuning.ts'

export interface RawRequest {
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
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

export async function sendJson({ method, address, headers, signal }: RawRequest, body: unknown): Promise<RawReply> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    const reply = await fetch(address, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, json: parseJson(await reply.text()) }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new OfflineError(error)
  }
}

/** XMLHttpRequest, since fetch tells no progress of what it sends. */
export function sendForm(request: RawRequest, form: FormData, onProgress?: (percent: number) => void): Promise<RawReply> {
  const { method, address, headers, signal } = request
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const cancelled = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    if (signal?.aborted) return cancelled()

    xhr.open(method, address)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress?.(Math.round((loaded / total) * 100))
    })
    xhr.addEventListener('load', () => resolve({ status: xhr.status, json: parseJson(xhr.responseText) }))
    xhr.addEventListener('error', () => reject(new OfflineError()))
    xhr.addEventListener('abort', cancelled)

    const abort = () => xhr.abort()
    signal?.addEventListener('abort', abort)
    xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    xhr.send(form)
  })
}

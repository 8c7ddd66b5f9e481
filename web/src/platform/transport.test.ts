import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OfflineError } from './http-errors.ts'
import { sendJson } from './transport.ts'
import { REQUEST_TIMEOUT_MS } from './tuning.ts'

/** A unit that never answers, as fetch behaves: it ends with its signal alone. */
const silence = vi.fn<typeof fetch>(
  (_, init) =>
    new Promise((_resolve, reject) => {
      const end = () => reject(new DOMException('aborted', 'AbortError'))
      if (init?.signal?.aborted) end()
      init?.signal?.addEventListener('abort', end)
    }),
)
const request = { method: 'POST', address: '/backend/api/alerts', headers: {} }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', silence)
  // Safari before 17.4, Chrome before 116 and Firefox before 124 have neither.
  vi.stubGlobal('AbortSignal', Object.assign(class {}, { any: undefined, timeout: undefined }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  silence.mockClear()
})

test('a browser that cannot join signals sends all the same, and goes on when its page is left', async () => {
  silence.mockResolvedValueOnce(new Response('{"id":1}'))
  const { signal } = new AbortController()
  expect(await sendJson({ ...request, signal, keepalive: true }, {})).toEqual({ status: 200, json: { id: 1 } })
  expect(silence.mock.calls[0]?.[1]).toMatchObject({ keepalive: true })
})

test('a unit that does not answer in time is not connected', async () => {
  const sent = expect(sendJson({ ...request, timeoutMs: 8_000 }, {})).rejects.toThrow(OfflineError)
  await vi.advanceTimersByTimeAsync(8_000)
  await sent
})

test('what is long may take longer than what is short, and not for ever', async () => {
  const ended: string[] = []
  const sends = (name: string, content: string) => sendJson(request, { content }).catch(() => ended.push(name))
  const [short, long] = [sends('short', 'water'), sends('long', 'あ'.repeat(1_000_000))]
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
  await short
  expect(ended).toEqual(['short'])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(ended).toEqual(['short'])
  await vi.runAllTimersAsync()
  await long
  expect(ended).toEqual(['short', 'long'])
})

test('what the caller cancels is cancelled, before and during the request', async () => {
  const controller = new AbortController()
  const sent = expect(sendJson({ ...request, signal: controller.signal }, {})).rejects.toMatchObject({ name: 'AbortError' })
  controller.abort()
  await sent
  await expect(sendJson({ ...request, signal: controller.signal }, {})).rejects.toMatchObject({ name: 'AbortError' })
})

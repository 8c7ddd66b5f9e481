import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OfflineError } from './http-errors.ts'
import { sendJson } from './transport.ts'
import { REQUEST_TIMEOUT_MS } from '../tuning.ts'

/** A server that never replies. As with fetch, only the signal ends the request. */
const neverReply = vi.fn<typeof fetch>(
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
  vi.stubGlobal('fetch', neverReply)
  // Safari before 17.4, Chrome before 116 and Firefox before 124 lack both.
  vi.stubGlobal('AbortSignal', Object.assign(class {}, { any: undefined, timeout: undefined }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  neverReply.mockClear()
})

test('a browser without AbortSignal.any sends the request with keepalive', async () => {
  neverReply.mockResolvedValueOnce(new Response('{"id":1}'))
  const { signal } = new AbortController()
  expect(await sendJson({ ...request, signal, keepalive: true }, {})).toEqual({ status: 200, json: { id: 1 } })
  expect(neverReply.mock.calls[0]?.[1]).toMatchObject({ keepalive: true })
})

test('a request without a reply in time fails as offline', async () => {
  const sent = expect(sendJson({ ...request, timeoutMs: 8_000 }, {})).rejects.toThrow(OfflineError)
  await vi.advanceTimersByTimeAsync(8_000)
  await sent
})

test('a long body has a longer time limit than a short one', async () => {
  const ended: string[] = []
  const send = (name: string, content: string) => sendJson(request, { content }).catch(() => ended.push(name))
  const [short, long] = [send('short', 'water'), send('long', 'あ'.repeat(1_000_000))]
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
  await short
  expect(ended).toEqual(['short'])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(ended).toEqual(['short'])
  await vi.runAllTimersAsync()
  await long
  expect(ended).toEqual(['short', 'long'])
})

test('a request that the caller aborts rejects with AbortError, before and during the request', async () => {
  const controller = new AbortController()
  const sent = expect(sendJson({ ...request, signal: controller.signal }, {})).rejects.toMatchObject({ name: 'AbortError' })
  controller.abort()
  await sent
  await expect(sendJson({ ...request, signal: controller.signal }, {})).rejects.toMatchObject({ name: 'AbortError' })
})

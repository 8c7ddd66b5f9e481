import { afterEach, expect, test, vi } from 'vitest'
import { OfflineError } from './http-errors.ts'
import { abortSilentRequests, renewConnections } from './silent-requests.ts'
import { sendJson } from './transport.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Replies never. As with fetch, only the signal ends the request. */
const neverReply = (_: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })

test('a request that waits on a dead connection fails as offline with it, and a new one does not', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', neverReply)
  const failed: string[] = []
  const send = (name: string) =>
    sendJson({ method: 'GET', address: '/backend/api/alerts', headers: {} }, undefined).catch((error: unknown) => {
      if (error instanceof OfflineError) failed.push(name)
    })
  void send('old')
  await vi.advanceTimersByTimeAsync(3_000)
  void send('new')
  abortSilentRequests()
  await vi.advanceTimersByTimeAsync(0)
  expect(failed).toEqual(['old'])
})

test('the kept connections that do not answer are given up after two seconds', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push(address)
    return neverReply(address, init)
  })
  const renewed = renewConnections()
  await vi.advanceTimersByTimeAsync(2_000)
  await renewed
  expect(new Set(asked).size).toBe(6)
})

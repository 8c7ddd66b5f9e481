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

test('requests that wait on a dead connection fail as offline after 3 s without progress, and later ones do not', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', neverReply)
  const failed: string[] = []
  const send = (name: string) =>
    sendJson({ method: 'GET', address: '/backend/api/alerts', headers: {} }, undefined).catch((error: unknown) => {
      if (error instanceof OfflineError) failed.push(name)
    })
  void send('old')
  await vi.advanceTimersByTimeAsync(3_000)
  void send('recent')
  abortSilentRequests()
  void send('later')
  await vi.advanceTimersByTimeAsync(2_999)
  expect(failed).toEqual(['old'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(failed).toEqual(['old', 'recent'])
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

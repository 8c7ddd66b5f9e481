import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { FakeBrowser } from './browser.fake.ts'
import { handlePush } from './push-event.ts'
import { ALERT, CALL, ENDED, MESSAGES, SEEN } from './push-payloads.fake.ts'
import { writeWorkerSession } from './stored-session.ts'

let browser: FakeBrowser

beforeEach(async () => {
  browser = new FakeBrowser()
  vi.stubGlobal('self', browser)
  vi.stubGlobal('fetch', browser.fetch)
  await writeWorkerSession(() => ({ token: 'secret', userId: 'ben', language: 'en' }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const receive = (payload: PushPayload) =>
  // `as`: the part that is read
  handlePush({ data: { text: () => JSON.stringify(payload) } } as unknown as PushEvent)

test('messages about one subject that arrive at the same time are applied in their order', async () => {
  browser.answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50)) // a window that replies late
    return false
  }
  await Promise.all([receive(CALL), receive(ALERT), receive(SEEN), receive(ENDED)])
  expect(browser.summary).toEqual([])
})

test('an alarm waits for no message about another subject, and at most three seconds for one about its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const never = new Promise<never>(() => undefined)
  vi.spyOn(browser.clients, 'matchAll').mockReturnValueOnce(never).mockReturnValueOnce(never)
  void receive(MESSAGES)
  void receive(SEEN)
  await receive(CALL)
  expect(browser.summary).toMatchObject([{ tag: 'call:s1' }])
  const shown = receive(ALERT)
  await vi.advanceTimersByTimeAsync(3_000)
  await shown
  expect(browser.summary).toMatchObject([{ tag: 'call:s1' }, { tag: 'alert:a1' }])
})

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

test('messages that arrive at the same time are applied in their order, although a window replies late to the first', async () => {
  browser.answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return false
  }
  await Promise.all([receive(CALL), receive(ALERT), receive(SEEN), receive(ENDED)])
  expect(browser.summary).toEqual([])
})

test('a message is shown although an earlier one does not end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  browser.answer = () => false
  vi.spyOn(browser.clients, 'matchAll').mockReturnValueOnce(new Promise(() => undefined))
  void receive(MESSAGES)
  const shown = receive(ALERT)
  await vi.runAllTimersAsync()
  await shown
  expect(browser.summary).toMatchObject([{ tag: 'alert:a1' }])
})

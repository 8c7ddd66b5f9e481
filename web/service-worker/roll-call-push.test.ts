import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pushMessages } from '@noroshi/contract/push/push.messages'
import { rollCallHref } from '../src/platform/paths/paths.ts'
import { indexedDbStore } from '../src/platform/outbox/entry-store.ts'
import { FakeBrowser } from './browser.fake.ts'
import { handleNotificationClick } from './notification-click.ts'
import { handlePush } from './push-event.ts'
import { pathOf } from './push-kinds.ts'
import { ROLL_CALL } from './push-payloads.fake.ts'
import { writeWorkerSession } from './stored-session.ts'

let browser: FakeBrowser

beforeEach(async () => {
  browser = new FakeBrowser()
  vi.stubGlobal('self', browser)
  vi.stubGlobal('fetch', browser.fetch)
  await writeWorkerSession(() => ({ token: 'secret', userId: 'ben', language: 'ja' }))
})
afterEach(() => vi.unstubAllGlobals())

// `as`: the part that is read
const receive = (payload = ROLL_CALL) => handlePush({ data: { text: () => JSON.stringify(payload) } } as unknown as PushEvent)
const click = (action: string) =>
  // `as`: the parts that are read
  handleNotificationClick({ action, notification: browser.notifications[0] } as unknown as NotificationEvent)

test('"I am safe" on the question of a roll-call answers it without a page', async () => {
  await receive()
  expect(browser.notifications[0]?.actions?.map(({ title }) => title)).toEqual(['無事です', '開く'])
  await click('safe')
  const { address, body } = browser.requests.at(-1) ?? {}
  expect(address).toBe('/backend/api/roll-calls/r1/answer')
  expect(JSON.parse(body ?? '')).toEqual({
    state: 'safe',
    ageMs: expect.any(Number) as number,
    clientId: expect.any(String) as string,
  })
  expect(browser.summary).toEqual([{ tag: 'rollCall:r1', body: pushMessages['push.rollCall.answerSent'].ja, isSilent: true }])
  expect([browser.opened, await indexedDbStore.all()]).toEqual([[], []])
})

test('an answer to a roll-call that ended says so', async () => {
  await receive()
  browser.status = 409
  await click('safe')
  expect(browser.summary).toMatchObject([{ body: pushMessages['push.rollCall.ended'].ja }])
})

test('a click on the question opens the roll-call', async () => {
  expect(pathOf(ROLL_CALL)).toBe(rollCallHref('r1'))
  await receive()
  await click('')
  expect(browser.opened).toEqual([rollCallHref('r1')])
})

test('only an urgent question vibrates as an alarm and stays until the user acts', async () => {
  await receive()
  expect(browser.notifications[0]).toMatchObject({ requireInteraction: true, vibrate: expect.any(Array) as number[] })
  await receive({ ...ROLL_CALL, isUrgent: false } as typeof ROLL_CALL)
  expect(browser.notifications).toHaveLength(1)
  expect(browser.notifications[0]).not.toHaveProperty('vibrate')
  expect(browser.notifications[0]).not.toHaveProperty('requireInteraction')
})

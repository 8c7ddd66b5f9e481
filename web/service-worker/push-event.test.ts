import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alertMessages } from '@noroshi/contract/alerts/alerts.messages'
import { callFirstMessages } from '@noroshi/contract/calls/calls.first-messages'
import { pushMessages } from '@noroshi/contract/push/push.messages'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { alertHref } from '../src/platform/paths/paths.ts'
import { indexedDbStore } from '../src/platform/outbox/entry-store.ts'
import { FakeBrowser } from './browser.fake.ts'
import { drainInSync, isOutboxTag } from './drain-outbox.ts'
import { handleNotificationClick } from './notification-click.ts'
import { handlePush } from './push-event.ts'
import { pathOf } from './push-kinds.ts'
import { ALERT, RESOLVED, SEEN, CHAT, CHAT_READ, CALL, ENDED, HEALTH, MESSAGES, READ } from './push-payloads.fake.ts'
import { readWorkerSession, type WorkerSession, writeWorkerSession } from './stored-session.ts'

const SESSION: WorkerSession = { token: 'secret', userId: 'ben', language: 'ja' }

let browser: FakeBrowser

beforeEach(async () => {
  browser = new FakeBrowser()
  vi.stubGlobal('self', browser)
  vi.stubGlobal('fetch', browser.fetch)
  await writeWorkerSession(() => SESSION)
  await indexedDbStore.remove((await indexedDbStore.all()).map(({ id }) => id))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const receive = (payload: PushPayload | string) =>
  // `as`: the part that is read
  handlePush({ data: { text: () => (typeof payload === 'string' ? payload : JSON.stringify(payload)) } } as unknown as PushEvent)
const click = (action: string) =>
  // `as`: the parts that are read
  handleNotificationClick({ action, notification: browser.notifications[0] } as unknown as NotificationEvent)

test('an alert is shown with its actions in the language of the user, and reported as delivered', async () => {
  await receive(ALERT)
  const [shown] = browser.notifications
  expect(shown).toMatchObject({ title: 'SOS', body: 'open', tag: 'alert:a1', renotify: true, requireInteraction: true })
  expect(shown?.actions?.map(({ title }) => title)).toEqual(['対応します', '開く'])
  expect(browser.requests).toMatchObject([
    { address: '/backend/api/push/alerts/a1/shown', headers: { authorization: 'Bearer secret', 'accept-language': 'ja' } },
  ])
})

test('a call that is shown is acknowledged, and one that the user rejects there is rejected', async () => {
  await receive(CALL)
  expect(browser.requests.at(-1)?.address).toBe('/backend/api/call-sessions/s1/acknowledge')
  await click('reject')
  expect(browser.requests.at(-1)?.address).toBe('/backend/api/call-sessions/s1/reject')
  expect(browser.summary).toEqual([])
})

test('a call that the user accepts on the notification is accepted, and its page opens', async () => {
  await receive(CALL)
  await click('accept')
  expect(browser.requests.at(-1)?.address).toBe('/backend/api/call-sessions/s1/accept')
  expect(browser.opened).toEqual(['/call/c1'])
})

test('an event that a visible window shows gets no notification, and an earlier notification of it is closed', async () => {
  await receive(MESSAGES)
  browser.answer = () => true
  for (const payload of [ALERT, CALL, MESSAGES, CHAT]) await receive(payload)
  expect(browser.summary).toEqual([])
  expect(browser.requests).toEqual([])
  expect(browser.questions).toContainEqual({ type: 'shows', kind: 'messages', path: '/messages/t1' })
  expect(browser.questions).toContainEqual({ type: 'shows', kind: 'messages', path: alertHref('a1', 't1') })
})

test('a notification of an alert is shown if a visible window does not show the alert', async () => {
  browser.answer = () => false
  await receive(ALERT)
  expect(browser.summary).toEqual([{ tag: 'alert:a1', body: 'open', isSilent: false }])
})

test('the end of an alert and a missed call silently replace what was shown, and a visible window closes it', async () => {
  await receive(ALERT)
  await receive(CALL)
  await receive(RESOLVED)
  await receive({ ...ENDED, isMissed: true })
  expect(browser.summary).toEqual([
    { tag: 'alert:a1', body: 'over', isSilent: true },
    { tag: 'call:s1', body: 'ended', isSilent: true },
  ])
  browser.answer = () => true
  await receive(RESOLVED)
  expect(browser.summary.map(({ tag }) => tag)).toEqual(['call:s1'])
})

test('the alarm that the user has seen on another device disappears, and the other notifications stay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await receive(MESSAGES)
  await receive(ALERT)
  await receive(SEEN)
  expect(browser.summary.map(({ tag }) => tag)).toEqual(['messages:t1'])
  browser.notifications = []
  await receive(ALERT)
  await receive(SEEN)
  expect(browser.summary, 'the browser requires a notification').toEqual([{ tag: 'alert:a1', body: 'seen', isSilent: true }])
  await vi.runAllTimersAsync()
  await expect.poll(() => browser.summary).toEqual([])
})

test('a message that arrives while the browser requires a notification of the read ones stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await receive(READ)
  expect(browser.summary).toMatchObject([{ tag: 'messages:t1', isSilent: true }])
  await receive(MESSAGES)
  await vi.runAllTimersAsync()
  await drainInSync() // it lists the notifications after the timer has
  expect(browser.summary).toEqual([{ tag: 'messages:t1', body: 'two', isSilent: false }])
})

test.each(['https://push.example.net/1', 'https://web.push.apple.com/1'])(
  'the notification of an answer stays at %s although the user has seen the alert, until the alert ends',
  async (endpoint) => {
    browser.endpoint = endpoint
    await receive(ALERT)
    await click('respond')
    const responded = { tag: 'alert:a1', body: pushMessages['push.responded'].ja, isSilent: true }
    await receive(SEEN)
    expect(browser.summary).toEqual([responded])
    await receive(RESOLVED)
    expect(browser.summary).toEqual([{ tag: 'alert:a1', body: 'over', isSilent: true }])
  },
)

test('each message of the chat of an alert alarms until the chat is read, and a click opens the chat', async () => {
  await receive(ALERT)
  await receive(CHAT)
  await receive(CHAT)
  expect(browser.summary.map(({ tag }) => tag)).toEqual(['alert:a1', 'alertChat:a1'])
  expect(browser.notifications[1]).toMatchObject({ renotify: true })
  await receive(CHAT_READ)
  expect(browser.summary.map(({ tag }) => tag)).toEqual(['alert:a1'])
  browser.notifications = []
  await receive(CHAT)
  await click('open')
  expect(browser.opened).toEqual([alertHref('a1', 't1')])
})

test('the notification of messages that were read on another device disappears, and a short one is shown only if the browser requires it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await receive(ALERT)
  await receive(MESSAGES)
  await receive(READ)
  expect(browser.summary.map(({ tag }) => tag)).toEqual(['alert:a1'])
  browser.notifications = []
  await receive(READ)
  expect(browser.summary).toEqual([{ tag: 'messages:t1', body: '別の端末で既読になりました', isSilent: true }])
  await vi.runAllTimersAsync()
  await expect.poll(() => browser.summary).toEqual([])
})

test('an Apple browser gets a notification for each message, even while a window shows it', async () => {
  browser.endpoint = 'https://web.push.apple.com/1'
  browser.answer = () => true
  await receive(MESSAGES)
  expect(browser.summary).toEqual([{ tag: 'messages:t1', body: 'two', isSilent: true }])
})

test('a message of a newer server is shown without its content', async () => {
  for (const text of ['', '{', '{"kind":"drill","id":"1","tag":"x","title":"t","body":"b"}']) await receive(text)
  expect(browser.summary).toEqual([{ tag: 'general', body: pushMessages['push.unknown'].ja, isSilent: false }])
  await click('')
  expect(browser.opened).toEqual(['/'])
})

test('a message that arrives after the end of the session is shown without its content and ends the subscription', async () => {
  await writeWorkerSession(() => null)
  await receive(ALERT)
  expect(browser.notifications).toMatchObject([{ title: 'Noroshi', body: pushMessages['push.signedOut'].en }])
  expect(browser.endpoint).toBeNull()
})

test('an answer is sent without a page, and the notification shows whether it was sent', async () => {
  await receive(ALERT)
  await click('respond')
  expect(browser.requests.at(-1)).toMatchObject({ address: '/backend/api/alerts/a1/answer', body: '{"answer":"responding"}' })
  expect(browser.summary).toEqual([{ tag: 'alert:a1', body: pushMessages['push.responded'].ja, isSilent: true }])

  await receive(ALERT)
  browser.status = 409
  await click('respond')
  expect(browser.summary).toEqual([{ tag: 'alert:a1', body: pushMessages['push.alert.resolved'].ja, isSilent: true }])
  expect(browser.opened).toEqual([])
})

const answers = async () => (await indexedDbStore.all()).map(({ kind, ownerId, payload }) => ({ kind, ownerId, payload }))
const UNSENT = { kind: 'alertAnswer', ownerId: 'ben', payload: { alertId: 'a1', answer: 'responding' } }

/** Clicks "I am responding" while the server fails, and waits for all attempts. */
async function respondInVain() {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  browser.status = 200
  await receive(ALERT)
  browser.status = 503
  let isDone = false
  const clicked = click('respond').finally(() => (isDone = true))
  while (!isDone) {
    await vi.advanceTimersByTimeAsync(1_500)
    await new Promise((resolve) => setImmediate(resolve)) // fake-indexeddb
  }
  await clicked
  vi.useRealTimers()
}

test('an answer that does not reach the server waits in the outbox, and its notification shows when it was sent', async () => {
  await respondInVain()
  expect(browser.requests.filter(({ address }) => address.endsWith('/answer'))).toHaveLength(3)
  expect(await answers()).toEqual([UNSENT])
  expect(browser.syncs).toHaveLength(1)
  expect(isOutboxTag(browser.syncs[0] ?? '')).toBe(true)
  expect(browser.summary).toEqual([{ tag: 'alert:a1', body: pushMessages['push.willBeSent'].ja, isSilent: true }])
  expect(browser.notifications[0]?.actions?.map(({ action }) => action)).toEqual(['respond'])

  await expect(drainInSync()).rejects.toThrow('not empty')
  expect(browser.summary).toMatchObject([{ body: pushMessages['push.willBeSent'].ja }])
  browser.status = 200
  await drainInSync()
  expect(browser.requests.at(-1)).toMatchObject({ address: '/backend/api/alerts/a1/answer', body: '{"answer":"responding"}' })
  expect(await answers()).toEqual([])
  expect(browser.summary).toEqual([{ tag: 'alert:a1', body: pushMessages['push.responded'].ja, isSilent: true }])
})

test('an answer that the server refuses later is shown as the end of the alarm', async () => {
  await respondInVain()
  browser.status = 409
  browser.errorCode = 'alert.alreadyResolved'
  await drainInSync()
  expect(browser.summary).toEqual([{ tag: 'alert:a1', body: pushMessages['push.alert.resolved'].ja, isSilent: true }])
})

test('the notification of an unsent answer disappears when a page has sent it', async () => {
  await respondInVain()
  await indexedDbStore.remove((await indexedDbStore.all()).map(({ id }) => id))
  await drainInSync()
  expect(browser.summary).toEqual([])
})

test('a second press replaces the unsent answer, and a browser without Background Sync does not promise to send it', async () => {
  browser.hasSync = false
  await respondInVain()
  await respondInVain()
  expect(await answers()).toEqual([UNSENT])
  expect(browser.summary).toEqual([{ tag: 'alert:a1', body: pushMessages['push.notSent'].ja, isSilent: true }])
})

test('an overloaded server does not end the alarm', async () => {
  await receive(ALERT)
  browser.failures = [429]
  await click('respond')
  expect(browser.summary).toEqual([{ tag: 'alert:a1', body: pushMessages['push.responded'].ja, isSilent: true }])
  expect(await answers()).toEqual([])
})

test('an answer whose session was revoked ends the session in the worker and opens the page', async () => {
  await receive(ALERT)
  browser.status = 401
  browser.errorCode = 'unauthorized'
  await click('respond')
  expect([await readWorkerSession(), await answers()]).toEqual([null, []])
  expect(browser.endpoint).toBeNull()
  expect(browser.summary).toMatchObject([{ tag: 'general', body: pushMessages['push.unsentDeleted'].en }])
  expect(browser.opened).toEqual(['/alerts/a1/messages/t1'])
})

test('a click opens the page in a window that is open, and in a new one if that does not answer', async () => {
  browser.answer = ({ type }) => type === 'open'
  await receive(ALERT)
  await click('open')
  expect(browser.questions.at(-1)).toEqual({ type: 'open', path: alertHref('a1', 't1') })
  expect(browser.opened).toEqual([])
  browser.answer = () => false
  await receive(ALERT)
  await click('')
  expect(browser.opened).toEqual([alertHref('a1', 't1')])
})

test('each subject has its page, and the buttons have the texts of the interface', () => {
  expect(pathOf({ ...RESOLVED, messageThreadId: null } as PushPayload)).toBe('/alerts')
  expect(pathOf({ ...CALL, isGroupCall: true } as PushPayload)).toBe('/group-call/c1')
  expect(pathOf(ENDED)).toBe('/calls')
  expect(pathOf(MESSAGES)).toBe('/messages/t1')
  expect(pushMessages['push.respond']).toEqual(alertMessages['alerts.responding'])
  expect(pushMessages['push.accept']).toEqual(callFirstMessages['calls.accept'])
  expect(pushMessages['push.reject']).toEqual(callFirstMessages['calls.reject'])
})

test('what is wrong with the server is replaced by what is good again, and opens the health', async () => {
  await receive(HEALTH)
  await receive({ ...HEALTH, body: '' })
  expect(browser.summary).toEqual([{ tag: 'health:h1', body: '', isSilent: false }])
  expect(pathOf(HEALTH)).toBe('/admin/health')
})

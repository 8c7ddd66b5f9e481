import { expect, type Route } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { openWorkerControl, waitForWorker } from '../fixtures/browsers/background-sync.ts'
import { bubble, openThread, sendText, startChat } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { killTab } from '../fixtures/browsers/kill-tab.ts'
import { onlyLong } from '../fixtures/long.ts'
import { storedEntries } from '../fixtures/scenes/outbox.ts'
import type { Person } from '../fixtures/person.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const STORED = { hasServiceWorker: true }
const CUT_OFF = /net::ERR_(FAILED|CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)/
const abortPosts = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.continue())

const textsOf = async (person: Person, id: string) =>
  (await fetchOk(person, messageRoutes.list, { params: { id } })).items.map(({ text }) => text)

/** Starts a chat of Aiko with Ben, and returns its id. */
async function startChatOf(aiko: Person, ben: Person): Promise<string> {
  await startChat(aiko, t, 'Ben')
  await sendText(aiko, t, 'hello')
  // Ben's page may acknowledge it before this page shows that it was sent.
  await expect(bubble(aiko, 'hello')).toContainText(new RegExp(`${t('messages.sent')}|${t('messages.delivered')}`))
  await openThread(ben, t, 'Aiko')
  await ben.page.getByRole('button', { name: t('messages.accept') }).click()
  return new URL(ben.page.url()).pathname.split('/').at(-1) ?? ''
}

test(
  'the service worker sends messages that a page could not send, and the page shows them as sent',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { ...STORED, hasBackgroundSync: true })
    const ben = await signedIn('Ben')
    aiko.allowConsoleError(CUT_OFF)
    const threadId = await startChatOf(aiko, ben)
    await waitForWorker(aiko)
    // Requests of the service worker do not reach this route.
    await aiko.page.route(/\/backend\/api\/messages$/, abortPosts)
    await sendText(aiko, t, 'by the worker')
    await expect(bubble(ben, 'by the worker')).toHaveCount(1, { timeout: 30_000 })
    await expect(bubble(aiko, 'by the worker')).toContainText(t('messages.seen'))
    expect(await textsOf(aiko, threadId)).toEqual(['hello', 'by the worker'])
    await expect.poll(() => storedEntries(aiko.page)).toEqual([]) // the worker removes it after the reply
  },
)

test(
  'content that was written without the server is sent once when the last tab is killed and the server is back',
  onlyLong(),
  async ({ server, signedIn }) => {
    const aiko = await signedIn('Aiko', STORED)
    const ben = await signedIn('Ben')
    for (const person of [aiko, ben]) person.allowConsoleError(CUT_OFF)
    const threadId = await startChatOf(aiko, ben)
    await waitForWorker(aiko)
    const control = await openWorkerControl(aiko)
    await server.kill()
    for (const text of ['one', 'two', 'three']) await sendText(aiko, t, text)
    await expect(aiko.page.getByText(t('outbox.waiting'))).toHaveCount(3)
    await aiko.open('/')
    await aiko.page.getByRole('button', { name: t('alerts.sos.hold') }).click()
    await endCountdown(aiko.page, t)
    await expect(aiko.page.getByRole('alertdialog', { name: t('alerts.sos.kept') })).toBeVisible()
    await killTab(aiko.page)
    await server.restart(0)
    await control.fireSync()
    const alerts = async () => (await fetchOk(ben, alertRoutes.list)).items.map(({ raisedBy }) => raisedBy?.firstName)
    await expect.poll(() => textsOf(ben, threadId), { timeout: 30_000 }).toEqual(['hello', 'one', 'two', 'three'])
    await expect.poll(alerts).toEqual(['Aiko'])

    // The next page finds nothing to send, and applies the reply to the SOS.
    await control.page.goto(aiko.url)
    await expect.poll(() => storedEntries(control.page)).toEqual([])
    expect(await textsOf(ben, threadId)).toEqual(['hello', 'one', 'two', 'three'])
    expect(await alerts()).toEqual(['Aiko'])
  },
)

test('an SOS without a session is sent by the service worker, and the next page can open its alert', async ({
  server,
  visitor,
  signedIn,
}) => {
  const guest = await visitor(STORED)
  const ben = await signedIn('Ben')
  for (const person of [guest, ben]) person.allowConsoleError(CUT_OFF)
  await guest.open('/')
  await waitForWorker(guest)
  const control = await openWorkerControl(guest)
  await server.kill()
  await guest.page.getByRole('button', { name: t('alerts.sos.hold') }).click()
  await endCountdown(guest.page, t)
  await expect(guest.page.getByRole('alertdialog', { name: t('alerts.sos.kept') })).toBeVisible()
  await killTab(guest.page)
  await server.restart(0)
  await control.fireSync()
  const alerts = async () => (await fetchOk(ben, alertRoutes.list)).items
  await expect.poll(alerts, { timeout: 30_000 }).toHaveLength(1)
  const [alert] = await alerts()
  expect(alert?.raisedBy).toBeNull()
  await control.page.goto(guest.url)
  const tokens = () => control.page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('alertTokens') ?? '{}') as object))
  await expect.poll(tokens).toEqual([alert?.id])
  await expect.poll(() => storedEntries(control.page)).toEqual([])
  expect(await alerts()).toHaveLength(1)
})

test(
  'after the end of a session the service worker sends no entry of its user, which the next page deletes, and sends an SOS without a session',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', STORED)
    const ben = await signedIn('Ben')
    aiko.allowConsoleError(CUT_OFF)
    const threadId = await startChatOf(aiko, ben)
    await waitForWorker(aiko)
    const control = await openWorkerControl(aiko)
    const ownerId = await aiko.page.evaluate(() => (JSON.parse(localStorage.getItem('sessionUser') ?? '') as { id: string }).id)
    await aiko.page.evaluate(() => localStorage.removeItem('accessToken'))
    await aiko.page.reload()
    await aiko.page.waitForURL(/\/login/)
    await aiko.page.goto(`${aiko.url}/favicon.svg`) // the application would delete the entry before the worker reads it
    const seq = Date.now()
    const row = { seq, revision: seq, files: [], refusal: null }
    const at = new Date(seq).toISOString()
    const message = { threadId, alertId: null, at, text: 'too late', location: null, isReadAloud: false }
    const sos = { createdAt: at, latitude: null, longitude: null, accuracy: null, locatedAt: null, isRaised: false }
    const ids = [crypto.randomUUID(), crypto.randomUUID()] as const
    // Simulates another tab that writes them at the same time.
    await aiko.page.evaluate(
      (rows) =>
        new Promise<void>((resolve) => {
          const opened = indexedDB.open('noroshi-outbox')
          opened.addEventListener('success', () => {
            const writing = opened.result.transaction('entries', 'readwrite')
            for (const each of rows) writing.objectStore('entries').put(each)
            writing.addEventListener('complete', () => {
              opened.result.close()
              resolve()
            })
          })
        }),
      [
        { ...row, id: ids[0], kind: 'message', lane: `thread ${threadId}`, ownerId, payload: message },
        { ...row, id: ids[1], kind: 'sos', lane: 'sos', ownerId: null, payload: sos },
      ],
    )
    const raisers = async () => (await fetchOk(ben, alertRoutes.list)).items.map(({ raisedBy }) => raisedBy)
    for (let round = 0; round < 2; round++) {
      await control.fireSync()
      await expect.poll(raisers, { timeout: 30_000 }).toEqual([null])
    }
    expect(await textsOf(ben, threadId)).toEqual(['hello'])
    // The SOS stays with its reply until a page reads it.
    expect((await storedEntries(aiko.page)).toSorted()).toEqual(ids.toSorted())

    await aiko.open('/login')
    await expect.poll(() => storedEntries(aiko.page)).toEqual([])
    expect(await textsOf(ben, threadId)).toEqual(['hello'])
  },
)

import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { createMediaFiles } from '../fixtures/browsers/call-media.ts'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { onlyLong } from '../fixtures/long.ts'
import { test as base } from '../fixtures/journey.ts'
import { openSilentProxy, type SilentProxy } from '../fixtures/servers/silent-proxy.ts'
import { accept, banner, callFromProfile, expectMedia, unmute, userIdOf, watchConnections } from '../fixtures/scenes/calls.ts'
import { chatOf } from '../fixtures/scenes/chat.ts'
import {
  createChat,
  createSpeech,
  expectSound,
  floorStatus,
  hold,
  letGo,
  measurePlayedSound,
  openRadio,
} from '../fixtures/scenes/radio.ts'
import type { Person } from '../fixtures/person.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')

/** The proxy is set up before the browsers, so that it is closed after them. */
const test = base.extend<{ silentProxy: SilentProxy }>({
  silentProxy: async ({ server }, use) => {
    const proxy = await openSilentProxy(server.port)
    await use(proxy)
    await proxy[Symbol.asyncDispose]()
  },
})

/** Milliseconds that the other processes of a busy machine may take beside the timers of the page. */
const LOAD_MS = 3_000
/** A visible page notices within 20 s, and within 10 s after an event. The pings of the server end a connection after 45 s. */
const NOTICED = { timeout: 20_000 + LOAD_MS }
const NOTICED_BY_EVENT = { timeout: 10_000 + LOAD_MS }

/**
 * Waits until the page has loaded its code. A page cannot end what the browser loads for itself: on dead connections, that
 * keeps all of them from other requests. Pages of users have the code from their service worker.
 */
async function expectLoaded({ page }: Person): Promise<void> {
  let requests = 0
  page.on('request', () => (requests += 1))
  let before = -1
  const isQuiet = () => {
    const isSame = before === requests
    before = requests
    return isSame
  }
  await expect.poll(isQuiet, { intervals: [4_000], timeout: 60_000 }).toBe(true)
}

const alarmOf = (page: Page) => page.getByRole('alertdialog', { name: t('alerts.alarm.title') })

for (const event of [null, 'online'])
  test(
    `an alarm reaches a page whose connections died without a word, ${event === null ? 'without an event' : `after ${event}`}`,
    onlyLong(),
    async ({ silentProxy, server, signedIn }) => {
      const ben = await signedIn('Ben', { proxyUrl: silentProxy.url })
      await ben.open('/')
      await expect(ben.page.getByText(t('chrome.online'), { exact: true })).toBeVisible()
      await expectLoaded(ben)
      silentProxy.silence()
      const { id } = await callApi(server.url, alertRoutes.raise, { body: { textContent: 'flood at the bridge' } })
      if (event !== null) await ben.page.evaluate((name) => window.dispatchEvent(new Event(name)), event)
      const noticed = event === null ? NOTICED : NOTICED_BY_EVENT
      await expect(alarmOf(ben.page).getByText('flood at the bridge')).toBeVisible(noticed)
      await alarmOf(ben.page)
        .getByRole('button', { name: t('alerts.responding') })
        .click()
      await expect.poll(async () => (await fetchOk(ben, alertRoutes.get, { params: { id } })).counts.responding).toBe(1)
    },
  )

test(
  'an SOS from a page whose connections died without a word reaches the others',
  onlyLong(),
  async ({ silentProxy, signedIn }) => {
    const [ben, chie] = [await signedIn('Ben', { proxyUrl: silentProxy.url }), await signedIn('Chie')]
    await ben.open('/')
    await chie.open('/')
    await expect(ben.page.getByText(t('chrome.online'), { exact: true })).toBeVisible()
    await expectLoaded(ben)
    silentProxy.silence()
    await ben.page
      .getByRole('main')
      .getByRole('button', { name: t('alerts.sos.hold') })
      .click()
    await endCountdown(ben.page, t)
    await expect(alarmOf(chie.page)).toBeVisible(NOTICED)
    await expect(ben.page).toHaveURL(/\/alerts\//, NOTICED)
  },
)

// The server ends a call as unreachable that no device acknowledges within 10 s, before a page without an event notices.
test(
  'a call reaches a page whose connections died without a word, after online',
  onlyLong(),
  async ({ silentProxy, signedIn }) => {
    const ben = await signedIn('Ben', { proxyUrl: silentProxy.url, media: createMediaFiles('blue') })
    const chie = await signedIn('Chie', { media: createMediaFiles('red') })
    for (const person of [ben, chie]) await watchConnections(person)
    await ben.openLive('/feeds')
    const id = await userIdOf(ben)
    await expectLoaded(ben)
    silentProxy.silence()
    await callFromProfile(chie, t, id)
    await ben.page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(banner(ben, t)).toBeVisible(NOTICED_BY_EVENT)
    await accept(ben, t)
    for (const person of [ben, chie]) await unmute(person, t)
    for (const person of [ben, chie]) await expectMedia(person, 1)
  },
)

test('a radio talk reaches a page whose connections died without a word', onlyLong(), async ({ silentProxy, signedIn }) => {
  const media = await createSpeech('the road to the river is closed')
  const [ben, chie] = [await signedIn('Ben', { proxyUrl: silentProxy.url, media }), await signedIn('Chie', { media })]
  await measurePlayedSound(ben)
  const threadId = await createChat(ben, chie)
  for (const person of [ben, chie]) await openRadio(person, t, threadId)
  await expectLoaded(ben)
  silentProxy.silence()
  await hold(chie, t)
  await expect(floorStatus(ben, t)).toHaveText(t('radio.floor.other', { name: 'Chie' }), NOTICED)
  await expectSound(ben)
  await letGo(chie)
  await expect(floorStatus(ben, t)).toHaveText(t('radio.floor.free'))
  await hold(ben, t)
  await expect(floorStatus(chie, t)).toHaveText(t('radio.floor.other', { name: 'Ben' }))
  await letGo(ben)
})

test(
  'a picture sent while the connections are dead without a word is sent once',
  onlyLong(),
  async ({ silentProxy, signedIn }) => {
    const [ben, chie] = [await signedIn('Ben', { proxyUrl: silentProxy.url }), await signedIn('Chie')]
    const threadId = await createChat(ben, chie)
    await ben.openLive(`/messages/${threadId}`)
    await chie.openLive(`/messages/${threadId}`)
    const picture = { create: { width: 320, height: 240, channels: 3, background: 'teal' } } as const
    const buffer = await sharp(picture).png().toBuffer()
    await ben.page.getByRole('button', { name: t('messages.attach'), exact: true }).click()
    await ben.page.getByRole('menuitem', { name: t('messages.attach.file') }).click()
    await expect(ben.page.getByRole('dialog')).toBeVisible()
    await expectLoaded(ben)
    silentProxy.silence()
    await ben.page.locator('input[type=file]').setInputFiles({ name: 'bridge.png', mimeType: 'image/png', buffer })
    await ben.page
      .getByRole('dialog')
      .getByRole('button', { name: t('media.send'), exact: true })
      .click()
    await expect(chatOf(chie).locator('img[src*="/"]').last()).toBeVisible(NOTICED)
    const { items } = await fetchOk(chie, messageRoutes.list, { params: { id: threadId } })
    expect(items.filter(({ messageMedias }) => messageMedias.length > 0)).toHaveLength(1)
  },
)

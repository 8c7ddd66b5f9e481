import { expect, type Page } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { callApi, fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { test } from '../fixtures/scenes/push.ts'
import { storedOn } from '../fixtures/scenes/stored.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const PHONE = { hasServiceWorker: true, hasNotifications: true }

const waitUntilStored = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

/** Turns notifications on by the device check. */
async function subscribe(person: Person) {
  await person.open('/ready')
  await expect(person.page.getByText(t('ready.push.on'))).toBeVisible({ timeout: 30_000 })
}

const raise = async (person: Person) =>
  fetchOk(person, alertRoutes.raise, { body: { textContent: 'the bridge is gone', latitude: '38.2601', longitude: '140.8801' } })

const countsOf = async (person: Person, id: string) => (await fetchOk(person, alertRoutes.ledger, { params: { id } })).counts

test('an alarm is shown while the page is closed, answered from its notification, and ends when the alert is resolved', async ({
  signedIn,
  pushTo,
}) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben', PHONE)
  await waitUntilStored(ben.page)
  const phone = await pushTo(ben)
  await subscribe(ben)
  await ben.page.close()

  const { id } = await raise(aiko)
  await phone.deliver('alert')
  await expect.poll(phone.shown).toEqual([
    {
      title: t('push.alert', { name: 'Aiko' }),
      body: t('push.alert.open'),
      tag: `alert:${id}`,
      actions: ['respond', 'open'],
      isSilent: false,
      hasInlineIcon: true,
    },
  ])
  await expect.poll(async () => (await countsOf(aiko, id)).delivered).toBe(1)
  expect(await countsOf(aiko, id)).toMatchObject({ seen: 0, responding: 0 })

  await phone.click('respond')
  expect(await countsOf(aiko, id)).toMatchObject({ responding: 1 })
  expect(await phone.shown()).toMatchObject([{ tag: `alert:${id}`, body: t('push.responded'), actions: [], isSilent: true }])

  await fetchOk(aiko, alertRoutes.resolve, { body: { AlertId: id } })
  await phone.deliver('alertResolved')
  await expect
    .poll(phone.shown)
    .toMatchObject([{ tag: `alert:${id}`, body: t('push.alert.resolved'), actions: [], isSilent: true }])
})

test(
  'messages of a thread are one notification, which is not shown in the open thread and disappears when they are read on another device',
  onlyLong(),
  async ({ signedIn, otherDevice, pushTo }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben', PHONE)
    const { page } = ben
    await waitUntilStored(page)
    const phone = await pushTo(ben)
    await subscribe(ben)
    const { id: recipient } = await fetchOk(ben, accountRoutes.me)
    const thread = await fetchOk(aiko, threadRoutes.startPersonal, { body: { recipient } })
    const send = (text: string) => fetchOk(aiko, messageRoutes.send, { body: { messageThreadId: thread.id, text } })
    const tablet = await otherDevice(ben)
    await tablet.page.close()
    const messages = (body: string) => ({ tag: `messages:${thread.id}`, title: 'Aiko', body, actions: ['open'], isSilent: false })

    await test.step('with the page on another site', async () => {
      await page.goto('about:blank')
      await send('the water rises')
      await send('bring a boat')
      await phone.deliver('messages')
      await expect.poll(phone.shown).toMatchObject([messages(t('push.messages', { count: 2 }))])
      await send('and ropes')
      await phone.deliver('messages')
      await expect.poll(phone.shown).toMatchObject([messages(t('push.messages', { count: 3 }))])
    })
    await test.step('a click opens the chat in the open window without a reload', async () => {
      await ben.openLive('/alerts')
      await page.evaluate(() => document.body.setAttribute('data-marked', 'yes'))
      await phone.click('')
      await page.waitForURL(`**/messages/${thread.id}`)
      await expect(page.getByText('and ropes')).toBeVisible()
      await expect(page.locator('body[data-marked=yes]')).toBeAttached()
      expect(await phone.shown()).toEqual([])
    })
    await test.step('a message of the open chat is not shown', async () => {
      await phone.deliverText(JSON.stringify({ ...messages('1'), kind: 'messages', id: thread.id, count: 1 }))
      await phone.deliverText('a message of a newer server')
      await expect.poll(phone.shown).toMatchObject([{ body: t('push.unknown') }])
      await phone.click('')
      await page.waitForURL(`${ben.url}/`)
    })
    await test.step('reading on another device closes it', async () => {
      const token = await page.evaluate(() => localStorage.getItem('accessToken'))
      await page.goto('about:blank')
      await send('the road is free')
      await phone.deliver('messages')
      // Ben has not accepted the chat yet, so the messages that he has looked at are unread.
      await expect.poll(phone.shown).toMatchObject([messages(t('push.messages', { count: 4 }))])
      const read = [{ messageThreadId: thread.id, status: 'seen', seq: Number.MAX_SAFE_INTEGER }]
      await callApi(ben.serverUrl, messageRoutes.setStatuses, { body: read }, token)
      await phone.deliver('messagesRead')
      await expect.poll(phone.shown).toEqual([])
    })
  },
)

test(
  'an alarm that was answered on another device disappears, and a question reaches the closed phone of the raiser',
  onlyLong(),
  async ({ signedIn, otherDevice, pushTo }) => {
    const aiko = await signedIn('Aiko', PHONE)
    const ben = await signedIn('Ben', PHONE)
    const laptop = await otherDevice(ben)
    const phones = await Promise.all(
      [aiko, ben].map(async (person) => {
        await waitUntilStored(person.page)
        const phone = await pushTo(person)
        await subscribe(person)
        return phone
      }),
    )
    const [raiserPhone, phone] = phones as [(typeof phones)[number], (typeof phones)[number]] // of two people
    const { id, alertMessageThread } = await raise(aiko)
    await Promise.all([aiko.page.goto('about:blank'), ben.page.close()])
    await phone.deliver('alert')
    await expect.poll(phone.shown).toMatchObject([{ tag: `alert:${id}`, body: t('push.alert.open') }])

    await fetchOk(laptop, alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
    await phone.deliver('alertSeen')
    // Chromium requires a notification while no window is visible. It disappears after 4 s.
    await expect.poll(phone.shown).toEqual([])

    await fetchOk(laptop, alertRoutes.sendMessage, { body: { alertId: id, text: 'which floor?' } })
    await raiserPhone.deliver('alertChat')
    const chat = { tag: `alertChat:${id}`, title: t('push.alertChat.own'), body: t('push.alertChat.open') }
    await expect.poll(raiserPhone.shown).toMatchObject([{ ...chat, actions: ['open'], isSilent: false }])
    await aiko.openLive('/alerts')
    await raiserPhone.click('open')
    await aiko.page.waitForURL(`**/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`)
    await expect(aiko.page.getByText('which floor?')).toBeVisible()
    expect(await raiserPhone.shown()).toEqual([])
  },
)

test(
  'a call rings by its notification while the page is closed, counts as acknowledged, and is rejected from there',
  onlyLong(),
  async ({ signedIn, pushTo }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben', PHONE)
    await waitUntilStored(ben.page)
    const phone = await pushTo(ben)
    await subscribe(ben)
    const { id: ReceiverId } = await fetchOk(ben, accountRoutes.me)
    await ben.page.close()
    const { id } = await fetchOk(aiko, callRoutes.startPersonal, { body: { ReceiverId } })
    await phone.deliver('call')
    await expect.poll(phone.shown).toMatchObject([{ title: 'Aiko', actions: ['accept', 'reject'] }])
    const session = async () => (await fetchOk(aiko, callRoutes.get, { params: { id } })).sessions[0]
    await expect.poll(async () => (await session())?.acknowledgedAt).not.toBeNull()
    await phone.click('reject')
    expect(await session()).toMatchObject({ hasRejected: true })
    expect(await phone.shown()).toEqual([])
  },
)

test(
  'a logout ends push, closes notifications and leaves nothing of the session in the browser',
  onlyLong(),
  async ({ signedIn, pushTo }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben', PHONE)
    const { page } = ben
    await waitUntilStored(page)
    const phone = await pushTo(ben)
    await subscribe(ben)
    const { id: recipient } = await fetchOk(ben, accountRoutes.me)
    const thread = await fetchOk(aiko, threadRoutes.startPersonal, { body: { recipient } })
    await page.goto('about:blank')
    await fetchOk(aiko, messageRoutes.send, { body: { messageThreadId: thread.id, text: 'the water rises' } })
    await phone.deliver('messages')
    await expect.poll(phone.shown).toHaveLength(1)
    await ben.open('/ready')
    await expect.poll(() => storedOn(page)).toHaveProperty('noroshi-worker/session')
    expect(phone.isSubscribed()).toBe(true)

    await page.getByRole('banner').getByRole('button', { name: /Ben/ }).click()
    await page.getByText(t('accounts.logout')).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('chrome.confirm') })
      .click()
    await page.waitForURL('**/login')
    await expect.poll(phone.shown).toEqual([])
    expect(phone.isSubscribed()).toBe(false)
    // The only remaining row states that the rows on disk have no owner. The name of the unit is public.
    await expect.poll(() => storedOn(page)).toEqual({ localStorage: ['unitName'], 'noroshi-entities/meta': ['""'] })

    const before = phone.device.kinds().length
    await raise(aiko)
    await page.goto('about:blank')
    // A message that was sent before the logout.
    await phone.deliverText(phone.device.received[0]?.text ?? '')
    await expect.poll(phone.shown).toMatchObject([{ title: 'Noroshi', body: t('push.signedOut') }])
    expect(phone.device.kinds()).toHaveLength(before)
  },
)

test(
  'a user turns notifications off and on, and a session that is revoked on another device ends them',
  onlyLong(),
  async ({ signedIn, otherDevice, pushTo }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben', PHONE)
    const { page } = ben
    await waitUntilStored(page)
    const phone = await pushTo(ben)
    await subscribe(ben)
    await page.getByRole('button', { name: t('ready.push.turnOff') }).click()
    await expect(page.getByText(t('ready.push.off'))).toBeVisible()
    expect(phone.isSubscribed()).toBe(false)
    await page.reload()
    await page.getByRole('button', { name: t('ready.push.turnOn') }).click()
    await expect(page.getByText(t('ready.push.on'))).toBeVisible()
    expect(phone.isSubscribed()).toBe(true)

    const tablet = await otherDevice(ben)
    const { items } = await fetchOk(tablet, sessionRoutes.list)
    ben.allowConsoleError(/status of 401/)
    await fetchOk(tablet, sessionRoutes.end, { params: { id: items.find(({ isCurrent }) => !isCurrent)?.id ?? '' } })
    await expect(page.getByText(t('ready.push.signedOut'))).toBeVisible()
    await expect.poll(() => phone.isSubscribed()).toBe(false)
    expect(await storedOn(page)).not.toHaveProperty('noroshi-worker/session')
    await raise(aiko)
    expect(phone.device.kinds()).toEqual([])
  },
)

test('the device check shows why a locked device stays silent and what the user can do', onlyLong(), async ({ signedIn }) => {
  const ben = await signedIn('Ben', PHONE)
  const { page, context, url: origin } = ben
  ben.allowConsoleError(/does not support the Push API/)
  await waitUntilStored(page)
  await ben.open('/ready')
  await expect(page.getByText(t('ready.push.off'))).toBeVisible()
  await expectAccessible(ben, 'the device check without notifications')
  // Headless Chromium denies permissions that were not granted before.
  await page.getByRole('button', { name: t('ready.push.turnOn') }).click()
  await expect(page.getByText(t('ready.push.denied'))).toBeVisible()
  await context.grantPermissions(['notifications'], { origin })
  await page.reload()
  // The browser of journeys has no push service.
  await expect(page.getByText(t('ready.push.noService'))).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: t('alerts.title') }).click()
  await expect(page.getByText(t('push.silent'))).toBeVisible()
  await expectAccessible(ben, 'alerts on a silent device')
  await page.getByRole('link', { name: t('ready.open') }).click()
  await expect(page.getByText(t('ready.push.noService'))).toBeVisible()
})

test.describe('at a unit that does not push', () => {
  test.use({ settings: {} })
  test('the device check shows in both languages that a locked device stays silent', onlyLong(), async ({ signedIn }) => {
    for (const language of ['en', 'ja'] as const) {
      const ben = await signedIn('Ben', { ...PHONE, language, scheme: 'dark' })
      const texts = textsIn(language)
      await ben.open('/ready')
      await expect(ben.page.getByText(texts('ready.push.serverOff'))).toBeVisible()
      await expectAccessible(ben, `the device check in ${language}`)
    }
  })
})

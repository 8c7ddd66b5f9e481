import { expect, type Page } from '@playwright/test'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { API_BASE } from '@noroshi/contract/routes'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { userIdOf } from '../fixtures/scenes/calls.ts'
import { bubble, field, openThread, sendText, startChat } from '../fixtures/scenes/chat.ts'
import { waitUntilStored } from '../fixtures/servers/deployment.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { popup } from '../fixtures/scenes/radio.ts'
import { storedText } from '../fixtures/scenes/stored.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const STORED = { hasServiceWorker: true }
const offline = (page: Page) => page.getByText(t('chrome.notConnected')).first()

test('a member reads chats and screens without the server after a reload, and content that is written then is sent once', async ({
  server,
  signedIn,
}) => {
  const aiko = await signedIn('Aiko', STORED)
  const ben = await signedIn('Ben')
  const { page } = aiko
  aiko.allowConsoleError(/net::ERR_/)
  ben.allowConsoleError(/net::ERR_/)
  await waitUntilStored(page)
  await startChat(aiko, t, 'Ben')
  await sendText(aiko, t, 'The bridge is closed')
  await openThread(ben, t, 'Aiko')
  await ben.page.getByRole('button', { name: t('messages.accept') }).click()
  await sendText(ben, t, 'I take the hill road')
  await expect(bubble(aiko, 'I take the hill road')).toBeVisible()
  const threadUrl = page.url()
  await aiko.open('/alerts')
  await expect(page.getByText(t('alerts.empty.active'))).toBeVisible()
  await expect.poll(() => storedText(page)).toContain('"alertListing","id":"active"')
  await aiko.open('/feeds')
  await expect(page.getByText(t('feeds.none'))).toBeVisible()
  await expect.poll(() => storedText(page)).toContain('"feedListing","id":"all"')
  // The message itself, not only the last one of its thread.
  await expect.poll(() => storedText(page)).toMatch(/"type":"message",[^{]*\{[^{}]*"text":"I take the hill road"/)
  const body = { ReceiverId: await userIdOf(ben), location: null }
  const { id: callId, sessions } = await fetchOk(aiko, callRoutes.startPersonal, { body })
  await fetchOk(aiko, callRoutes.leave, { body: { callSessionIds: sessions.map(({ id }) => id) } })
  await aiko.open('/calls')
  const callRow = page.getByRole('listitem').filter({ has: page.getByLabel(t('calls.outgoing'), { exact: true }) })
  await expect(callRow).toContainText('Ben')
  await expect.poll(() => storedText(page)).toContain(`"call","id":"${callId}"`)
  const threadId = new URL(threadUrl).pathname.split('/').at(-1) ?? ''
  await aiko.openLive('/messages')
  await fetchOk(ben, radioRoutes.start, { params: { threadId } })
  await popup(aiko, t)
    .getByRole('button', { name: t('radio.ignore') })
    .click()
  await page.getByRole('tab', { name: t('radio.tab') }).click()
  const radioRow = page.getByRole('tabpanel').getByRole('link', { name: /Ben/ })
  await expect(radioRow).toContainText(t('radio.running'))
  await expect.poll(() => storedText(page)).toContain(`"radioChat","id":"${threadId}"`)

  await server.kill()
  await page.goto(threadUrl)
  await expect(offline(page)).toBeVisible()
  await expect(page.getByText(new RegExp(t('chrome.lastConnected', { time: '.+' }))).first()).toBeVisible()
  await expect(bubble(aiko, 'I take the hill road')).toBeVisible()
  await expect(bubble(aiko, 'The bridge is closed')).toBeVisible()
  await expectAccessible(aiko, 'a chat without the server')
  await sendText(aiko, t, 'Is it open now?')
  await expect(bubble(aiko, 'Is it open now?')).toBeVisible()
  await page.goto(new URL('/messages', threadUrl).href)
  await expect(radioRow).toContainText(t('radio.running'))
  await page.getByRole('tab', { name: t('messages.personal') }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText('I take the hill road')
  for (const path of ['/alerts', '/feeds']) {
    await page.goto(new URL(path, threadUrl).href)
    await expect(page.getByText(t(path === '/alerts' ? 'alerts.empty.active' : 'feeds.none'))).toBeVisible()
  }
  await page.goto(new URL('/calls', threadUrl).href)
  await expect(callRow).toContainText('Ben')

  await server.restart(0)
  await expect(page.getByText(t('chrome.notConnected'))).toHaveCount(0, { timeout: 40_000 })
  await expect(bubble(ben, 'Is it open now?')).toBeVisible({ timeout: 40_000 })
  const { items } = await fetchOk(ben, messageRoutes.list, { params: { id: threadId } })
  expect(items.map(({ text }) => text)).toEqual(['The bridge is closed', 'I take the hill road', 'Is it open now?'])
  await expect(field(ben, t)).toBeVisible()
})

test('after a logout the device stores nothing of the user', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko', STORED)
  const ben = await signedIn('Ben')
  await startChat(aiko, t, 'Ben')
  await sendText(aiko, t, 'The bridge is closed')
  await openThread(ben, t, 'Aiko')
  await expect.poll(() => storedText(aiko.page)).toContain('The bridge is closed')
  await aiko.open('/')
  await aiko.page.getByRole('banner').getByRole('button', { name: /Aiko/ }).click()
  await aiko.page.getByText(t('accounts.logout')).click()
  await expect(aiko.page.getByText(t('accounts.logoutConfirm'))).toBeVisible()
  await aiko.page
    .getByRole('dialog')
    .getByRole('button', { name: t('chrome.confirm') })
    .click()
  await expect(aiko.page).toHaveURL(/\/login/)
  await expect.poll(() => storedText(aiko.page)).not.toMatch(/bridge|Aiko|Ben/)
  const stored = await aiko.page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toMatch(/bridge|Aiko|Ben|accessToken|sessionUser/)
})

test(
  'a sign-out without the server deletes the data of the device at once, and ends the session when the server is back',
  onlyLong(),
  async ({ server, signedIn }) => {
    const aiko = await signedIn('Aiko', STORED)
    const { page } = aiko
    aiko.allowConsoleError(/net::ERR_|WebSocket connection|status of 400 .*\/socket\.io\//)
    await waitUntilStored(page)
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    const statusOfSession = async () =>
      (await fetch(`${server.url}${API_BASE}${accountRoutes.me.path}`, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await statusOfSession()).toBe(200)

    await server.kill()
    await page.getByRole('banner').getByRole('button', { name: /Aiko/ }).click()
    await page.getByText(t('accounts.logout')).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('chrome.confirm') })
      .click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByLabel(t('accounts.password'), { exact: true })).toBeVisible()
    await expect.poll(() => storedText(page)).not.toContain('Aiko')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

    await server.restart(0)
    await expect.poll(statusOfSession, { timeout: 45_000 }).toBe(401)
    const stored = async () => (await storedText(page)) + (await page.evaluate(() => JSON.stringify(localStorage)))
    await expect.poll(stored).not.toContain(token ?? '')
  },
)

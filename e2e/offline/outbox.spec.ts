import { expect, type Route } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { expectAccessible } from '../fixtures/checks/axe.ts'
import { bubble, openThread, sendText, startChat } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { storedEntries } from '../fixtures/scenes/outbox.ts'
import { dialogOf } from '../fixtures/checks/screen.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const isSending = (url: URL) => url.pathname.endsWith('/messages') || url.pathname.endsWith('/alerts/message')
const abortPosts = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.continue())

test(
  'a message in the chat of an alert that is written without a connection survives a reload and is sent once',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben')
    const { page } = ben
    ben.allowConsoleError(/net::ERR_FAILED/)
    const { id } = await fetchOk(aiko, alertRoutes.raise, { body: { textContent: 'The bridge is under water' } })
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('alerts.responding') })
      .click()
    const log = page.getByRole('log')
    await expect(log).toBeAttached()
    await ben.context.route(isSending, abortPosts)
    for (const text of ['we bring a boat', 'from the north']) {
      await page.getByRole('textbox', { name: t('alerts.chat.write') }).fill(text)
      await page.keyboard.press('Enter')
    }
    await expect(log.getByText(t('outbox.waiting'))).toHaveCount(2)
    await page.reload()
    await expect(log.getByText('from the north')).toBeAttached()
    await expect(log.getByText(t('outbox.waiting'))).toHaveCount(2)
    await expectAccessible(ben, 'an alert chat with unsent messages')

    await ben.context.unroute(isSending, abortPosts)
    await expect(log.getByText(t('outbox.waiting'))).toHaveCount(0, { timeout: 30_000 })
    const texts = async () => (await fetchOk(aiko, alertRoutes.messages, { params: { id } })).items.map(({ text }) => text)
    await expect.poll(texts).toEqual(['we bring a boat', 'from the north'])
  },
)

test('a refused message stays over a reload until its author discards it or sends it again', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  await startChat(aiko, t, 'Ben')
  aiko.allowConsoleError(/status of 403/)
  const refuse = (route: Route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'thread.blocked', message: 'No messages, please', issues: [] } })
      : route.continue()
  await aiko.context.route(isSending, refuse)
  await sendText(aiko, t, 'first')
  await expect(aiko.page.getByText('No messages, please')).toBeVisible()
  await sendText(aiko, t, 'second')
  await expect(bubble(aiko, 'second')).toContainText(t('messages.notSent'))
  await aiko.context.unroute(isSending, refuse)
  await aiko.page.reload()
  for (const text of ['first', 'second']) await expect(bubble(aiko, text)).toContainText(t('messages.notSent'))
  await bubble(aiko, 'first')
    .getByRole('button', { name: t('chrome.delete') })
    .click()
  await aiko.page
    .getByRole('dialog', { name: t('outbox.deleteQuestion') })
    .getByRole('button', { name: t('chrome.delete') })
    .click()
  await bubble(aiko, 'second')
    .getByRole('button', { name: t('messages.tryAgain') })
    .click()
  // Ben's page may acknowledge it before this page shows that it was sent.
  await expect(bubble(aiko, 'second')).toContainText(new RegExp(`${t('messages.sent')}|${t('messages.delivered')}`))
  await openThread(ben, t, 'Aiko')
  await expect(bubble(ben, 'second')).toBeVisible()
  await expect(bubble(ben, 'first')).toHaveCount(0)
})

test('sign-out asks about unsent messages, then deletes them from the device', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const { page } = aiko
  await startChat(aiko, t, 'Ben')
  await sendText(aiko, t, 'hello')
  await openThread(ben, t, 'Aiko')
  await expect(bubble(ben, 'hello')).toBeVisible()
  aiko.allowConsoleError(/net::ERR_FAILED/)
  await aiko.context.route(isSending, abortPosts)
  await sendText(aiko, t, 'not meant to be sent')
  await expect(bubble(aiko, 'not meant to be sent')).toContainText(t('outbox.waiting'))
  await aiko.open('/')
  await page.getByRole('banner').getByRole('button', { name: /Aiko/ }).click()
  await page.getByRole('menuitem', { name: t('accounts.logout') }).click()
  const question = dialogOf(aiko).filter({ hasText: t('accounts.logoutConfirm') })
  await expect(question).toContainText(t('outbox.logout', { count: 1 }))
  await question.getByRole('button', { name: t('chrome.confirm') }).click()
  await page.waitForURL(/\/login/)
  expect(await storedEntries(page)).toEqual([])
  await expect(bubble(ben, 'not meant to be sent')).toHaveCount(0)
})

import { expect, type Page, type Route } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { bubble, openThread, sendText, startChat } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { onlyLong } from '../fixtures/long.ts'
import { endCountdown } from '../fixtures/scenes/sos.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const isSend = (url: URL) => ['/backend/api/messages', '/backend/api/alerts'].includes(url.pathname)
const abortPosts = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.continue())

/** Removes what private windows of some browsers lack. */
const removeStorage = () => {
  for (const name of ['indexedDB', 'BroadcastChannel']) Reflect.deleteProperty(window, name)
  Reflect.deleteProperty(Navigator.prototype, 'locks')
}

for (const lacking of ['Web Locks, on plain http', 'IndexedDB, Web Locks and BroadcastChannel'] as const) {
  test(`unsent messages of two tabs survive a reload in a browser without ${lacking}`, onlyLong(), async ({ signedIn }) => {
    const isInsecure = lacking === 'Web Locks, on plain http'
    const ben = await signedIn('Ben')
    const aiko = await signedIn('Aiko', isInsecure ? { hostName: 'shelter.example' } : {})
    aiko.allowConsoleError(/net::ERR_FAILED/)
    if (!isInsecure) await aiko.context.addInitScript(removeStorage)
    await aiko.open('/')
    await startChat(aiko, t, 'Ben')
    const { page } = aiko
    expect(await page.evaluate(() => ['locks' in navigator, 'indexedDB' in window])).toEqual([false, isInsecure])
    await sendText(aiko, t, 'hello')
    await openThread(ben, t, 'Aiko')
    await expect(bubble(ben, 'hello')).toBeVisible()

    await aiko.context.route(isSend, abortPosts)
    for (const text of ['one', 'two', 'three']) await sendText(aiko, t, text)
    await expect(bubble(aiko, 'three')).toContainText(t('outbox.waiting'))
    const other = await aiko.context.newPage()
    await other.goto(page.url())
    await page.reload()
    for (const tab of [page, other]) await expect(tab.getByText('three', { exact: true })).toBeVisible()
    await aiko.context.unroute(isSend, abortPosts)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const texts = async () => (await fetchOk(ben, messageRoutes.list, { params: { id } })).items.map(({ text }) => text)
    await expect.poll(texts, { timeout: 60_000 }).toEqual(['hello', 'one', 'two', 'three'])
    await expect(page.getByText(t('outbox.waiting'))).toHaveCount(0)
    await page.reload()
    await expect(bubble(aiko, 'three')).toHaveCount(1)
  })
}

test('an SOS of a tab that is killed right after the press is sent once by the next page', async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  const { context, page } = aiko
  aiko.allowConsoleError(/net::ERR_FAILED/)
  await context.route(isSend, abortPosts)
  await page.getByRole('button', { name: t('alerts.sos.hold') }).click()
  await endCountdown(page, t)
  await crash(page)
  await context.unroute(isSend, abortPosts)
  const next = await context.newPage()
  await next.goto(aiko.url)
  await next.waitForURL(/\/alerts\/.+\/messages\/.+/, { timeout: 30_000 })
  expect((await fetchOk(ben, alertRoutes.list)).items).toHaveLength(1)
})

test(
  'an SOS of a killed tab is sent by a tab with a chat, which stays there and reports the SOS',
  onlyLong(),
  async ({ signedIn }) => {
    const aiko = await signedIn('Aiko', { location: { latitude: 38.26, longitude: 140.87 } })
    await signedIn('Ben')
    const { context, page } = aiko
    aiko.allowConsoleError(/net::ERR_FAILED/)
    const other = await context.newPage()
    await other.goto(aiko.url)
    await startChat(aiko, t, 'Ben')
    await context.route(isSend, abortPosts)
    await other.getByRole('button', { name: t('alerts.sos.hold') }).click()
    await endCountdown(other, t)
    await crash(other)
    const field = page.getByRole('textbox', { name: t('messages.write') })
    await field.pressSequentially('on the roof')
    await context.unroute(isSend, abortPosts)
    await expect.poll(async () => (await fetchOk(aiko, alertRoutes.list)).items.length, { timeout: 30_000 }).toBe(1)
    await expect(page.getByText(t('alerts.raised'))).toBeVisible()
    await expect(field).toHaveValue('on the roof')
  },
)

/** Ends the renderer process at once. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await Promise.race([session.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')])
  await page.close()
}

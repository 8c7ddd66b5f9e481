import { expect, type BrowserContext, type Page, type Route } from '@playwright/test'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { fetchOk } from '../fixtures/servers/api.ts'
import { openThread, sendText, startChat } from '../fixtures/scenes/chat.ts'
import { test } from '../fixtures/journey.ts'
import { killTab } from '../fixtures/browsers/kill-tab.ts'
import { onlyLong } from '../fixtures/long.ts'
import type { Person } from '../fixtures/person.ts'
import { textsIn } from '../fixtures/texts.ts'

const t = textsIn('en')
const isSend = (url: URL) => url.pathname === '/backend/api/messages'

/** The server processes each request, and half of the replies are lost. */
async function loseHalfOfReplies(context: BrowserContext): Promise<() => Promise<void>> {
  const lose = async (route: Route) => {
    const response = await route.fetch().catch(() => null)
    if (!response || Math.random() < 0.5) return route.abort().catch(() => undefined)
    return route.fulfill({ response }).catch(() => undefined)
  }
  await context.route(isSend, lose)
  return () => context.unroute(isSend, lose)
}

/** All texts of a thread, in the order in which the server accepted them. */
async function textsOf(person: Person, threadId: string, before: string | null = null): Promise<string[]> {
  const path = messageRoutes.list.path + (before === null ? '?limit=100' : `?limit=100&before=${before}`)
  const { items, nextCursor } = await fetchOk(person, { ...messageRoutes.list, path }, { params: { id: threadId } })
  const older = nextCursor === null ? [] : await textsOf(person, threadId, nextCursor)
  return [...older, ...items.map(({ text }) => text)]
}

const KILLS = 25

test(
  `a tab that is killed ${KILLS} times while half of the replies are lost sends each message once and in order`,
  onlyLong(),
  async ({ signedIn }) => {
    test.setTimeout(60_000 + KILLS * 30_000)
    const aiko = await signedIn('Aiko')
    const ben = await signedIn('Ben')
    aiko.allowConsoleError(/net::ERR_FAILED/)
    await startChat(ben, t, 'Aiko')
    await sendText(ben, t, 'hello')
    await openThread(aiko, t, 'Ben')
    await aiko.page.getByRole('button', { name: t('messages.accept') }).click()
    const path = new URL(aiko.page.url()).pathname
    const threadId = path.split('/').at(-1) ?? ''
    const stop = await loseHalfOfReplies(aiko.context)

    const written: string[] = []
    for (let round = 0; round < KILLS; round++) {
      const page = await aiko.context.newPage()
      await page.goto(aiko.url + path)
      const input = page.getByRole('textbox', { name: t('messages.write') })
      for (let n = 0; n < 4; n++) {
        const text = `note ${round}.${n}`
        await input.fill(text)
        await page.keyboard.press('Enter')
        await expect(input).toHaveValue('') // accepted
        written.push(text)
        await page.waitForTimeout(Math.random() * 60)
      }
      await killTab(page)
    }
    await stop()
    await aiko.page.reload()
    await expect.poll(() => textsOf(aiko, threadId), { timeout: 60_000 }).toEqual(['hello', ...written])
    await expect(aiko.page.getByText(t('outbox.waiting'))).toHaveCount(0)
  },
)

test('three tabs of which the sending one is killed send each message once and in order', onlyLong(), async ({ signedIn }) => {
  const aiko = await signedIn('Aiko')
  const ben = await signedIn('Ben')
  aiko.allowConsoleError(/net::ERR_FAILED/)
  await startChat(aiko, t, 'Ben')
  await sendText(aiko, t, 'hello')
  await openThread(ben, t, 'Aiko')
  const path = new URL(aiko.page.url()).pathname
  const threadId = path.split('/').at(-1) ?? ''
  const tabs = [aiko.page, await aiko.context.newPage(), await aiko.context.newPage()]
  for (const tab of tabs.slice(1)) await tab.goto(aiko.url + path)
  const write = async (tab: Page | undefined, text: string) => {
    await tab?.getByRole('textbox', { name: t('messages.write') }).fill(text)
    await tab?.keyboard.press('Enter')
  }

  // The first request of each message gets no reply until its tab is killed.
  const requests = new Map<string, number>()
  const hold = async (route: Route) => {
    const { clientId } = route.request().postDataJSON() as { clientId: string }
    requests.set(clientId, (requests.get(clientId) ?? 0) + 1)
    if (requests.size > 1 || requests.get(clientId) !== 1) return route.continue()
    await route.fetch()
  }
  await aiko.context.route(isSend, hold)
  const written = ['one', 'two', 'three', 'four', 'five', 'six']
  for (const [index, text] of written.entries()) await write(tabs[index % 3 === 0 ? 1 : 2], text)
  await expect(aiko.page.getByText('six', { exact: true })).toBeVisible()
  expect(requests.size, 'the lane waits for the reply to its first message').toBe(1)
  if (tabs[1]) await killTab(tabs[1])
  await expect.poll(() => textsOf(aiko, threadId), { timeout: 30_000 }).toEqual(['hello', ...written])
  await expect.poll(() => [...requests.values()], { timeout: 30_000 }).toEqual([2, 1, 1, 1, 1, 1])
  await expect(aiko.page.getByText(t('messages.sending'))).toHaveCount(0)
})

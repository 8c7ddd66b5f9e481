import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import type { RichBlock, RichText } from '@noroshi/contract/pages/rich-text'
import { quantile, spread } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'
import { requestsTo } from './load/user-request.ts'

// Measures a page of 2,000 blocks in Chromium: the time until its editor opens, and the length of frames during typing in its
// middle.
// Usage: npm run page-editor -w bench
const BLOCKS = 2_000
const ROUNDS = 5
const KEYS = 200
const GOALS = { open: 1000, frame: 100 }

const server = await startServer()
const request = requestsTo(server.url)
const [aiko = ''] = await insertUsers(server.databaseUrl, 1)
const client = new pg.Client({ connectionString: server.databaseUrl })
await client.connect()
await client.query('UPDATE users SET is_admin = true')
await client.end()
const { id } = await request(aiko, pageRoutes.create, { title: 'A long page' })
await request(aiko, pageRoutes.publish, { content: JSON.stringify(longPage()) }, { id })

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  chromiumSandbox: false,
  args: ['--disable-dev-shm-usage', '--disable-gpu'],
})
const opened: number[] = []
let page = await openPage()
for (let round = 0; round < ROUNDS; round++) {
  if (round > 0) {
    await page.context().close()
    page = await openPage()
  }
  const from = performance.now()
  await page.locator(`a[href="/pages/${id}/content"]`).click()
  await page.getByRole('textbox', { name: 'Content of the page' }).getByText('Last line').waitFor()
  opened.push(performance.now() - from)
}
console.log(`a page of ${BLOCKS} blocks opens for editing in  ${spread(opened)}, goal ${GOALS.open} ms`)

const frames = await measureTyping(page)
const slowest = Math.max(...frames)
console.log(
  `typing ${KEYS} keys in its middle                p50 ${quantile(frames, 0.5).toFixed(0)} ms a frame, ` +
    `p95 ${quantile(frames, 0.95).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms; goal: none over ${GOALS.frame} ms`,
)
if (quantile(opened, 0.5) > GOALS.open || slowest > GOALS.frame) process.exitCode = 1
await browser.close()
await server.stop()

function longPage(): RichText {
  const textNodes = (text: string) => [{ type: 'text' as const, text }]
  const blocks = Array.from({ length: BLOCKS - 1 }, (_, index): RichBlock => {
    if (index % 20 === 0) return { type: 'heading', attrs: { level: 2 }, content: textNodes(`Part ${index / 20 + 1}`) }
    const text =
      index === BLOCKS / 2 + 1
        ? 'The middle of the page'
        : `${index}. ${'The road by the school is open again. '.repeat(1 + (index % 4))}`
    return { type: 'paragraph', content: textNodes(text) }
  })
  return { type: 'doc', content: [...blocks, { type: 'paragraph', content: textNodes('Last line') }] }
}

/** Opens the page for reading. The code of the editor is not loaded yet. */
async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce', locale: 'en-US' })
  await context.addInitScript((value) => localStorage.setItem('accessToken', value), aiko)
  const page = await context.newPage()
  await page.goto(`${server.url}/pages/${id}`)
  await page.getByText('Last line').waitFor()
  return page
}

/** Returns the milliseconds of each frame during typing. The page saves the draft on the device meanwhile. */
async function measureTyping(page: Page): Promise<number[]> {
  await page.getByRole('textbox', { name: 'Content of the page' }).getByText('The middle of the page').click()
  // A string, because it runs in the page.
  await page.evaluate(`(() => {
    window.frames_ = []
    let last = performance.now()
    const next = (now) => {
      window.frames_.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })()`)
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 7 === 6 ? 'Space' : 'a')
    // A pause now and then, in which the page saves the draft.
    await page.waitForTimeout(key % 50 === 49 ? 1_500 : 40)
  }
  return page.evaluate<number[]>('window.frames_.slice(2)')
}

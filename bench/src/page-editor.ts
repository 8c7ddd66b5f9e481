import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import type { RichBlock, RichText } from '@noroshi/contract/pages/rich-text'
import { API_BASE } from '@noroshi/contract/routes'
import { quantile, spread } from './load/figures.ts'
import { settle } from './load/people.ts'
import { startServer } from './load/server.ts'

// A page of 2,000 blocks in Chromium: how soon its editor is there, and how long the frames are while somebody types in its middle.
// Usage: npm run page-editor -w bench
const BLOCKS = 2_000
const ROUNDS = 5
const KEYS = 200
const GOALS = { open: 1000, frame: 100 }

const server = await startServer()
const [aiko = ''] = await settle(server.databaseUrl, 1)
const client = new pg.Client({ connectionString: server.databaseUrl })
await client.connect()
await client.query('UPDATE users SET is_admin = true')
await client.end()
const { id } = pageRoutes.create.reply.parse(await asks(pageRoutes.create.path, 'POST', { title: 'A long page' }))
await asks(pageRoutes.publish.path.replace(':id', id), 'PATCH', { content: JSON.stringify(longPage()) })

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  chromiumSandbox: false,
  args: ['--disable-dev-shm-usage', '--disable-gpu'],
})
const opened: number[] = []
let page = await onThePage()
for (let round = 0; round < ROUNDS; round++) {
  if (round > 0) {
    await page.context().close()
    page = await onThePage()
  }
  const from = performance.now()
  await page.locator(`a[href="/pages/${id}/content"]`).click()
  await page.getByRole('textbox', { name: 'Content of the page' }).getByText('Last line').waitFor()
  opened.push(performance.now() - from)
}
console.log(`a page of ${BLOCKS} blocks opens for editing in  ${spread(opened)}, goal ${GOALS.open} ms`)

const frames = await types(page)
const slowest = Math.max(...frames)
console.log(
  `typing ${KEYS} keys in its middle                p50 ${quantile(frames, 0.5).toFixed(0)} ms a frame, ` +
    `p95 ${quantile(frames, 0.95).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms; goal: none over ${GOALS.frame} ms`,
)
if (quantile(opened, 0.5) > GOALS.open || slowest > GOALS.frame) process.exitCode = 1
await browser.close()
await server.stop()

function longPage(): RichText {
  const words = (text: string) => [{ type: 'text' as const, text }]
  const blocks = Array.from({ length: BLOCKS - 1 }, (_, index): RichBlock => {
    if (index % 20 === 0) return { type: 'heading', attrs: { level: 2 }, content: words(`Part ${index / 20 + 1}`) }
    const text =
      index === BLOCKS / 2 + 1
        ? 'The middle of the page'
        : `${index}. ${'The road by the school is open again. '.repeat(1 + (index % 4))}`
    return { type: 'paragraph', content: words(text) }
  })
  return { type: 'doc', content: [...blocks, { type: 'paragraph', content: words('Last line') }] }
}

/** Reads the page as people do before they edit it: its editor is measured from there, its file not yet loaded. */
async function onThePage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce', locale: 'en-US' })
  await context.addInitScript((value) => localStorage.setItem('accessToken', value), aiko)
  const opening = await context.newPage()
  await opening.goto(`${server.url}/pages/${id}`)
  await opening.getByText('Last line').waitFor()
  return opening
}

/** Milliseconds of each frame while keys are pressed; the unsent draft is kept on the device meanwhile and after. */
async function types(there: Page): Promise<number[]> {
  await there.getByRole('textbox', { name: 'Content of the page' }).getByText('The middle of the page').click()
  // As text, since it runs in the page.
  await there.evaluate(`(() => {
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
    await there.keyboard.press(key % 7 === 6 ? 'Space' : 'a')
    // A rest now and then, in which what was written is kept.
    await there.waitForTimeout(key % 50 === 49 ? 1_500 : 40)
  }
  return there.evaluate<number[]>('window.frames_.slice(2)')
}

async function asks(path: string, method: string, body: unknown): Promise<unknown> {
  const reply = await fetch(server.url + API_BASE + path, {
    method,
    headers: { authorization: `Bearer ${aiko}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  return reply.json()
}

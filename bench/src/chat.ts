import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { clock, median, quantile, spread } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'
import { requestsTo } from './load/user-request.ts'

// Measures a chat of 50,000 messages, of which every fifth has reactions, a quote or an edit, in Chromium: opening, scrolling, and the arrival of a new message at the recipient; with a number of minutes, the memory of the page while it scrolls for so long.
// Usage: npm run chat -w bench [-- 10]
const MESSAGES = 50_000
const ROUNDS = 7
const SENDS = 20
const SCROLL_SECONDS = 10
const MEMORY_MINUTES = Number(process.argv[2] ?? 0)
const GOALS = { open: 400, frames: 50, other: 150 }

const server = await startServer()
const request = requestsTo(server.url)
const [aiko = '', ben = ''] = await insertUsers(server.databaseUrl, 2)
const { id: benId } = await request(ben, accountRoutes.me)
const thread = await request(aiko, threadRoutes.startPersonal, { recipient: benId })
await request(ben, threadRoutes.accept, { hasAccepted: true }, { id: thread.id })
await insertMessages(thread.id)

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  chromiumSandbox: false,
  args: ['--disable-dev-shm-usage', '--disable-gpu'],
})
const address = `${server.url}/messages/${thread.id}`
const opened: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const page = await pageOf(ben)
  await page.goto(`${server.url}/messages`)
  const row = page.locator(`a[href="/messages/${thread.id}"]`)
  await row.waitFor()
  const from = performance.now()
  await row.click()
  await page.getByRole('log').getByText(`message ${MESSAGES}`, { exact: true }).waitFor()
  opened.push(performance.now() - from)
  await page.context().close()
}
console.log(`a thread of ${MESSAGES} messages opens in   ${spread(opened)}, goal ${GOALS.open} ms`)

const page = await pageOf(ben)
await page.goto(address)
await page.getByRole('log').getByText(`message ${MESSAGES}`, { exact: true }).waitFor()
await measureArrival(page)
const frames = await measureScroll(page)
const slowest = Math.max(...frames)
console.log(
  `scrolling up for ${SCROLL_SECONDS} s                 ${(1000 / (frames.reduce((sum, frame) => sum + frame, 0) / frames.length)).toFixed(0)} frames a second; ` +
    `p95 ${quantile(frames, 0.95).toFixed(0)} ms, slowest frame ${slowest.toFixed(0)} ms; goal ${GOALS.frames} a second`,
)
if (MEMORY_MINUTES > 0) await measureMemory(page)
await browser.close()
await server.stop()

/** Measures the time from sending a message until the recipient's page shows it. */
async function measureArrival(recipientPage: Page): Promise<void> {
  const arrived: number[] = []
  for (let sent = 0; sent < SENDS; sent++) {
    const text = `hello ${sent}.`
    const shown = recipientPage.getByRole('log').getByText(text, { exact: true }).waitFor()
    const from = clock()
    await request(aiko, messageRoutes.send, { messageThreadId: thread.id, text })
    await shown
    arrived.push(clock() - from)
  }
  console.log(
    `a new message appears at the recipient  ${spread(arrived)}, p90 ${quantile(arrived, 0.9).toFixed(0)} ms, goal ${GOALS.other} ms`,
  )
  if (median(arrived) > GOALS.other) process.exitCode = 1
}

/** Returns the milliseconds of each frame while the wheel scrolls up through several pages of history. */
async function measureScroll(page: Page): Promise<number[]> {
  const box = await page.getByRole('log').boundingBox()
  await page.mouse.move((box?.x ?? 0) + 100, 400)
  // A string, because it runs in the page.
  const measured = page.evaluate<number[]>(`(async () => {
    const frames = []
    const end = performance.now() + ${SCROLL_SECONDS * 1000}
    for (let last = performance.now(); last < end; ) {
      const now = await new Promise((resolve) => requestAnimationFrame(resolve))
      frames.push(now - last)
      last = now
    }
    return frames.slice(1)
  })()`)
  const until = performance.now() + SCROLL_SECONDS * 1000
  while (performance.now() < until) {
    await page.mouse.wheel(0, -120)
    await page.waitForTimeout(30)
  }
  return measured
}

/**
 * Prints the JavaScript heap after a collection and the nodes of the document at the end of each minute, in which the page
 * scrolls up through the history and then back down.
 */
async function measureMemory(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const heaps: number[] = []
  for (let minute = 1; minute <= MEMORY_MINUTES; minute++) {
    for (const direction of [-1, 1]) {
      const until = performance.now() + 30_000
      while (performance.now() < until) {
        await page.mouse.wheel(0, direction * 600)
        await page.waitForTimeout(30)
      }
    }
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
    const heap = metric('JSHeapUsedSize') / 1e6
    heaps.push(heap)
    console.log(`  minute ${minute}: heap ${heap.toFixed(1)} MB, ${metric('Nodes')} nodes`)
  }
  const growth = (heaps.at(-1) ?? 0) - (heaps[1] ?? 0)
  console.log(`memory while scrolling for ${MEMORY_MINUTES} minutes   ${growth.toFixed(1)} MB more than after the second`)
}

async function pageOf(token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  await context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
  return context.newPage()
}

/** Inserts the messages of both users directly into the database, all of them seen. */
async function insertMessages(threadId: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(
    `INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, message_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1, n, (ARRAY(SELECT user_id FROM thread_members WHERE thread_id = $1 ORDER BY user_id))[1 + (n / 3) % 2], 'normalChat',
       CASE WHEN n = $2 THEN 'message ' || n ELSE repeat('The road by the school is open again. ', 1 + n % 4) || n END, at, at, at
     FROM generate_series(1, $2::int) AS n, LATERAL (SELECT now() - ($2 - n) * interval '1 minute' AS at) AS clock`,
    [threadId, MESSAGES],
  )
  // The text of the last message is what the page waits for.
  const every = (rest: number) => `thread_id = $1 AND seq % 15 = ${rest} AND seq < ${MESSAGES}`
  await client.query(
    `WITH reacted AS (UPDATE messages SET has_reactions = true WHERE ${every(0)} RETURNING id, thread_id)
     INSERT INTO message_reactions (message_id, user_id, emoji, created_at)
     SELECT reacted.id, m.user_id, '👍', now() FROM reacted JOIN thread_members m USING (thread_id)`,
    [threadId],
  )
  await client.query(
    `UPDATE messages SET reply_to_id = q.id FROM messages q WHERE q.thread_id = $1 AND q.seq = messages.seq - 3
       AND messages.thread_id = $1 AND messages.seq % 15 = 5`,
    [threadId],
  )
  await client.query(
    `WITH edited AS (UPDATE messages SET edited_at = now(), version = 2 WHERE ${every(10)} RETURNING id, text)
     INSERT INTO message_versions (message_id, number, text, written_at) SELECT id, 0, text || ' (before)', now() FROM edited`,
    [threadId],
  )
  await client.query('UPDATE threads SET last_seq = $2 WHERE id = $1', [threadId, MESSAGES])
  await client.query(
    `UPDATE thread_watermarks SET delivered_seq = $2, seen_seq = $2 WHERE thread_id = $1 AND message_type = 'normalChat'`,
    [threadId, MESSAGES],
  )
  await client.query(
    `UPDATE thread_marks SET delivered_seq = $2, seen_seq = $2 WHERE thread_id = $1 AND message_type = 'normalChat'`,
    [threadId, MESSAGES],
  )
  await client.query('ANALYZE')
  await client.end()
}

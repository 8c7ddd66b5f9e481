import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { median, spread } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'
import { requestsTo } from './load/user-request.ts'

// Measures a reload of the stored application without the server in Chromium: the time from the start of the navigation
// until the newest messages of a thread and the list of threads fill the screen, until all of both are in the document,
// and the time of the first paint.
// Usage: npm run offline -w bench
const THREADS = 300
const MESSAGES = 300
const ROUNDS = 9
const GOAL = 300

const server = await startServer()
const request = requestsTo(server.url)
const [token = '', ...others] = await insertUsers(server.databaseUrl, THREADS + 1)
const threadIds: string[] = []
const { id: ownId } = await request(token, accountRoutes.me)
for (const other of others) {
  const thread = await request(other, threadRoutes.startPersonal, { recipient: ownId })
  await request(other, messageRoutes.send, { messageThreadId: thread.id, text: `hello ${threadIds.length}` })
  threadIds.push(thread.id)
}
const threadId = threadIds[0] ?? ''
await request(token, threadRoutes.accept, { hasAccepted: true }, { id: threadId })
await insertMessages(threadId)

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  chromiumSandbox: false,
  args: ['--disable-dev-shm-usage', '--disable-gpu'],
})
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
await context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
await context.addInitScript({ content: recordTimes(`message ${MESSAGES}.`) })
const page = await context.newPage()
await page.goto(`${server.url}/messages/${threadId}`)
await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
await storeAll(page)
await server.kill()

const rounds: Times[] = []
for (let round = 0; round < ROUNDS; round++) {
  await page.goto('about:blank')
  await page.goto(`${server.url}/messages/${threadId}`, { waitUntil: 'commit' })
  // The policy of the page forbids `waitForFunction`, which compiles code.
  while (!(await page.evaluate<boolean>('Boolean(times.all && times.threads)'))) await page.waitForTimeout(50)
  rounds.push(await page.evaluate<Times>('window.times'))
}
const shown = rounds.map(({ message, threads }) => Math.max(message, threads))
console.log(`first paint                                      ${spread(rounds.map(({ paint }) => paint))}`)
console.log(`the newest message                               ${spread(rounds.map(({ message }) => message))}`)
console.log(`the list of threads                              ${spread(rounds.map(({ threads }) => threads))}`)
console.log(`both on the screen, without the server           ${spread(shown)}, goal ${GOAL} ms`)
console.log(`all of them in the document                      ${spread(rounds.map(({ all }) => all))}`)
if (median(shown) > GOAL) process.exitCode = 1
await browser.close()
await server.restart()
await server.stop()

/** Milliseconds from the start of the navigation. */
interface Times {
  paint: number
  message: number
  threads: number
  /** All rows of both lists. */
  all: number
}

/**
 * Returns a script for the page that records the times of the frames that first show the newest message and the list.
 */
function recordTimes(newest: string): string {
  return `
    window.times = {}
    const record = (name) => {
      if (times[name] === undefined) requestAnimationFrame(() => (times[name] ??= performance.now()))
    }
    const observer = new PerformanceObserver((list) => (times.paint ??= list.getEntries()[0].startTime))
    observer.observe({ type: 'paint', buffered: true })
    new MutationObserver(() => {
      if (document.querySelector('[role=log]')?.textContent.includes(${JSON.stringify(newest)})) record('message')
      const threads = document.querySelectorAll('#root a[href^="/messages/"]').length
      if (threads > 5) record('threads')
      if (threads >= ${THREADS} && document.querySelector('[role=log]')?.childElementCount >= ${MESSAGES}) record('all')
    }).observe(document, { childList: true, subtree: true, characterData: true })`
}

/** Scrolls up until the thread's newest messages are stored, and opens the list to its end. */
async function storeAll(opened: Page): Promise<void> {
  await opened.getByRole('log').getByText(`message ${MESSAGES}.`, { exact: true }).waitFor()
  const box = await opened.getByRole('log').boundingBox()
  await opened.mouse.move((box?.x ?? 0) + 100, 400)
  const first = opened.getByRole('log').getByText('message 1.', { exact: true })
  while ((await first.count()) === 0) {
    await opened.mouse.wheel(0, -2_000)
    await opened.waitForTimeout(50)
  }
  await opened.waitForTimeout(3_000) // the rows are written in the background
}

/** Inserts the messages of a thread directly into the database, all of them seen. */
async function insertMessages(id: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query('DELETE FROM messages WHERE thread_id = $1', [id])
  await client.query(
    `INSERT INTO messages (id, thread_id, seq, sender_id, message_type, text, message_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1, n, (ARRAY(SELECT user_id FROM thread_members WHERE thread_id = $1 ORDER BY user_id))[1 + (n / 3) % 2],
       'normalChat', 'message ' || n || '.', at, at, at
     FROM generate_series(1, $2::int) AS n, LATERAL (SELECT now() - ($2 - n) * interval '1 minute' AS at) AS clock`,
    [id, MESSAGES],
  )
  await client.query('UPDATE threads SET last_seq = $2 WHERE id = $1', [id, MESSAGES])
  const seen = `UPDATE thread_watermarks SET delivered_seq = $2, seen_seq = $2 WHERE thread_id = $1 AND message_type = 'normalChat'`
  await client.query(seen, [id, MESSAGES])
  await client.end()
}

import { gzipSync } from 'node:zlib'
import { chromium, type Page, type Response } from '@playwright/test'
import { median, spread } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'

// Measures the built home in Chromium: the size of its JavaScript without the map, and the time until the SOS button is
// usable, compared with an empty page of the same server. The second part measures the stored application without the
// server.
// Usage: npm run home -w bench
const ROUNDS = 7
/** Max kilobytes of JavaScript, and max milliseconds until the SOS button is usable, without a cache and stored. */
const GOALS = { kilobytes: 290, usable: 2000, stored: 1000 }
const EMPTY = '/livez'
const CHROMIUM = '/usr/bin/chromium'

const server = await startServer()
const [token = ''] = await insertUsers(server.databaseUrl, 30)
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  chromiumSandbox: false,
  args: ['--disable-dev-shm-usage', '--enable-unsafe-swiftshader', '--use-angle=swiftshader', '--ignore-gpu-blocklist'],
})

const usable: number[] = []
const empty: number[] = []
let scripts = new Map<string, number>()
for (let round = 0; round < ROUNDS; round++) {
  empty.push(await timed((page) => page.goto(server.url + EMPTY)))
  const found: Promise<readonly [string, number] | null>[] = []
  usable.push(
    await timed(async (page) => {
      page.on('response', (response) => void found.push(weigh(response)))
      await page.goto(server.url)
      await page.getByRole('button', { name: /SOS/ }).first().waitFor()
    }),
  )
  scripts = new Map((await Promise.all(found)).filter((script) => script !== null))
}
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const isMap = (name: string) => /map/i.test(name)
const before = [...scripts].filter(([name]) => !isMap(name))
for (const [name, bytes] of [...scripts].toSorted((a, b) => b[1] - a[1]))
  console.log(`  ${kilobytes(bytes).padStart(10)}  ${name}`)
const bytesBefore = before.reduce((sum, [, bytes]) => sum + bytes, 0)
console.log(`JavaScript before the map, gzip    ${kilobytes(bytesBefore)}`)
console.log(`home until the SOS can be pressed  ${spread(usable)}`)
console.log(`an empty page of the same server   ${spread(empty)}`)
console.log(`ratio of the medians               ${(median(usable) / median(empty)).toFixed(1)}`)
const stored = await startsWithoutServer()
console.log(`SOS without the server, stored app ${spread(stored)}`)
if (bytesBefore / 1000 > GOALS.kilobytes || median(usable) > GOALS.usable || median(stored) > GOALS.stored) process.exitCode = 1
await browser.close()
await server.stop()

/** Stores the application, ends the server and measures starts from the storage until the SOS can be pressed. */
async function startsWithoutServer(): Promise<number[]> {
  const context = await openContext()
  const page = await context.newPage()
  await page.goto(server.url)
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await server.kill()
  const starts: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto('about:blank')
    const from = performance.now()
    await page.goto(server.url, { waitUntil: 'commit' })
    await page.getByRole('button', { name: /SOS/ }).first().click({ trial: true })
    starts.push(performance.now() - from)
  }
  await context.close()
  await server.restart()
  return starts
}

/** Opens a browser of a signed-in user with an empty cache. */
async function openContext() {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await context.addInitScript((value) => localStorage.setItem('accessToken', value), token)
  return context
}

/** Measures a visit of a signed-in user with an empty browser cache. */
async function timed(visit: (page: Page) => Promise<unknown>): Promise<number> {
  const context = await openContext()
  const page = await context.newPage()
  const from = performance.now()
  await visit(page)
  const took = performance.now() - from
  await page.waitForTimeout(1500)
  await context.close()
  return took
}

/** Returns the path and the compressed size of a script; null for other files and for a script that loads later. */
async function weigh(response: Response): Promise<readonly [string, number] | null> {
  const { pathname } = new URL(response.url())
  if (!pathname.endsWith('.js')) return null
  const body = await response.body().catch(() => null)
  return body && [pathname, gzipSync(body, { level: 9 }).length]
}

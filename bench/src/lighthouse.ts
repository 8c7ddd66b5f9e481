import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import lighthouse from 'lighthouse'
import { median } from './load/figures.ts'
import { insertSession } from './load/people.ts'
import { startServer } from './load/server.ts'

// Measures pages of the built web with the demo data by the mobile setting of Lighthouse: a phone with a quarter of
// this processor's speed, slow 4G and an empty cache. The same run measures a page with one line of text.
// Usage: npm run lighthouse -w bench [-- <rounds>]
const [rounds = '5'] = process.argv.slice(2)
const CHROMIUM = '/usr/bin/chromium'
/** Slowdown of the processor in the mobile setting of Lighthouse. */
const SLOWDOWN = 4
const LONG_TASK_MS = 50
const USER = 'emma@noroshi.example'
const LINE =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Line</title><p>One line of text'

interface Goal {
  readonly name: string
  readonly url: string
  readonly isSignedIn: boolean
  /** Min score for performance, 0 to 100. */
  readonly performance: number
}

interface Figures {
  /** Scores from 0 to 100. */
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  /**
   * Milliseconds until the first and the largest paint, the speed index, and the total blocking time: the sum of the
   * task times above 50 ms.
   */
  readonly firstPaint: number
  readonly largestPaint: number
  readonly speedIndex: number
  readonly blocking: number
  /**
   * The total blocking time by the processor time of the tasks. It does not grow when other programs use the machine.
   */
  readonly busy: number
  readonly layoutShift: number
  /**
   * Kilobytes of JavaScript that the page has loaded and not run, as transferred, in files with more than 20 KiB of it:
   * Lighthouse ignores the others.
   */
  readonly unusedCode: number
  /** Benchmark index of the processor as measured by Lighthouse. The mobile setting assumes about 1,500. */
  readonly processor: number
}

const server = await startServer({}, ['--demo'])
const token = await insertSession(server.databaseUrl, USER)
await answerActiveAlerts()
const bare = createServer((_request, response) => void response.setHeader('content-type', 'text/html').end(LINE))
await new Promise<void>((resolve) => void bare.listen(0, '127.0.0.1', resolve))
const goals: readonly Goal[] = [
  { name: 'one line of text', url: urlOf(bare.address()), isSignedIn: false, performance: 0 },
  { name: '/login', url: `${server.url}/login`, isSignedIn: false, performance: 95 },
  { name: 'home', url: `${server.url}/`, isSignedIn: true, performance: 85 },
  { name: '/feeds', url: `${server.url}/feeds`, isSignedIn: true, performance: 92 },
]

const all = new Map<Goal, Figures[]>(goals.map((goal) => [goal, []]))
for (let round = 0; round < Number(rounds); round++) for (const [goal, figures] of all) figures.push(await measure(goal))
for (const [goal, figures] of all) print(goal, figures)
bare.close()
await server.stop()

/** Answers the alerts of the demo, so that no alarm covers the home screen. */
async function answerActiveAlerts(): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const active = await fetch(`${server.url}${API_BASE}/alerts?status=active`, { headers })
  for (const { id } of alertRoutes.list.reply.parse(await active.json()).items) {
    const url = `${server.url}${API_BASE}/alerts/${id}/answer`
    const { ok, status } = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ answer: 'cannotHelp' }) })
    if (!ok) throw new Error(`the answer to an alert got ${status}`)
  }
}

/** Measures a page in a new browser with an empty profile. */
async function measure({ url, isSignedIn }: Goal): Promise<Figures> {
  const profile = mkdtempSync(path.join(tmpdir(), 'noroshi-lighthouse-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    chromiumSandbox: false,
    args: [
      `--remote-debugging-port=${port}`,
      '--disable-dev-shm-usage',
      // The processor draws the page and the map. GPU compositing without a graphics card blocked tasks for 0.7 s.
      '--disable-gpu',
    ],
  })
  try {
    if (isSignedIn) {
      const page = await context.newPage()
      await page.goto(`${server.url}/favicon.svg`) // runs none of the application's code
      await page.evaluate((value) => localStorage.setItem('accessToken', value), token)
      await page.close()
    }
    const categories = ['performance', 'accessibility', 'best-practices']
    const run = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' })
    if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? 'Lighthouse has no result')
    return { ...figuresOf(run.lhr), busy: busyOf(run.artifacts.Trace.traceEvents, url) }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function figuresOf({ categories, audits, environment }: Result): Omit<Figures, 'busy'> {
  const score = (category: string) => Math.round((categories[category]?.score ?? Number.NaN) * 100)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    speedIndex: value('speed-index'),
    blocking: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    unusedCode: unusedBytes(audits['unused-javascript']?.details) / 1000,
    processor: environment.benchmarkIndex,
  }
}

function unusedBytes(details: Result['audits'][string]['details']): number {
  return details?.type === 'opportunity' ? (details.overallSavingsBytes ?? 0) : Number.NaN
}

type TraceEvents = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['artifacts']['Trace']['traceEvents']

/**
 * Returns the total blocking time of a page in milliseconds by processor time, scaled to a phone with a quarter of this
 * speed.
 */
function busyOf(events: TraceEvents, url: string): number {
  const start = events.findLast(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url)
  if (!start) throw new Error(`the trace has no navigation to ${url}`)
  const ofPage = ({ name, pid, tid, ts }: (typeof events)[number]) =>
    name === 'RunTask' && pid === start.pid && tid === start.tid && ts >= start.ts
  return events
    .filter(ofPage)
    .map((task: (typeof events)[number] & { readonly tdur?: number }) => (SLOWDOWN * (task.tdur ?? 0)) / 1000 - LONG_TASK_MS)
    .reduce((sum, over) => sum + Math.max(0, over), 0)
}

function print({ name, performance }: Goal, figures: readonly Figures[]): void {
  const scores = figures.map((one) => one.performance).toSorted((a, b) => a - b)
  const middle = (key: keyof Figures) => Math.round(median(figures.map((one) => one[key])))
  const shift = median(figures.map(({ layoutShift }) => layoutShift)).toFixed(3)
  console.log(`${name}: performance ${median(scores)} of ${performance} (${scores.join(', ')})`)
  console.log(
    `  first paint ${middle('firstPaint')} ms, largest paint ${middle('largestPaint')} ms, speed index ${middle('speedIndex')} ms, ` +
      `blocking ${middle('blocking')} ms, by processor time ${middle('busy')} ms, layout shift ${shift}`,
  )
  console.log(
    `  accessibility ${middle('accessibility')}, best practices ${middle('bestPractices')}, ` +
      `code that did not run, in large files, ${middle('unusedCode')} kB, processor ${middle('processor')}`,
  )
}

async function freePort(): Promise<number> {
  const socket = createSocketServer()
  await new Promise<void>((resolve) => void socket.listen(0, '127.0.0.1', resolve))
  const { port } = new URL(urlOf(socket.address()))
  await new Promise((resolve) => socket.close(resolve))
  return Number(port)
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}/`
}

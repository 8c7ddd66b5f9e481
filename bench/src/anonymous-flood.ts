import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { ClientPool } from './load/client-pool.ts'
import { DialogPage, countDelays } from './load/dialog-page.ts'
import { clock, median, quantile } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'

// Raises anonymous SOS alerts at a steady rate, each from another device, while sockets are connected. Each alert must be
// accepted and reach all sockets, the list, and the count of an emergency dialog in Chromium within two seconds.
// Usage: npm run anonymous-flood -w bench [-- 200 60 50] (alerts a second, seconds, sockets)
const [rate = 200, seconds = 60, sockets = 50] = process.argv.slice(2).map(Number)
const LIMIT = 2000
/** Milliseconds between two checks of the list. */
const CHECK_EVERY = 1000
/** Milliseconds after the flood in which the count must not fall again, although the page refetches its lists. */
const SETTLE = 35_000

const server = await startServer()
const [reader = '', ...tokens] = await insertUsers(server.databaseUrl, sockets + 1)
const pool = await ClientPool.of({
  url: server.url,
  event: 'alert:new_alert',
  tokens,
  acknowledges: true,
})

const page = await DialogPage.open(server.url, reader)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const sentAt = new Map<string, number>()
const processCounts = new Map<string, number>()
const acceptedAt: number[] = []
const lastReceivedAt = new Map<string, number>()
const answered: number[] = []
const received: number[] = []
const listed: number[] = []
const refused: string[] = []
pool.onReceived(({ id, times }) => {
  const count = (processCounts.get(id) ?? 0) + 1
  processCounts.set(id, count)
  lastReceivedAt.set(id, Math.max(lastReceivedAt.get(id) ?? 0, ...times))
  if (count === pool.processes && sentAt.has(id)) recordReceived(id)
})

const usedBefore = cpuTime()
const startedAt = clock()
const pending: Promise<void>[] = []
let checkedAt = 0
while (pending.length < rate * seconds) {
  const due = Math.min(rate * seconds, Math.floor(((clock() - startedAt) / 1000) * rate))
  while (pending.length < due) pending.push(raise())
  await sleep(2)
}
await Promise.all(pending)
const took = (clock() - startedAt) / 1000
for (let waited = 0; received.length < sentAt.size && waited < 30; waited++) await sleep(1000)
await sleep(SETTLE)
const shown = countDelays(acceptedAt, await page.counted())
const counted = shown.filter(Number.isFinite)

console.log(`${rate} anonymous SOS a second for ${seconds} s, ${sockets} sockets`)
console.log(`  accepted                                       ${answered.length} of ${pending.length}, in ${took.toFixed(1)} s`)
for (const reason of new Set(refused)) console.log(`  refused                                        ${reason}`)
console.log(`  until the reply                                ${figures(answered)}`)
console.log(`  until all sockets have it                      ${figures(received)}, ${received.length} of ${sentAt.size}`)
console.log(`  until GET /alerts lists it                     ${figures(listed)}, ${listed.length} checked`)
console.log(`  until the dialog counts it                     ${figures(counted)}, ${counted.length} of ${shown.length}`)
const used = ((cpuTime() - usedBefore) / answered.length).toFixed(2)
console.log(`  CPU time of the server, without PostgreSQL       ${used} ms for each`)
const late = [...received, ...listed, ...shown].filter((time) => time > LIMIT).length
console.log(`  later than ${LIMIT} ms                             ${late}`)
pool.end()
await page.end()
await server.stop()
process.exit(answered.length === pending.length && received.length === sentAt.size && late === 0 ? 0 : 1)

async function raise(): Promise<void> {
  const from = clock()
  try {
    const body = JSON.stringify({ clientId: crypto.randomUUID(), latitude: '38.2682', longitude: '140.8694', textContent: '' })
    const { status, text } = await ask(alertRoutes.raise.method, alertRoutes.raise.path, body)
    if (status !== 201) {
      refused.push(String(status))
      return
    }
    const { id } = JSON.parse(text) as { id: string } // the reply to a raised alert
    answered.push(clock() - from)
    acceptedAt.push(Date.now())
    sentAt.set(id, from)
    if (processCounts.get(id) === pool.processes) recordReceived(id)
    if (clock() - checkedAt > CHECK_EVERY) await checkList(id, from)
  } catch (error) {
    refused.push(String(error))
  }
}

function recordReceived(id: string): void {
  received.push((lastReceivedAt.get(id) ?? Number.NaN) - (sentAt.get(id) ?? Number.NaN))
}

/** Fetches pages of the list until one contains the alert; newer alerts may have moved it down. */
async function checkList(id: string, from: number): Promise<void> {
  checkedAt = clock()
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '?status=active' : `?status=active&cursor=${cursor}`
    const { text } = await ask(alertRoutes.list.method, alertRoutes.list.path + query)
    const page = JSON.parse(text) as { items: { id: string }[]; nextCursor: string | null } // the list
    if (page.items.some((alert) => alert.id === id)) {
      listed.push(clock() - from)
      return
    }
    cursor = page.nextCursor
  }
  refused.push('missing in the list')
}

/** Sends a request over a connection that stays open, so that no handshake is measured. */
function ask(method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
  const headers = body === undefined ? { authorization: `Bearer ${tokens[0] ?? ''}` } : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = request(server.url + API_BASE + path, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** CPU milliseconds that the server has used so far. Ticks are hundredths of a second. */
function cpuTime(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function figures(times: readonly number[]): string {
  const [p50, p99, max] = [median(times), quantile(times, 0.99), Math.max(...times)]
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms`
}

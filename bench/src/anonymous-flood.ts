import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { Crowd } from './load/crowd.ts'
import { DialogPage, untilCounted } from './load/dialog-page.ts'
import { clock, median, quantile } from './load/figures.ts'
import { settle } from './load/people.ts'
import { startServer } from './load/server.ts'

// Anonymous SOS at a steady rate, each of another device, while people are connected: each must be accepted, and within two seconds
// be with every socket, in the list, and counted in the emergency dialog of somebody who has home open in Chromium. Usage: npm run anonymous-flood -w bench [-- 200 60 50] (a second, seconds, sockets)
const [rate = 200, seconds = 60, sockets = 50] = process.argv.slice(2).map(Number)
const LIMIT = 2000
/** Every so many milliseconds one of them is looked for in the list. */
const LOOK_EVERY = 1000
/** Milliseconds after the flood in which the dialog must not fall behind again: its lists are asked for anew meanwhile. */
const SETTLE = 35_000

const server = await startServer()
const [reader = '', ...tokens] = await settle(server.databaseUrl, sockets + 1)
const crowd = await Crowd.of({
  url: server.url,
  event: 'alert:new_alert',
  tokens,
  acknowledges: true,
})

const page = await DialogPage.open(server.url, reader)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const sentAt = new Map<string, number>()
const heldBy = new Map<string, number>()
const acceptedAt: number[] = []
const early = new Map<string, number>()
const answered: number[] = []
const held: number[] = []
const listed: number[] = []
const refused: string[] = []
crowd.whenHeld(({ id, times }) => {
  const share = (heldBy.get(id) ?? 0) + 1
  heldBy.set(id, share)
  early.set(id, Math.max(early.get(id) ?? 0, ...times))
  if (share === crowd.processes && sentAt.has(id)) isHeld(id)
})

const usedBefore = processorTime()
const begun = clock()
const raising: Promise<void>[] = []
let looked = 0
while (raising.length < rate * seconds) {
  const due = Math.min(rate * seconds, Math.floor(((clock() - begun) / 1000) * rate))
  while (raising.length < due) raising.push(raise())
  await sleep(2)
}
await Promise.all(raising)
const took = (clock() - begun) / 1000
for (let waited = 0; held.length < sentAt.size && waited < 30; waited++) await sleep(1000)
await sleep(SETTLE)
const shown = untilCounted(acceptedAt, await page.counted())
const counted = shown.filter(Number.isFinite)

console.log(`${rate} anonymous SOS a second for ${seconds} s, ${sockets} sockets`)
console.log(`  accepted                                       ${answered.length} of ${raising.length}, in ${took.toFixed(1)} s`)
for (const one of new Set(refused)) console.log(`  refused                                        ${one}`)
console.log(`  until it was answered                          ${figures(answered)}`)
console.log(`  until all sockets held it                      ${figures(held)}, ${held.length} of ${sentAt.size}`)
console.log(`  until it was found in GET /alerts              ${figures(listed)}, ${listed.length} looked for`)
console.log(`  until the dialog counted it                    ${figures(counted)}, ${counted.length} of ${shown.length}`)
const used = ((processorTime() - usedBefore) / answered.length).toFixed(2)
console.log(`  processor time of the server, without PostgreSQL ${used} ms for each`)
const late = [...held, ...listed, ...shown].filter((time) => time > LIMIT).length
console.log(`  later than ${LIMIT} ms                             ${late}`)
crowd.end()
await page.end()
await server.stop()
process.exit(answered.length === raising.length && held.length === sentAt.size && late === 0 ? 0 : 1)

async function raise(): Promise<void> {
  const from = clock()
  try {
    const body = JSON.stringify({ clientId: crypto.randomUUID(), latitude: '38.2682', longitude: '140.8694', textContent: '' })
    const { status, text } = await ask(alertRoutes.raise.method, alertRoutes.raise.path, body)
    if (status !== 201) {
      refused.push(String(status))
      return
    }
    const { id } = JSON.parse(text) as { id: string } // an alert: it was raised
    answered.push(clock() - from)
    acceptedAt.push(Date.now())
    sentAt.set(id, from)
    if (heldBy.get(id) === crowd.processes) isHeld(id)
    if (clock() - looked > LOOK_EVERY) await look(id, from)
  } catch (error) {
    refused.push(String(error))
  }
}

function isHeld(id: string): void {
  held.push((early.get(id) ?? Number.NaN) - (sentAt.get(id) ?? Number.NaN))
}

/** Asks for pages of the list until the alert is among them: newer ones may have pushed it down. */
async function look(id: string, from: number): Promise<void> {
  looked = clock()
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

/** By connections that stay: what is measured is not their beginning. */
function ask(method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
  const headers = body === undefined ? { authorization: `Bearer ${tokens[0] ?? ''}` } : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asking = request(server.url + API_BASE + path, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

/** Milliseconds that the server has used so far; ticks are hundredths of a second. */
function processorTime(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function figures(times: readonly number[]): string {
  const [p50, p99, most] = [median(times), quantile(times, 0.99), Math.max(...times)]
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, most ${most.toFixed(0)} ms`
}

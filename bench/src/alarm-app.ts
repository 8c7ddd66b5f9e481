import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { AppClient } from '../../server/src/testing/alarm-app/app-client.ts'
import { ClientPool, once } from './load/client-pool.ts'
import { clock, median, quantile, spread } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'

// Measures the time from POST /alerts until the last of many alarm apps has the alarm, and compares it with a bare broadcast of the
// same line to as many streams after one durable commit. Both run alternately. `rest` counts the packets of streams at rest, which
// needs a network namespace of its own: as root, unshare -n sh -c 'ip link set lo up && npm run alarm-app -w bench -- rest'
// Usage: npm run alarm-app -w bench [-- 1000 20 | -- rest]
const [mode = '1000', rounds = '20'] = process.argv.slice(2)
const WARM_UPS = 2
const ROUNDS = Number(rounds)
/** Milliseconds until the counts of an alert and its consumers are complete. */
const PAUSE = 1500
const LINKED_AT_ONCE = 20
/** Streams at rest, and the seconds for which their packets are counted: a multiple of the keepalive and of the ping of the app. */
const RESTING = 50
const REST_SECONDS = { json: 200, ws: 180 } as const
const PING_SECONDS = 180
/**
 * Seconds until the counting begins. The first ping of the app is acknowledged by a packet of its own where the upgrade took longer
 * than a delayed acknowledgement; the later ones with the answer.
 */
const SETTLED_SECONDS = { json: 10, ws: PING_SECONDS + 10 } as const
/** The index of the sent packets in a line of /proc/net/dev. */
const SENT_PACKETS = 10

if (mode === 'rest') await measureRest()
else for (const protocol of ['json', 'ws'] as const) await measure(Number(mode), protocol)

async function measure(size: number, protocol: 'json' | 'ws'): Promise<void> {
  const server = await startServer()
  const raisers = WARM_UPS + ROUNDS
  const tokens = await insertUsers(server.databaseUrl, size + raisers)
  const topics = await linkAll(server.url, tokens.slice(raisers))
  const bare = fork(path.join(import.meta.dirname, 'load/bare-streams.ts'), [server.databaseUrl])
  const bareUrl = `http://127.0.0.1:${String(await once(bare, (message) => typeof message === 'number'))}`
  const apps = { event: protocol, tokens: topics, acknowledges: false }
  const product = await ClientPool.of({ url: server.url, ...apps }, 'alarm-apps.ts')
  const floor = await ClientPool.of({ url: bareUrl, ...apps }, 'alarm-apps.ts')
  const db = new pg.Client({ connectionString: server.databaseUrl })
  await db.connect()

  const [last, all, lastBare]: [number[], number[], number[]] = [[], [], []]
  const phases = { replied: [] as number[], published: [] as number[], first: [] as number[] }
  for (let round = 0; round < raisers; round++) {
    await sleep(PAUSE)
    let [at, epoch, replied] = [0, 0, 0]
    let id = ''
    const times = await product.receive(async () => {
      at = clock()
      epoch = Date.now()
      id = await raise(server.url, tokens[round] ?? '')
      replied = clock() - at
      return `alert-${id}`
    })
    await sleep(PAUSE)
    const line = {
      id: `bare-${round}`,
      time: 1,
      event: 'message',
      sequence_id: `bare-${round}`,
      priority: 5,
      fill: 'x'.repeat(900),
    }
    const bareTimes = await floor.receive(async () => {
      await (await fetch(bareUrl, { method: 'POST', body: JSON.stringify(line) })).text()
      return line.id
    })
    if (round < WARM_UPS) continue
    last.push(Math.max(...times))
    all.push(...times)
    lastBare.push(Math.max(...bareTimes))
    const { rows } = await db.query<{ at: Date }>('SELECT max(published_at) AS at FROM alarm_app_messages WHERE entity_id = $1', [
      id,
    ])
    phases.replied.push(replied)
    phases.published.push((rows[0]?.at.getTime() ?? 0) - epoch)
    phases.first.push(Math.min(...times))
  }
  console.log(`${size} alarm apps by ${protocol}, ${ROUNDS} rounds after ${WARM_UPS} to warm up`)
  console.log(`  POST /alerts until the last app has it      ${spread(last)}  p95 ${quantile(last, 0.95).toFixed(1)} ms`)
  console.log(`  one durable commit, then a bare broadcast   ${spread(lastBare)}  p95 ${quantile(lastBare, 0.95).toFixed(1)} ms`)
  console.log(`  ratio of the medians                        ${(median(last) / median(lastBare)).toFixed(2)}`)
  console.log(`  p50 / p95 over all apps and rounds          ${median(all).toFixed(1)} / ${quantile(all, 0.95).toFixed(1)} ms`)
  console.log(`  until the reply to the press                ${spread(phases.replied)}`)
  console.log(`  until the sender has the queue              ${spread(phases.published)}`)
  console.log(`  until the first app has it                  ${spread(phases.first)}`)
  await db.end()
  product.end()
  floor.end()
  bare.disconnect()
  await server.stop()
}

/** Links an app to each session. Returns their topics. */
async function linkAll(url: string, tokens: readonly string[]): Promise<string[]> {
  const topics: string[] = []
  for (let at = 0; at < tokens.length; at += LINKED_AT_ONCE)
    topics.push(...(await Promise.all(tokens.slice(at, at + LINKED_AT_ONCE).map((token) => link(url, token)))))
  return topics
}

function headersOf(token: string) {
  return { 'content-type': 'application/json', authorization: `Bearer ${token}` }
}

async function link(url: string, token: string): Promise<string> {
  const { method, path: address, reply } = alarmAppRoutes.link
  const body = JSON.stringify({ isLooping: true })
  // An idle connection would be closed while the packets of streams at rest are counted.
  const headers = { ...headersOf(token), connection: 'close' }
  const response = await fetch(url + API_BASE + address, { method, headers, body })
  return reply.parse(await response.json()).topic
}

async function raise(url: string, token: string): Promise<string> {
  const { method, path: address, reply } = alertRoutes.raise
  const response = await fetch(url + API_BASE + address, { method, headers: headersOf(token), body: '{}' })
  return reply.parse(await response.json()).id
}

/** Counts the packets of the loopback device in both directions, of streams that get no message. */
async function measureRest(): Promise<void> {
  const server = await startServer()
  const topics = await linkAll(server.url, await insertUsers(server.databaseUrl, RESTING))
  for (const protocol of ['json', 'ws'] as const) {
    const ends = topics.map((topic) => (protocol === 'ws' ? pinging(server.url, topic) : streaming(server.url, topic)))
    await sleep(SETTLED_SECONDS[protocol] * 1000)
    const before = packets()
    await sleep(REST_SECONDS[protocol] * 1000)
    const hourly = ((packets() - before) * 3600) / REST_SECONDS[protocol] / RESTING
    console.log(`at rest by ${protocol}: ${hourly.toFixed(0)} packets an hour and stream`)
    for (const end of ends) end()
  }
  await server.stop()
}

function streaming(url: string, topic: string): () => void {
  const app = new AppClient(url, topic).open()
  return () => app.close()
}

/** A WebSocket with the pings of the app. */
function pinging(url: string, topic: string): () => void {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/${topic}/ws?since=none`, { perMessageDeflate: false })
  const timer = setInterval(() => socket.ping(), PING_SECONDS * 1000)
  return () => {
    clearInterval(timer)
    socket.terminate()
  }
}

/** Returns the packets that the loopback device has sent, which are also all that it has received. */
function packets(): number {
  const line =
    readFileSync('/proc/net/dev', 'utf8')
      .split('\n')
      .find((one) => one.trim().startsWith('lo:')) ?? ''
  return Number(line.trim().split(/[:\s]+/)[SENT_PACKETS])
}

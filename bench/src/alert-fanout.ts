import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { ClientPool, once } from './load/client-pool.ts'
import { median, quantile, spread } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'

// Measures the time from POST /alerts until the last of many connected clients has the alert, and compares it with a bare
// Socket.IO broadcast of the same bytes after one durable commit. Both run alternately.
// Usage: npm run alert-fanout -w bench [-- 1000 5000]
const SIZES = process.argv.slice(2).map(Number)
const WARM_UPS = 2
const ROUNDS = 9
/** Milliseconds until acknowledgements, their batch and the resulting counts are complete. */
const PAUSE = 2500
const TEXT = 'Landslide behind the house. My mother cannot walk. We are two, upstairs.'

for (const size of SIZES.length > 0 ? SIZES : [1000, 5000]) await measure(size)

async function measure(size: number): Promise<void> {
  const server = await startServer()
  const raisers = WARM_UPS + ROUNDS
  const tokens = await insertUsers(server.databaseUrl, size + raisers)
  const bare = fork(path.join(import.meta.dirname, 'load/bare.ts'), [server.databaseUrl])
  const bareUrl = `http://127.0.0.1:${String(await once(bare, (message) => typeof message === 'number'))}`
  const listeners = tokens.slice(raisers)
  const product = await ClientPool.of({ url: server.url, event: 'alert:new_alert', tokens: listeners, acknowledges: true })
  const floor = await ClientPool.of({ url: bareUrl, event: 'broadcast', tokens: listeners.map(() => ''), acknowledges: false })

  const last: number[] = []
  const all: number[] = []
  const lastBare: number[] = []
  for (let round = 0; round < raisers; round++) {
    await sleep(PAUSE)
    const token = tokens[round] ?? ''
    const alert = raise(server.url, token)
    const times = await product.receive(() => alert.send())
    await sleep(PAUSE)
    const bytes = JSON.stringify(await read(server.url, token, alert.id()))
    const bareTimes = await floor.receive(() => broadcast(bareUrl, bytes))
    if (round < WARM_UPS) continue
    last.push(Math.max(...times))
    all.push(...times)
    lastBare.push(Math.max(...bareTimes))
  }
  console.log(`${size} clients, ${ROUNDS} rounds after ${WARM_UPS} to warm up`)
  console.log(`  POST /alerts until the last client has it     ${spread(last)}`)
  console.log(`  one durable commit, then a bare broadcast     ${spread(lastBare)}`)
  console.log(`  ratio of the medians                          ${(median(last) / median(lastBare)).toFixed(2)}`)
  console.log(`  p50 / p99 over all clients and rounds         ${median(all).toFixed(1)} / ${quantile(all, 0.99).toFixed(1)} ms`)
  product.end()
  floor.end()
  bare.disconnect()
  await server.stop()
}

function raise(url: string, token: string) {
  let raised = ''
  return {
    id: () => raised,
    async send() {
      const response = await fetch(url + API_BASE + alertRoutes.raise.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ latitude: '38.2682', longitude: '140.8694', textContent: TEXT }),
      })
      raised = alertRoutes.raise.reply.parse(await response.json()).id
      return raised
    },
  }
}

/** The alert without the viewer's own fields, as it was emitted. */
async function read(url: string, token: string, id: string) {
  const response = await fetch(`${url}${API_BASE}/alerts/${id}`, { headers: { authorization: `Bearer ${token}` } })
  const { viewer: _viewer, ...alert } = alertRoutes.get.reply.parse(await response.json())
  return alert
}

async function broadcast(url: string, bytes: string): Promise<string> {
  await (await fetch(url, { method: 'POST', body: bytes })).text()
  const { id } = JSON.parse(bytes) as { id: string } // an alert, see read()
  return id
}

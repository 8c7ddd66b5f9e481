import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import pg from 'pg'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { ChainEntry } from '@noroshi/contract/record/chain'
import { recordFileOf } from '@noroshi/contract/record/record-file'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { API_BASE } from '@noroshi/contract/routes'
import { clock, median, spread } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'

// Measures the record of an alert with many messages: how far the sequencer is behind the last message, the export with all of
// its parts, and the verifier in Chromium from the file until its verdict, with its requests.
// Usage: npm run record -w bench [-- 10000]
const [events = 10_000] = process.argv.slice(2).map(Number)
const SENDERS = 20
const ROUNDS = 5
const GOALS = { exported: 10_000, verified: 3000 }
const VERIFIER = path.resolve(import.meta.dirname, '../../web/verifier/noroshi-verifier.html')
const FILE = path.resolve(import.meta.dirname, '../../results/record.json')

const server = await startServer()
const client = new pg.Client({ connectionString: server.databaseUrl })
await client.connect()
const [admin = '', ...senders] = await insertUsers(server.databaseUrl, SENDERS + 1)
await client.query(
  'UPDATE users SET is_admin = true WHERE id = (SELECT user_id FROM sessions WHERE token_hash = sha256($1::bytea))',
  [Buffer.from(admin)],
)

const { id } = alertRoutes.raise.reply.parse(await request(senders[0] ?? '', 'POST', alertRoutes.raise.path, {}))
let sent = 1
const start = clock()
await Promise.all(
  senders.map(async (token) => {
    while (sent < events) {
      sent += 1
      const body = { alertId: id, text: `Message ${sent}: 川の水が増えています` }
      await request(token, 'POST', alertRoutes.sendMessage.path, body)
    }
  }),
)
const sending = clock() - start
const lastSent = clock()
while ((await count()) < events) await sleep(10)
const behind = clock() - lastSent

const exported: number[] = []
let file = ''
for (let round = 0; round < ROUNDS; round++) {
  const before = clock()
  file = await exportRecord()
  exported.push(clock() - before)
}
await writeFile(FILE, file)

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false })
const verified: number[] = []
const requests: string[] = []
for (let round = 0; round < ROUNDS; round++) {
  const page = await browser.newPage()
  page.on('request', (one) => requests.push(one.url()))
  await page.goto(pathToFileURL(VERIFIER).href)
  const before = clock()
  await page.locator('input[name=file]').setInputFiles(FILE)
  await page.locator('[role=status][data-state=intact]').waitFor()
  verified.push(clock() - before)
  await page.close()
}
const sentRequests = requests.filter((url) => !url.startsWith('file:'))

console.log(
  `${events} events, sent in ${(sending / 1000).toFixed(1)} s; the file has ${(file.length / 1e6).toFixed(1)} million characters`,
)
console.log(`  the sequencer ends after the last message  ${behind.toFixed(0)} ms`)
console.log(`  export with all parts, goal ${GOALS.exported} ms         ${spread(exported)}`)
console.log(`  verifier in Chromium, goal ${GOALS.verified} ms           ${spread(verified)}`)
console.log(`  requests of the verifier, goal 0           ${sentRequests.length}`)
if (median(exported) > GOALS.exported || median(verified) > GOALS.verified || sentRequests.length > 0) process.exitCode = 1
await browser.close()
await client.end()
await server.stop()
process.exit()

async function request(token: string, method: string, to: string, body?: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(server.url + API_BASE + to, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${to}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Returns the number of entries that are sealed. */
async function count(): Promise<number> {
  const { rows } = await client.query<{ last_seq: number }>('SELECT last_seq FROM record_chains WHERE id = $1', [id])
  return rows[0]?.last_seq ?? 0
}

/** Exports the record as the page does. */
async function exportRecord(): Promise<string> {
  const to = recordRoutes.export.path.replace(':id', id)
  const part = async (query: string) => recordRoutes.export.reply.parse(await request(admin, 'GET', to + query))
  const first = await part('')
  const entries = [...first.entries]
  for (let after = first.nextAfter; after !== null;) {
    const next = await part(`?after=${after}&until=${first.head.seq}`)
    entries.push(...next.entries)
    after = next.nextAfter
  }
  return recordFileOf({ chain: first.chain, entries: entries as ChainEntry[], head: first.head })
}

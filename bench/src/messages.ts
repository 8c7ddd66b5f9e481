import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { API_BASE } from '@noroshi/contract/routes'
import { writeBare } from './load/bare-chat.ts'
import { foundTown, type Town } from './load/chats.ts'
import { Crowd } from './load/crowd.ts'
import { clock, median, quantile, spread } from './load/figures.ts'
import { type Contender, inTurn, type Run } from './load/in-turn.ts'
import { ARCHIVES, hasProsody, startProsody } from './load/prosody.ts'
import { startServer } from './load/server.ts'

// Chats in a town of a million messages: to send, beside the same rows in a bare PostgreSQL transaction; to reach a group; to list
// 300 threads, to page back, and to search; to send beside Prosody too, where it is installed. Usage: npm run messages -w bench [-- 1000000]
const MESSAGES = Number(process.argv[2] ?? 1_000_000)
const THREADS = 300
const SENDS = 1500
const SEND_ROUNDS = 3
/** What the archive is kept in decides how much of it outlives a power cut. */
const NAMES = { internal: 'Prosody, archive in files, not synced', sql: 'Prosody, archive in SQLite, synced' }
const ROUNDS = 200
/** Of each search; a person may ask so often in a minute. */
const SEARCH_ROUNDS = 25
const SEARCHES = [
  '橋',
  '避難',
  '発電機',
  '町内会',
  'ありがとう',
  'bridge',
  'idge',
  'earthquake',
  'umbrella',
  'kindergarten bus',
  'zzz',
  'e',
]
const WORDS = 'The bridge is closed, please take the road by the school. 橋は通れません。'
/** Between two messages to a crowd, in milliseconds. */
const CALM = 150
const GOALS = { send: 1.6, list: 30, page: 15, search: 200 }

const server = await startServer()
// Whatever fails: no server stays behind.
process.on('uncaughtException', (error) => {
  console.error(error)
  process.exitCode = 1
  void server.stop()
})
const began = clock()
const town = await foundTown(server.databaseUrl, THREADS, MESSAGES)
const busy = town.busyTokens[0] ?? ''
console.log(`${MESSAGES} messages, ${THREADS} threads of one person; written in ${((clock() - began) / 1000).toFixed(0)} s`)

await measureReads('the list of threads (personal and group)', GOALS.list, ROUNDS, async () => {
  await Promise.all([asks(busy, threadRoutes.personal.path), asks(busy, threadRoutes.groups.path)])
})
const page = messageRoutes.list.path.replace(':id', town.threadId)
await measureReads('a page of 50 of a chat', GOALS.page, ROUNDS, (round) =>
  asks(busy, `${page}?limit=50&before=${900 - (round % 17) * 50}`),
)
await measureSearches()
for (const senders of [1, 32]) await measureSends(senders)
for (const { threadId, tokens } of town.groups) await measureDelivery(threadId, tokens)
await server.stop()

function headersOf(token: string) {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

async function asks(token: string, path: string): Promise<string> {
  const response = await fetch(server.url + API_BASE + path, { headers: headersOf(token) })
  const body = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${body}`)
  return body
}

async function send(token: string, messageThreadId: string): Promise<string> {
  const response = await fetch(server.url + API_BASE + messageRoutes.send.path, {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify({ messageThreadId, text: WORDS, clientId: uuidv7() }),
  })
  return messageRoutes.send.reply.parse(await response.json()).id
}

function writerAt(writers: Town['writers'], place: number): Town['writers'][number] {
  const writer = writers[place]
  if (!writer) throw new Error('nobody writes')
  return writer
}

async function measureSends(senders: number): Promise<void> {
  const writers = town.writers.slice(0, senders)
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: senders })
  const archives = ARCHIVES.filter(hasProsody)
  const others = await Promise.all(archives.map((archive) => startProsody(archive, senders)))
  const product: Contender = {
    name: 'POST /messages',
    write: (place) => send(writerAt(writers, place).token, writerAt(writers, place).threadId),
  }
  const bare: Contender = {
    name: 'the same rows, bare transaction',
    write: (place) => writeBare(pool, writerAt(writers, place), WORDS),
  }
  const prosodies = archives.map((archive, index): Contender => ({
    name: NAMES[archive],
    write: async (place) => others[index]?.writes(place, WORDS),
  }))
  console.log(`a durable send, ${senders} at once, ${SENDS} a round, ${SEND_ROUNDS} rounds in turn`)
  const [own, rows, ...rivals] = await inTurn([product, bare, ...prosodies], senders, SENDS, SEND_ROUNDS)
  const times = (run: Run | undefined) => median(run?.times ?? [])
  const rate = (run: Run | undefined) => median(run?.rates ?? [])
  const ratio = times(own) / times(rows)
  console.log(
    `  ratio of the medians ${ratio.toFixed(2)}, of the rates ${(rate(rows) / rate(own)).toFixed(2)} ${met(ratio, GOALS.send)}`,
  )
  for (const rival of rivals) console.log(`  ${(rate(own) / rate(rival)).toFixed(2)} times the sends a second of ${rival.name}`)
  if (archives.length === 0) console.log('  Prosody is not installed (Debian: prosody, lua-dbi-sqlite3): nothing to compare with')
  for (const other of others) await other.stop()
  await pool.end()
}

async function measureDelivery(threadId: string, tokens: readonly string[]): Promise<void> {
  const crowd = await Crowd.of({ url: server.url, event: 'messages:new_message', tokens, acknowledges: false })
  const last: number[] = []
  const all: number[] = []
  for (let round = 0; round < 25; round += 1) {
    // What leaves in quick succession waits for company: one message is measured, not a flood.
    await sleep(CALM)
    const times = await crowd.receive(() => send(tokens[0] ?? '', threadId))
    if (round < 5) continue
    last.push(Math.max(...times))
    all.push(...times)
  }
  crowd.end()
  console.log(
    `a message until the last of ${tokens.length} holds it: ${spread(last)}; p50 / p99 of all ${median(all).toFixed(1)} / ${quantile(all, 0.99).toFixed(1)} ms`,
  )
}

async function measureReads(
  what: string,
  goal: number,
  rounds: number,
  read: (round: number) => Promise<unknown>,
): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = clock()
    await read(round)
    if (round >= rounds / 10) times.push(clock() - start)
  }
  console.log(line(what, times, goal))
}

async function measureSearches(): Promise<void> {
  console.log('a search in the messages of 300 threads')
  const all: number[] = []
  for (const [place, text] of SEARCHES.entries()) {
    const times: number[] = []
    let found = 0
    for (let round = 0; round < SEARCH_ROUNDS; round += 1) {
      const start = clock()
      const body: unknown = JSON.parse(
        await asks(town.busyTokens[place] ?? '', `${messageRoutes.search.path}?text=${encodeURIComponent(text)}`),
      )
      if (round > 3) times.push(clock() - start)
      found = messageRoutes.search.reply.parse(body).items.length
    }
    all.push(...times)
    console.log(
      `  ${text.padEnd(18)} ${String(found).padStart(2)} found  p50 ${median(times).toFixed(1)}  p99 ${quantile(times, 0.99).toFixed(1)} ms`,
    )
  }
  console.log(line('  all', all, GOALS.search))
}

function line(what: string, times: readonly number[], goal: number): string {
  const p99 = quantile(times, 0.99)
  return `${what}: p50 ${median(times).toFixed(1)}  p99 ${p99.toFixed(1)} ms ${met(p99, goal)}`
}

function met(value: number, goal: number): string {
  return `(goal ${goal}: ${value <= goal ? 'met' : 'missed'})`
}

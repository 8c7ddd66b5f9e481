import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { writeBare } from './load/bare-chat.ts'
import { Caller } from './load/caller.ts'
import { foundTown, type Town } from './load/chats.ts'
import { Crowd, once } from './load/crowd.ts'
import { clock, median, quantile, spread } from './load/figures.ts'
import { type Contender, inTurn } from './load/in-turn.ts'
import { ARCHIVES, hasProsody, startProsody } from './load/prosody.ts'
import { startServer } from './load/server.ts'

// Chats in a town of a million messages: to send, beside the same rows in a bare PostgreSQL transaction, through a bare server, and through
// Prosody where it is installed; to reach a group; to list 300 threads, to page back, and to search. Usage: npm run messages -w bench [-- 1000000]
const MESSAGES = Number(process.argv[2] ?? 1_000_000)
const THREADS = 300
const SENDS = 1500
const SEND_ROUNDS = 3
/** What the archive is kept in decides how much of it outlives a power cut. */
const NAMES = { internal: 'Prosody, archive in files, not synced', sql: 'Prosody, archive in SQLite, synced' }
const ROUNDS = 300
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
const product = new Caller(server.url)
const began = clock()
const town = await foundTown(server.databaseUrl, THREADS, MESSAGES)
const busy = town.busyTokens[0] ?? ''
console.log(`${MESSAGES} messages, ${THREADS} threads of one person; written in ${((clock() - began) / 1000).toFixed(0)} s`)

for (const [name, list] of [
  ['the list of 240 personal threads', threadRoutes.personal],
  ['the list of 62 groups', threadRoutes.groups],
] as const)
  await measureReads(name, GOALS.list, ROUNDS, () => asks(busy, list.path))
await measureReads('both lists at once', GOALS.list, ROUNDS, () =>
  Promise.all([asks(busy, threadRoutes.personal.path), asks(busy, threadRoutes.groups.path)]),
)
const page = messageRoutes.list.path.replace(':id', town.threadId)
await measureReads('a page of 50 of a chat', GOALS.page, ROUNDS, (round) =>
  asks(busy, `${page}?limit=50&before=${900 - (round % 17) * 50}`),
)
await measureSearches()
for (const senders of [1, 32]) await measureSends(senders)
for (const { threadId, tokens } of town.groups) await measureDelivery(threadId, tokens)
product.end()
await server.stop()

function asks(token: string, path: string) {
  return product.asks(token, path)
}

function send(caller: Caller, token: string, messageThreadId: string) {
  return caller.asks(token, messageRoutes.send.path, { messageThreadId, text: WORDS, clientId: uuidv7() })
}

function writerAt(writers: Town['writers'], place: number): Town['writers'][number] {
  const writer = writers[place]
  if (!writer) throw new Error('nobody writes')
  return writer
}

/** The product, the bare transaction and the bare server in turn, so that whatever else the machine does meets all. */
async function measureSends(senders: number): Promise<void> {
  const writers = town.writers.slice(0, senders)
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: senders })
  const bareServer = fork(path.join(import.meta.dirname, 'load/bare-send.ts'), [server.databaseUrl])
  const floor = new Caller(String(await once(bareServer, (message) => typeof message === 'string')))
  const archives = ARCHIVES.filter(hasProsody)
  const others = await Promise.all(archives.map((archive) => startProsody(archive, senders)))
  const sending = (caller: Caller) => async (place: number) => {
    const { token, threadId } = writerAt(writers, place)
    await send(caller, token, threadId)
  }
  const contenders: Contender[] = [
    { name: 'POST /messages', write: sending(product) },
    { name: 'the same rows, bare transaction', write: (place) => writeBare(pool, writerAt(writers, place), WORDS) },
    { name: 'the floor: bare Fastify and pg', write: sending(floor) },
    ...archives.map((archive, index): Contender => ({
      name: NAMES[archive],
      write: async (place) => others[index]?.writes(place, WORDS),
    })),
  ]
  console.log(`a durable send, ${senders} at once, ${SENDS} a round, ${SEND_ROUNDS} rounds in turn`)
  const [own, ...rivals] = await inTurn(contenders, senders, SENDS, SEND_ROUNDS)
  for (const rival of rivals) {
    const ratio = median(own?.times ?? []) / median(rival.times)
    const rates = median(rival.rates) / median(own?.rates ?? [])
    // To be ahead of another product is to take no longer than it does.
    const goal = archives.some((archive) => NAMES[archive] === rival.name) ? 1 : GOALS.send
    console.log(
      `  beside ${rival.name}: ratio of the medians ${ratio.toFixed(2)}, of the rates ${rates.toFixed(2)} ${met(Math.max(ratio, rates), goal)}`,
    )
  }
  if (archives.length === 0) console.log('  Prosody is not installed (Debian: prosody, lua-dbi-sqlite3): nothing to compare with')
  for (const other of others) await other.stop()
  floor.end()
  bareServer.disconnect()
  await pool.end()
}

async function measureDelivery(threadId: string, tokens: readonly string[]): Promise<void> {
  const crowd = await Crowd.of({ url: server.url, event: 'messages:new_message', tokens, acknowledges: false })
  const last: number[] = []
  const all: number[] = []
  for (let round = 0; round < 25; round += 1) {
    // What leaves in quick succession waits for company: one message is measured, not a flood.
    await sleep(CALM)
    const times = await crowd.receive(
      async () => messageRoutes.send.reply.parse((await send(product, tokens[0] ?? '', threadId)).json()).id,
    )
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
  // A third as many to warm up, as everywhere.
  for (let round = -rounds / 3; round < rounds; round += 1) {
    const start = clock()
    await read(round + rounds)
    if (round >= 0) times.push(clock() - start)
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
      const answer = await asks(town.busyTokens[place] ?? '', `${messageRoutes.search.path}?text=${encodeURIComponent(text)}`)
      if (round > 3) times.push(clock() - start)
      found = messageRoutes.search.reply.parse(answer.json()).items.length
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

import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { writeBare } from './load/bare-chat.ts'
import { Caller } from './load/caller.ts'
import { insertTown, type SampleTown } from './load/chats.ts'
import { ClientPool, once } from './load/client-pool.ts'
import { clock, median, quantile, spread } from './load/figures.ts'
import { type Contender, runAlternately } from './load/alternate.ts'
import { ARCHIVES, hasProsody, startProsody } from './load/prosody.ts'
import { startServer } from './load/server.ts'

// Measures chats in a database of a million messages: sending, compared with the same rows in a bare PostgreSQL transaction, with
// a bare server and with Prosody (if installed); delivery to a group; listing 300 threads, paging back and searching.
// Usage: npm run messages -w bench [-- 1000000]
const MESSAGES = Number(process.argv[2] ?? 1_000_000)
const THREADS = 300
const SENDS = 1500
const SEND_ROUNDS = 3
/** The storage of Prosody's archive determines how much of it survives a power cut. */
const NAMES = { internal: 'Prosody, archive in files, not synced', sql: 'Prosody, archive in SQLite, synced' }
const ROUNDS = 300
/** Rounds of each search; within the rate limit of a session. */
const SEARCH_ROUNDS = 25
const SEARCH_ROUNDS_IN_THREAD = 6
/** The limit of searches counts those of a user in a minute. */
const SEARCHES_A_MINUTE = 100
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
  'ヒナンジョ',
  'アリガトウ',
  'Zürich',
]
const TEXT = 'The bridge is closed, please take the road by the school. 橋は通れません。'
/** Milliseconds between two messages to a group. */
const PAUSE = 150
const GOALS = { send: 1.6, list: 30, page: 15, search: 200 }

const server = await startServer()
// Stop the server after any error.
process.on('uncaughtException', (error) => {
  console.error(error)
  process.exitCode = 1
  void server.stop()
})
const product = new Caller(server.url)
const startedAt = clock()
const town = await insertTown(server.databaseUrl, THREADS, MESSAGES)
const busy = town.busyTokens[0] ?? ''
console.log(`${MESSAGES} messages, ${THREADS} threads of one person; written in ${((clock() - startedAt) / 1000).toFixed(0)} s`)

for (const [name, list] of [
  ['the list of 240 personal threads', threadRoutes.personal],
  ['the list of 62 groups', threadRoutes.groups],
] as const)
  await measureReads(name, GOALS.list, ROUNDS, () => get(busy, list.path))
await measureReads('both lists at once', GOALS.list, ROUNDS, () =>
  Promise.all([get(busy, threadRoutes.personal.path), get(busy, threadRoutes.groups.path)]),
)
const page = messageRoutes.list.path.replace(':id', town.threadId)
await measureReads('a page of 50 of a chat', GOALS.page, ROUNDS, (round) =>
  get(busy, `${page}?limit=50&before=${900 - (round % 17) * 50}`),
)
await measureSearches('a search in the messages of 300 threads', SEARCH_ROUNDS, '')
await sleep(60_000)
await measureSearches('a search in one thread', SEARCH_ROUNDS_IN_THREAD, `&threadId=${town.threadId}`)
for (const senders of [1, 32]) await measureSends(senders)
for (const { threadId, tokens } of town.groups) await measureDelivery(threadId, tokens)
product.end()
await server.stop()

function get(token: string, path: string) {
  return product.request(token, path)
}

function send(caller: Caller, token: string, messageThreadId: string) {
  return caller.request(token, messageRoutes.send.path, { messageThreadId, text: TEXT, clientId: uuidv7() })
}

function writerAt(writers: SampleTown['writers'], index: number): SampleTown['writers'][number] {
  const writer = writers[index]
  if (!writer) throw new Error(`no writer ${index}`)
  return writer
}

/**
 * Runs the product, the bare transaction and the bare servers alternately, so that other load of the machine affects all equally.
 */
async function measureSends(senders: number): Promise<void> {
  const writers = town.writers.slice(0, senders)
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: senders })
  const bareServer = fork(path.join(import.meta.dirname, 'load/bare-send.ts'), [server.databaseUrl])
  const floor = new Caller(String(await once(bareServer, (message) => typeof message === 'string')))
  const archives = ARCHIVES.filter(hasProsody)
  const others = await Promise.all(archives.map((archive) => startProsody(archive, senders)))
  const sending = (caller: Caller) => async (index: number) => {
    const { token, threadId } = writerAt(writers, index)
    await send(caller, token, threadId)
  }
  const contenders: Contender[] = [
    { name: 'POST /messages', write: sending(product) },
    { name: 'the same rows, bare transaction', write: (index) => writeBare(pool, writerAt(writers, index), TEXT) },
    { name: 'the floor: bare Fastify and pg', write: sending(floor) },
    ...archives.map((archive, position): Contender => ({
      name: NAMES[archive],
      write: async (index) => others[position]?.send(index, TEXT),
    })),
  ]
  console.log(`a durable send, ${senders} at once, ${SENDS} a round, ${SEND_ROUNDS} rounds in turn`)
  const [own, ...rivals] = await runAlternately(contenders, senders, SENDS, SEND_ROUNDS)
  for (const rival of rivals) {
    const ratio = median(own?.times ?? []) / median(rival.times)
    const rates = median(rival.rates) / median(own?.rates ?? [])
    // The goal against Prosody is to take no longer.
    const goal = archives.some((archive) => NAMES[archive] === rival.name) ? 1 : GOALS.send
    console.log(
      `  compared with ${rival.name}: ratio of the medians ${ratio.toFixed(2)}, of the rates ${rates.toFixed(2)} ${met(Math.max(ratio, rates), goal)}`,
    )
  }
  if (archives.length === 0) console.log('  Prosody is not installed (Debian: prosody, lua-dbi-sqlite3): nothing to compare with')
  for (const other of others) await other.stop()
  floor.end()
  bareServer.disconnect()
  await pool.end()
}

async function measureDelivery(threadId: string, tokens: readonly string[]): Promise<void> {
  const pool = await ClientPool.of({ url: server.url, event: 'messages:new_message', tokens, acknowledges: false })
  const last: number[] = []
  const all: number[] = []
  for (let round = 0; round < 25; round += 1) {
    // The server batches messages in quick succession; this measures single messages.
    await sleep(PAUSE)
    const times = await pool.receive(
      async () => messageRoutes.send.reply.parse((await send(product, tokens[0] ?? '', threadId)).json()).id,
    )
    if (round < 5) continue
    last.push(Math.max(...times))
    all.push(...times)
  }
  pool.end()
  console.log(
    `a message until the last of ${tokens.length} has it: ${spread(last)}; p50 / p99 of all ${median(all).toFixed(1)} / ${quantile(all, 0.99).toFixed(1)} ms`,
  )
}

async function measureReads(
  what: string,
  goal: number,
  rounds: number,
  read: (round: number) => Promise<unknown>,
): Promise<void> {
  const times: number[] = []
  // A third as many rounds to warm up.
  for (let round = -rounds / 3; round < rounds; round += 1) {
    const start = clock()
    await read(round + rounds)
    if (round >= 0) times.push(clock() - start)
  }
  console.log(line(what, times, goal))
}

/** @param filter further parameters of the query */
async function measureSearches(what: string, rounds: number, filter: string): Promise<void> {
  console.log(what)
  const all: number[] = []
  for (const [index, text] of SEARCHES.entries()) {
    if (index > 0 && (index * rounds) % SEARCHES_A_MINUTE === 0) await sleep(60_000)
    const times: number[] = []
    let found = 0
    for (let round = 0; round < rounds; round += 1) {
      const start = clock()
      const path = `${messageSearchRoutes.search.path}?text=${encodeURIComponent(text)}${filter}`
      const response = await get(town.busyTokens[index] ?? '', path)
      if (round >= Math.floor(rounds / 6)) times.push(clock() - start)
      found = messageSearchRoutes.search.reply.parse(response.json()).items.length
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

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io } from 'socket.io-client'
import { v7 as uuidv7 } from 'uuid'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { API_BASE } from '@noroshi/contract/routes'
import { clock, quantile } from './load/figures.ts'
import { insertUsers } from './load/people.ts'
import { startServer } from './load/server.ts'

// Measures a roll-call of many people who answer at a rate: the time until the reply, and until an open tally counts an answer;
// and the same rows in bare transactions of PostgreSQL at the same rate.
// Usage: npm run roll-call -w bench [-- 1000 200 60]
const [people = 1000, rate = 200, seconds = 60] = process.argv.slice(2).map(Number)
const STATES = ['safe', 'injured', 'needHelp'] as const
/** Milliseconds in which the last tally arrives. */
const LAST_TALLY_MS = 3000
const GOALS = { tally: 1500 }

interface Tally {
  readonly counts: { readonly safe: number; readonly injured: number; readonly needHelp: number }
}

const server = await startServer()
process.once('uncaughtException', (error) => {
  console.error(error)
  process.exitCode = 1
  void server.stop()
})
const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 20 })
const [adminToken = '', ...tokens] = await insertUsers(server.databaseUrl, people + 1)
await pool.query(
  `UPDATE users SET is_admin = true WHERE id = (
  SELECT user_id FROM sessions WHERE token_hash = sha256($1::bytea))`,
  [Buffer.from(adminToken)],
)

const rollCallId = await ask()
const tallies: { readonly at: number; readonly answered: number }[] = []
await watchTally()

const product = await atRate((index) => answer(tokens[index % tokens.length] ?? '', index))
await sleep(LAST_TALLY_MS)
const lags = product.ended.slice(0, people).map((at, index) => {
  const counted = tallies.find(({ answered }) => answered > index)
  return counted === undefined ? Number.POSITIVE_INFINITY : Math.max(0, counted.at - at)
})
const bare = await atRate(() => writeBare())

console.log(`${people} people, ${rate} answers a second for ${seconds} s`)
console.log(`  accepted                           ${product.accepted} of ${rate * seconds}`)
report('until the reply', product.times)
report('the bare transaction', bare.times)
console.log(`  ratio of the medians               ${(quantile(product.times, 0.5) / quantile(bare.times, 0.5)).toFixed(2)}`)
report(`from a reply until the tally counts it, goal p99 ${GOALS.tally} ms`, lags)
console.log(`  events of the tally                ${tallies.length} in ${seconds} s`)
const isMet = product.accepted === rate * seconds && quantile(lags, 0.99) <= GOALS.tally
if (!isMet) process.exitCode = 1
await pool.end()
await server.stop()
process.exit()

function report(what: string, values: readonly number[]): void {
  console.log(`  ${what.padEnd(34)} p50 ${quantile(values, 0.5).toFixed(1)}  p99 ${quantile(values, 0.99).toFixed(1)} ms`)
}

async function request(token: string, method: string, path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return fetch(server.url + API_BASE + path, { method, headers, body: JSON.stringify(body) })
}

async function ask(): Promise<string> {
  const { method, path, reply } = rollCallRoutes.ask
  const question = { template: 'test', title: 'Are you safe?', isUrgent: true, isDrill: true, audience: { kind: 'everyone' } }
  const response = await request(adminToken, method, path, { ...question, clientId: uuidv7() })
  return reply.parse(await response.json()).id
}

async function watchTally(): Promise<void> {
  const socket = io(server.url, { transports: ['websocket'], auth: { token: adminToken } })
  socket.on('roll-call:tally', ({ counts: { safe, injured, needHelp } }: Tally) =>
    tallies.push({ at: clock(), answered: safe + injured + needHelp }),
  )
  await new Promise<void>((resolve) => void socket.once('connect', resolve))
  await socket.emitWithAck('roll-call:join', { rollCallId })
}

/** Sends requests at the rate, in batches of a tenth of a second. */
async function atRate(send: (index: number) => Promise<boolean>) {
  const [times, ended, running]: [number[], number[], Promise<void>[]] = [[], [], []]
  let accepted = 0
  const start = clock()
  for (let index = 0; index < rate * seconds; index++) {
    const wait = start + (index / rate) * 1000 - clock()
    if (wait > 1) await sleep(wait)
    const at = clock()
    running.push(
      send(index).then((isAccepted) => {
        times.push(clock() - at)
        ended.push(clock())
        if (isAccepted) accepted++
      }),
    )
  }
  await Promise.all(running)
  return { times, ended, accepted }
}

async function answer(token: string, index: number): Promise<boolean> {
  const body = { state: STATES[index % STATES.length], clientId: uuidv7(), note: 'at the school' }
  const response = await request(token, 'PUT', `/roll-calls/${rollCallId}/answer`, body)
  await response.text()
  return response.ok
}

/** The same rows in one transaction, without the server. */
async function writeBare(): Promise<boolean> {
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query(
    `INSERT INTO person_states (id, person_id, roll_call_id, state, source, said_at, created_at, note, place, companions, staying_at,
       replies, client_id, body_hash)
     SELECT $1, person_id, roll_call_id, 'safe', 'self', now(), now(), 'at the school', '', '', '', '[]', $1, ''
     FROM roll_call_people WHERE roll_call_id = $2 ORDER BY random() LIMIT 1`,
    [uuidv7(), rollCallId],
  )
  await client.query('UPDATE roll_calls SET counts_version = counts_version + 1 WHERE id = $1', [rollCallId])
  await client.query('COMMIT')
  client.release()
  return true
}

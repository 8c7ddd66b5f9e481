import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { API_BASE } from '@noroshi/contract/routes'
import { lockCalls } from '#/features/calls/calls.sql.ts'
import { ADMINISTRATORS } from '#/features/alerts/alerts.rooms.ts'
import { Caller } from '#/testing/caller.ts'
import { callUser } from '#/testing/scenes/calls.ts'
import { SharedDatabase, type SharingServer } from '#/testing/shared-database.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

const TOKEN = 'a token of the metrics'

const QUEUES = [
  'pictures',
  'passwords',
  'compression',
  'sos',
  'messages',
  'deliveries',
  'calls',
  'radio floors',
  'searches',
  'read aloud',
  'spoken texts',
  'spoken alarms',
  'ledgers',
  ...['', 'sos '].flatMap((pool) => [`${pool}sessions`, `${pool}file rights`, `${pool}rate limits`]),
]
/** Milliseconds that the lock of a test is held at least. */
const LOCKED_MS = 100

/** Returns the value of each metric by its name and labels. */
async function readMetrics(noroshi: TestServer): Promise<Map<string, number>> {
  const response = await noroshi.visitor.rawFetch('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  return parse(await response.text())
}

function parse(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith('noroshi_'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

test('the metrics count requests, events, sockets, connections, queues and the first delivery of each SOS', async () => {
  await using noroshi = await startTestServer({ METRICS_TOKEN: TOKEN })
  const [ben, chie] = await noroshi.people('Ben', 'Chie')
  const [first, second] = [await ben.openSocket(), await chie.openSocket()]
  const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: { textContent: 'help' } })
  await first.next('alert:new_alert')
  for (const socket of [first, second]) await socket.send('alert:delivered', { alertIds: [id] })
  const drill = await ben.fetch(drillRoutes.start, { body: {} })
  await first.next('alert:new_alert')
  await first.send('alert:delivered', { alertIds: [drill.id] })
  await noroshi.visitor.rawFetch(`/no-such-address/${randomUUID()}`, { method: 'POST' })

  const metrics = await readMetrics(noroshi)
  const raising = `method="POST",route="${API_BASE}${alertRoutes.raise.path}",status="201"`
  expect(metrics.get(`noroshi_http_request_seconds_count{${raising}}`)).toBe(1)
  expect(metrics.get('noroshi_http_request_seconds_count{method="POST",route="none",status="404"}')).toBe(1)
  expect(metrics.get('noroshi_events_total{name="alert:new_alert"}')).toBe(2)
  expect(metrics.get('noroshi_journal_lag_seconds_count')).toBeGreaterThan(0)
  // The deliveries to the second device and of a drill are not counted.
  expect(metrics.get('noroshi_sos_first_delivery_seconds_count')).toBe(1)
  expect(metrics.get('noroshi_sockets')).toBe(2)
  expect(metrics.get('noroshi_database_connections{pool="main",state="open"}')).toBeGreaterThan(0)
  expect(metrics.get('noroshi_database_connections{pool="sos",state="waiting"}')).toBe(0)
  for (const queue of QUEUES) expect(metrics.get(`noroshi_queue_depth{queue="${queue}"}`), queue).toBe(0)
  for (const work of ['consumer messaging.threadsOfUsers', 'voice posts', 'voice notes'])
    expect(metrics.get(`noroshi_backlog{work="${work}"}`), work).toBe(0)
  expect([...metrics.keys()].join('\n')).not.toMatch(/[\da-f]{8}-[\da-f]{4}/) // no id
})

test('the queue of calls has the depth of the calls that wait while two wait for the lock', async () => {
  await using noroshi = await startTestServer({ METRICS_TOKEN: TOKEN })
  const people = await noroshi.people('Aya', 'Ben', 'Chie', 'Dai', 'Emi', 'Gen')
  const depth = async () => (await readMetrics(noroshi)).get('noroshi_queue_depth{queue="calls"}')
  const starting = await noroshi.db.transaction().execute(async (tx) => {
    await lockCalls(tx)
    const calls = [0, 2, 4].map((index) => callUser(people[index] ?? people[0], people[index + 1] ?? people[1]))
    await expect.poll(depth).toBe(1)
    return { calls } // not awaited: they wait for the end of this transaction
  })
  await Promise.all(starting.calls)
  expect(await depth()).toBe(0)
})

test('the backlog of a consumer has the events that it has not handled', async () => {
  await using noroshi = await startTestServer({ METRICS_TOKEN: TOKEN })
  const [ben] = await noroshi.people('Ben')
  const backlog = async () => (await readMetrics(noroshi)).get('noroshi_backlog{work="consumer messaging.threadsOfUsers"}')
  await noroshi.db.transaction().execute(async (tx) => {
    await tx.selectFrom('journal_consumers').selectAll().forUpdate().execute() // as another process that handles events
    for (const name of ['user:activityChanged', 'user:activityChanged', 'alert:list_changed'] as const)
      await noroshi.deps.transaction(async (other) =>
        name === 'alert:list_changed' ? other.emit(name, [ADMINISTRATORS], {}) : other.emitInternal(name, { userId: ben.id }),
      )
    expect(await backlog()).toBe(2)
  })
  await noroshi.consumers.flush()
  expect(await backlog()).toBe(0)
})

test('the metrics have no backlog while the database does not answer', async () => {
  await using noroshi = await startTestServer({ METRICS_TOKEN: TOKEN })
  noroshi.expectsInLog(/driver has already been destroyed/)
  await noroshi.db.destroy()
  const names = [...(await readMetrics(noroshi)).keys()]
  expect(names).toContain('noroshi_sockets')
  expect(names.filter((name) => name.startsWith('noroshi_backlog'))).toEqual([])
})

test('the first delivery of an SOS is measured from the arrival of its request', async () => {
  await using noroshi = await startTestServer({ METRICS_TOKEN: TOKEN })
  const [ben] = await noroshi.people('Ben')
  const socket = await ben.openSocket()
  const { raising } = await noroshi.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE alerts IN ACCESS EXCLUSIVE MODE`.execute(tx)
    const request = noroshi.visitor.fetch(alertRoutes.raise, { body: { textContent: 'help' } })
    const waiting = () => sql<{ pid: number }>`SELECT pid FROM pg_locks WHERE NOT granted`.execute(noroshi.db)
    await expect.poll(async () => (await waiting()).rows.length).toBeGreaterThan(0)
    await sleep(LOCKED_MS)
    return { raising: request } // not awaited: it waits for the end of this transaction
  })
  const { id } = await raising
  await socket.next('alert:new_alert')
  await socket.send('alert:delivered', { alertIds: [id] })
  const metrics = await readMetrics(noroshi)
  expect(metrics.get('noroshi_sos_first_delivery_seconds_count')).toBe(1)
  expect(metrics.get('noroshi_sos_first_delivery_seconds_sum')).toBeGreaterThanOrEqual(LOCKED_MS / 1000)
})

test('of several processes, only the one that received an SOS counts its first delivery', async () => {
  await using shared = await SharedDatabase.create()
  const [first, second] = [await shared.startServer(), await shared.startServer()]
  const ben = await shared.createUser('Ben')
  const socket = await second.openSocket(ben.token)
  const deliveries = async ({ deps }: SharingServer) =>
    parse(await deps.metrics.text()).get('noroshi_sos_first_delivery_seconds_count')
  const { id } = await new Caller(first.url, null).fetch(alertRoutes.raise, { body: { textContent: 'help' } })
  await socket.next('alert:new_alert')
  expect(await deliveries(first)).toBe(0)
  await socket.send('alert:delivered', { alertIds: [id] })
  await socket.next('alert:ledger')
  await first.deps.journal.flush()
  expect([await deliveries(first), await deliveries(second)]).toEqual([1, 0])
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { type Db, openDb } from '#/db/pool.ts'
import { beginSession } from '#/features/accounts/sessions.service.ts'
import { joinOpenAlertGroups } from '#/features/alerts/alert-groups.service.ts'
import { Caller } from '#/testing/caller.ts'
import { Follower } from '#/testing/follower.ts'
import { Killable, postmasterOf } from '#/testing/killable.ts'
import { Load } from '#/testing/load.ts'

const IS_LONG = process.env['NOROSHI_LONG'] === '1'
/** How often the server is killed; PostgreSQL, and both together, less often. */
const KILLS = IS_LONG ? 20 : 3
const POSTGRES_KILLS = IS_LONG ? 10 : 1
/** Answers that come between two kills. */
const ANSWERS = 80
const WRITERS = 6
const NAMED = 40

let folder: string
let noroshi: Killable
let db: Db
let load: Load
let followers: Follower[]
let thread: { alertId: string; threadId: string }

beforeAll(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'noroshi-')), 'a unit')
  noroshi = new Killable({ DATA_DIR: folder })
  db = openDb(`postgresql://noroshi@/noroshi?host=${encodeURIComponent(path.join(folder, 'postgres'))}`)
})

afterAll(async () => {
  await db.destroy()
  await rm(path.dirname(folder), { recursive: true, force: true })
}, 60_000)

// Each with a server of its own: what is in doubt in one holds its cursors down.
beforeEach(async () => {
  await noroshi.start()
  const [first = '', ...writers] = await people(WRITERS + 1)
  const raised = await new Caller(noroshi.url, first).gets(alertRoutes.raise, { body: {} })
  thread = { alertId: raised.id, threadId: raised.alertMessageThread.MessageThreadId }
  followers = writers.slice(0, 3).map((token) => new Follower(() => noroshi.url, token))
  await Promise.all(followers.map((follower) => follower.stays()))
  load = new Load(() => noroshi.url, { raisers: await people(NAMED), writers, alertId: thread.alertId })
}, 60_000)

afterEach(async () => {
  if (noroshi.isRunning()) await noroshi.ends()
}, 60_000)

test(
  `the server is killed ${KILLS} times under load: what was acknowledged is there, once`,
  { timeout: KILLS * 30_000 },
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await load.goesOn(ANSWERS)
      await noroshi.kill()
      await noroshi.start()
    }
    await load.goesOn(ANSWERS)
    await everythingHolds()
  },
)

test(
  `PostgreSQL is killed ${POSTGRES_KILLS} times under load: the server recovers by itself`,
  { timeout: POSTGRES_KILLS * 60_000 },
  async () => {
    for (let kill = 0; kill < POSTGRES_KILLS; kill++) {
      await load.goesOn(ANSWERS)
      await killPostgres()
    }
    await load.goesOn(ANSWERS)
    await everythingHolds()
    expect(noroshi.isRunning()).toBe(true)
    expect(noroshi.said).not.toContain('defect')
  },
)

test(
  `server and PostgreSQL are killed together ${POSTGRES_KILLS} times: the next start heals it`,
  { timeout: POSTGRES_KILLS * 60_000 },
  async () => {
    for (let kill = 0; kill < POSTGRES_KILLS; kill++) {
      await load.goesOn(ANSWERS)
      await Promise.all([noroshi.kill(), killPostgres()])
      await noroshi.start()
    }
    await load.goesOn(ANSWERS)
    await everythingHolds()
  },
)

test('a second server on the same folder refuses, and SIGTERM under load stops the first with its PostgreSQL', async () => {
  const second = new Killable({ DATA_DIR: folder })
  await expect(second.start()).rejects.toThrow(/^it ended with 1: another Noroshi \(process \d+\) already runs on .*a unit\n$/)

  await load.goesOn(ANSWERS)
  expect(await postmasterOf(folder)).not.toBeNull()
  expect(await noroshi.ends()).toBe(0)
  expect(await postmasterOf(folder)).toBeNull()

  await noroshi.start()
  await everythingHolds()
})

/** Only the postmaster; what it began ends by itself. */
async function killPostgres(): Promise<void> {
  const pid = await postmasterOf(folder)
  if (pid === null) throw new Error('PostgreSQL does not run')
  process.kill(pid, 'SIGKILL')
}

async function everythingHolds(): Promise<void> {
  await load.ends()
  expect(load.wrong).toEqual([])
  const sent = (kind: string) =>
    load.acknowledged.filter((one) => one.kind === kind).map(({ clientId, id }) => ({ clientId, id }))
  expect(load.acknowledged.some(({ tries }) => tries > 1)).toBe(true)

  const alerts = await rowsOf('alerts', [...sent('anonymous'), ...sent('named')])
  expect(alerts.missing).toEqual([])
  const messages = await rowsOf('messages', sent('message'))
  expect(messages.missing).toEqual([])
  // Each once: nothing is there but what was acknowledged, and a thread's places are 1, 2, 3 ...
  const places = await db.selectFrom('messages').select('seq').where('thread_id', '=', thread.threadId).orderBy('seq').execute()
  expect(places.map(({ seq }) => seq)).toEqual(sent('message').map((_, index) => index + 1))
  expect(await unacknowledgedAlerts()).toEqual([])
  expect(await eventsThatDiffer()).toEqual([])
  await everyFollowerHeard()
}

async function rowsOf(table: 'alerts' | 'messages', sent: readonly { clientId: string; id: string }[]) {
  const { rows } = await sql<{ id: string; client_id: string }>`
    SELECT id, client_id FROM ${sql.table(table)} WHERE client_id = ANY(${sent.map(({ clientId }) => clientId)}::uuid[])`.execute(
    db,
  )
  const there = new Map(rows.map((row) => [row.client_id, row.id]))
  return { missing: sent.filter(({ clientId, id }) => there.get(clientId) !== id) }
}

const known = new Set<string>()
async function unacknowledgedAlerts(): Promise<string[]> {
  for (const { clientId } of load.acknowledged) known.add(clientId)
  const rows = await db.selectFrom('alerts').select(['id', 'client_id']).where('client_id', 'is not', null).execute()
  return rows.filter((row) => !known.has(row.client_id ?? '')).map((row) => row.id)
}

/** Each alert was announced once, and each message once, in its place; and nothing else was. */
async function eventsThatDiffer(): Promise<unknown[]> {
  const { rows } = await sql`
    WITH told AS (SELECT name, payload->>'id' AS id, payload->>'seq' AS seq FROM events),
      told_alerts AS (SELECT id, count(*) AS times FROM told WHERE name = 'alert:new_alert' GROUP BY id),
      told_messages AS (SELECT id, seq, count(*) AS times FROM told WHERE name = 'messages:new_message' GROUP BY id, seq)
    SELECT a.id, t.id AS told, times, NULL AS seq FROM alerts a FULL JOIN told_alerts t ON t.id = a.id::text WHERE times IS DISTINCT FROM 1
    UNION ALL
    SELECT m.id, t.id, times, t.seq FROM messages m FULL JOIN told_messages t ON t.id = m.id::text AND t.seq = m.seq::text
    WHERE times IS DISTINCT FROM 1 OR m.id IS NULL`.execute(db)
  return rows
}

/** Who follows all the time hears everything of its rooms, live or caught up, through whatever ended. */
async function everyFollowerHeard(): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM events WHERE payload->>'alertId' = ${thread.alertId}
    OR payload->>'id' = ANY(${load.acknowledged.map(({ id }) => id)}::text[])`.execute(db)
  for (const follower of followers) {
    const missed = () => rows.filter(({ id }) => !follower.heard.has(id)).map(({ id }) => id)
    for (let wait = 0; missed().length > 0 && wait < 50; wait++) await sleep(100)
    expect(missed()).toEqual([])
    expect(follower.incomplete).toBe(0)
    follower.cut()
  }
}

async function people(count: number): Promise<string[]> {
  const now = new Date()
  return Promise.all(
    Array.from({ length: count }, async () => {
      const id = uuidv7()
      const values = { id, email: `${id}@example.org`, password_hash: 'none: signs in by session', first_name: 'Aiko' }
      await db.insertInto('users').values(values).execute()
      await joinOpenAlertGroups(db, id)
      return beginSession(db, id, 'test', now)
    }),
  )
}

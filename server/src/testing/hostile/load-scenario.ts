import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Db } from '#/db/pool.ts'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { joinOpenAlertGroups } from '#/features/alerts/groups/alert-groups.service.ts'
import { Caller } from '../caller.ts'
import { LoadGenerator } from './load-generator.ts'
import { ReconnectingClient } from '../reconnecting-client.ts'
import { assertRecorded } from './recorded-all.ts'

const WRITERS = 6
const NAMED = 40
const FOLLOWERS = 3

/** Devices that raise alerts and send messages while a test kills the server, and phones that follow the events. */
export class LoadScenario {
  readonly load: LoadGenerator
  readonly #db: Db
  readonly #alertId: string
  readonly #threadId: string
  readonly #followers: readonly ReconnectingClient[]

  private constructor(db: Db, load: LoadGenerator, alert: { id: string; threadId: string }, followers: ReconnectingClient[]) {
    this.#db = db
    this.load = load
    this.#alertId = alert.id
    this.#threadId = alert.threadId
    this.#followers = followers
  }

  /** @param url returns the server for the next request or connection */
  static async start(db: Db, url: () => string): Promise<LoadScenario> {
    const [first = '', ...writers] = await createUsers(db, WRITERS + 1)
    const raised = await new Caller(url(), first).fetch(alertRoutes.raise, { body: {} })
    const alert = { id: raised.id, threadId: raised.alertMessageThread.MessageThreadId }
    const followers = writers.slice(0, FOLLOWERS).map((token) => new ReconnectingClient(url, token))
    await Promise.all(followers.map((follower) => follower.stayConnected()))
    const load = new LoadGenerator(url, { raisers: await createUsers(db, NAMED), writers, alertId: alert.id })
    return new LoadScenario(db, load, alert, followers)
  }

  /** Ends the load and expects that each acknowledged write is stored once and that the followers received each event. */
  async assertDurable(): Promise<void> {
    await this.load.stop()
    expect(this.load.wrong).toEqual([])
    const sent = (kind: string) =>
      this.load.acknowledged.filter((one) => one.kind === kind).map(({ clientId, id }) => ({ clientId, id }))
    expect(this.load.acknowledged.some(({ tries }) => tries > 1)).toBe(true)

    const alerts = await findMissing(this.#db, 'alerts', [...sent('anonymous'), ...sent('named')])
    expect(alerts.missing).toEqual([])
    const messages = await findMissing(this.#db, 'messages', sent('message'))
    expect(messages.missing).toEqual([])
    // Only acknowledged messages are stored, each once, and their seq has no gaps.
    const seqs = await this.#db
      .selectFrom('messages')
      .select('seq')
      .where('thread_id', '=', this.#threadId)
      .orderBy('seq')
      .execute()
    expect(seqs.map(({ seq }) => seq)).toEqual(sent('message').map((_, index) => index + 1))
    expect(await unacknowledgedAlerts(this.#db, this.load)).toEqual([])
    expect(await mismatchedEvents(this.#db)).toEqual([])
    await assertRecorded(this.#db)
    await this.#assertFollowersReceivedAll()
  }

  /** Checks that each follower received all events of its rooms, live or by catch-up, despite the kills. */
  async #assertFollowersReceivedAll(): Promise<void> {
    const { rows } = await sql<{ id: string }>`SELECT id FROM events WHERE payload->>'alertId' = ${this.#alertId}
      OR payload->>'id' = ANY(${this.load.acknowledged.map(({ id }) => id)}::text[])`.execute(this.#db)
    for (const follower of this.#followers) {
      const missed = () => rows.filter(({ id }) => !follower.receivedCounts.has(id)).map(({ id }) => id)
      for (let wait = 0; missed().length > 0 && wait < 50; wait++) await sleep(100)
      expect(missed()).toEqual([])
      expect(follower.incomplete).toBe(0)
      follower.cut()
    }
  }
}

async function findMissing(db: Db, table: 'alerts' | 'messages', sent: readonly { clientId: string; id: string }[]) {
  const { rows } = await sql<{ id: string; client_id: string }>`
    SELECT id, client_id FROM ${sql.table(table)} WHERE client_id = ANY(${sent.map(({ clientId }) => clientId)}::uuid[])`.execute(
    db,
  )
  const idsByClient = new Map(rows.map((row) => [row.client_id, row.id]))
  return { missing: sent.filter(({ clientId, id }) => idsByClient.get(clientId) !== id) }
}

const acknowledgedIds = new Set<string>()
async function unacknowledgedAlerts(db: Db, load: LoadGenerator): Promise<string[]> {
  for (const { clientId } of load.acknowledged) acknowledgedIds.add(clientId)
  const rows = await db.selectFrom('alerts').select(['id', 'client_id']).where('client_id', 'is not', null).execute()
  return rows.filter((row) => !acknowledgedIds.has(row.client_id ?? '')).map((row) => row.id)
}

/** Returns the alerts and messages that do not have exactly one event, and events of unknown messages. */
async function mismatchedEvents(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    WITH emitted AS (SELECT name, payload->>'id' AS id, payload->>'seq' AS seq FROM events),
      emitted_alerts AS (SELECT id, count(*) AS times FROM emitted WHERE name = 'alert:new_alert' GROUP BY id),
      emitted_messages AS (SELECT id, seq, count(*) AS times FROM emitted WHERE name = 'messages:new_message' GROUP BY id, seq)
    SELECT a.id, t.id AS emitted, times, NULL AS seq FROM alerts a FULL JOIN emitted_alerts t ON t.id = a.id::text WHERE times IS DISTINCT FROM 1
    UNION ALL
    SELECT m.id, t.id, times, t.seq FROM messages m FULL JOIN emitted_messages t ON t.id = m.id::text AND t.seq = m.seq::text
    WHERE times IS DISTINCT FROM 1 OR m.id IS NULL`.execute(db)
  return rows
}

/** Creates users in the alert groups of new users. @returns their session tokens */
export async function createUsers(db: Db, count: number): Promise<string[]> {
  const now = new Date()
  return Promise.all(
    Array.from({ length: count }, async () => {
      const id = uuidv7()
      const values = { id, email: `${id}@example.org`, password_hash: 'none: has a session only', first_name: 'Aiko' }
      await db
        .insertInto('users')
        .values({ ...values, has_daily_limit: false })
        .execute()
      await joinOpenAlertGroups(db, id)
      return createSession(db, id, 'test', now)
    }),
  )
}

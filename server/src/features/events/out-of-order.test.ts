import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { userRoom } from '#/realtime/rooms.ts'
import { alertGroupRoom } from '#/features/alerts/alerts.rooms.ts'
import { IS_LONG } from '#/testing/long-test.ts'
import { ReconnectingClient } from '#/testing/reconnecting-client.ts'
import { interceptReplies } from '#/testing/pg-replies.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'

const RUNS = IS_LONG ? 200 : 4
/** Milliseconds after which no new run starts. */
const STOP_AFTER = IS_LONG ? 240_000 : 12_000
/** Fixed, so that a failure can be reproduced. */
const SEED = 20_261_121

/** A change. `startsAfter` in milliseconds; `duration` as a fraction of `longest`. */
const Change = fc.record({
  kind: fc.constantFrom('transaction', 'transaction', 'message', 'message', 'locked'),
  startsAfter: fc.nat(600),
  duration: fc.double({ min: 0, max: 1, noNaN: true }),
  events: fc.integer({ min: 1, max: 3 }),
  isRolledBack: fc.constantFrom(true, false, false, false),
})
const Cut = fc.record({ connectedFor: fc.nat(60), offlineFor: fc.nat(40) })
const Run = fc.record({
  /**
   * Duration of the longest change in milliseconds. No cursor passes a running transaction, which hides the events
   * above it.
   */
  longest: fc.constantFrom(0, 20, 400),
  changes: fc.array(Change, { minLength: 30, maxLength: 60 }),
  cuts: fc.array(fc.array(Cut, { minLength: 6, maxLength: 12 }), { minLength: 6, maxLength: 6 }),
})
type Change = typeof Change extends fc.Arbitrary<infer One> ? One : never
type Run = typeof Run extends fc.Arbitrary<infer One> ? One : never
type Cut = typeof Cut extends fc.Arbitrary<infer One> ? One : never

const noroshi = await startTestServer()
let stop: () => void

beforeAll(async () => {
  // Some commits are slow and some fail, on all code paths.
  await sql`CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(CASE WHEN random() < 0.7 THEN 0 ELSE random() * 0.03 END);
      IF random() < 0.05 THEN RAISE EXCEPTION 'no commit' USING ERRCODE = '53300'; END IF; -- answered 503 and not logged
      RETURN NULL; END $$`.execute(noroshi.db)
  await sql`CREATE CONSTRAINT TRIGGER slow_commits AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION slow_commit()`.execute(noroshi.db)
  // Some replies of commits arrive late.
  stop = interceptReplies((text, answered, error, result) => {
    const isLate = /^commit|last_seq/.test(text) && Math.random() < 0.5
    if (isLate) setTimeout(() => answered(error, result), Math.random() * 150)
    else answered(error, result)
  })
})

afterAll(async () => {
  stop()
  await noroshi[Symbol.asyncDispose]()
})

async function applyChange(
  change: Change,
  aiko: TestUser,
  receivers: readonly TestUser[],
  alertId: string,
  longest: number,
): Promise<void> {
  await sleep(change.startsAfter)
  if (change.kind === 'message') {
    await aiko.request(alertRoutes.sendMessage, { body: { alertId, text: 'on the way', clientId: randomUUID() } })
    return
  }
  await noroshi.deps.transaction(async (tx) => {
    await sql`SELECT pg_current_xact_id()`.execute(tx)
    if (change.kind === 'locked') await sql`SELECT 1 FROM alerts WHERE id = ${alertId} FOR UPDATE`.execute(tx)
    await sql`SELECT pg_sleep(${(change.duration * longest) / 1000})`.execute(tx)
    for (let n = 0; n < change.events; n++) {
      const receiver = receivers[n % receivers.length]
      const rooms = n === 0 ? receivers.map(({ id }) => userRoom(id)) : [userRoom(receiver?.id ?? '')]
      tx.emit('alert:answered', rooms, { alertId: randomUUID(), seenAt: null, answer: null, version: 1 })
    }
    if (change.isRolledBack) throw new Error('rolled back')
  })
}

async function followWithCuts(follower: ReconnectingClient, cuts: readonly Cut[]): Promise<void> {
  for (const { connectedFor, offlineFor } of cuts) {
    await follower.connect()
    await sleep(connectedFor)
    follower.cut()
    await sleep(offlineFor)
  }
}

test(
  'a reconnecting device receives all committed events and no others, in any order of commits',
  { timeout: STOP_AFTER + 30_000 },
  async () => {
    const assertRun = async ({ changes, cuts, longest }: Run) => {
      const [aiko, ...receivers] = await noroshi.people('Aiko', 'Ben', 'Chiyo')
      const alert = await raiseUntilAccepted(aiko)
      const followed = cuts.map((own, index) => ({ own, receiver: receivers[index % receivers.length] ?? aiko }))
      const followers = followed.map(({ receiver }) => new ReconnectingClient(() => noroshi.url, receiver.token ?? ''))
      await Promise.all(followers.map((follower) => follower.connect()))
      const [{ now } = { now: new Date() }] = (await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(noroshi.db)).rows

      await Promise.allSettled([
        ...changes.map((change) => applyChange(change, aiko, receivers, alert, longest)),
        ...followed.map(({ own }, index) => followers[index] && followWithCuts(followers[index], own)),
      ])
      for (const follower of followers) follower.cut()
      // The server's own events, such as repeated alarms, may follow at any time: only those before the last catch-up
      // are due.
      const due = await Promise.all(followed.map(({ receiver }) => eventsOf(receiver)))
      await Promise.all(followers.map((follower) => follower.connect()))
      for (const follower of followers) follower.cut()

      for (const [index, { receiver }] of followed.entries()) {
        const follower = followers[index]
        const received = new Set(follower?.receivedCounts.keys())
        const since = (due[index] ?? []).filter((event) => event.created_at >= now)
        expect(follower?.incomplete).toBe(0)
        expect(since.length).toBeGreaterThan(0)
        expect(since.filter(({ id }) => !received.has(id))).toEqual([])
        const committed = new Set((await eventsOf(receiver)).map(({ id }) => id))
        expect([...received].filter((id) => !committed.has(id))).toEqual([])
      }
    }
    let last = Promise.resolve()
    const property = fc.asyncProperty(Run, (run) => (last = assertRun(run)))
    await fc.assert(property, {
      seed: SEED,
      numRuns: RUNS,
      endOnFailure: true,
      interruptAfterTimeLimit: STOP_AFTER,
      markInterruptAsFailure: false,
    })
    await last // the run that the time limit interrupted must pass too
  },
)

/** Raises an SOS. Retries, because some commits fail here on purpose. */
async function raiseUntilAccepted(person: TestUser): Promise<string> {
  const clientId = randomUUID()
  for (;;) {
    const { status, body } = await person.request(alertRoutes.raise, { body: { clientId } })
    if (status < 300) return body.id
  }
}

/** Returns the committed events for the rooms of this user. */
async function eventsOf({ id }: TestUser): Promise<{ id: string; name: string; created_at: Date }[]> {
  const groups = await noroshi.db.selectFrom('alert_group_members').select('group_id').where('user_id', '=', id).execute()
  const rooms = [userRoom(id), ...groups.map((group) => alertGroupRoom(group.group_id))]
  const { rows } = await sql<{ id: string; name: string; created_at: Date }>`
    SELECT id, name, created_at FROM events WHERE rooms && ${rooms}::text[]`.execute(noroshi.db)
  return rows
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertGroupRoom, userRoom } from '#/realtime/rooms.ts'
import { Follower } from '#/testing/follower.ts'
import { betweenAnswers } from '#/testing/pg-answers.ts'
import { type Person, unit } from '#/testing/unit.ts'

const IS_LONG = process.env['NOROSHI_LONG'] === '1'
const RUNS = IS_LONG ? 200 : 8
/** Milliseconds after which no new run begins. */
const STOP_AFTER = IS_LONG ? 240_000 : 12_000
/** Where the run begins, so that a failure comes again. */
const SEED = 20_261_121

/** One change that somebody makes. `begins` in milliseconds, `works` as a share of the longest. */
const Change = fc.record({
  kind: fc.constantFrom('transaction', 'transaction', 'message', 'message', 'locked'),
  begins: fc.nat(600),
  works: fc.double({ min: 0, max: 1, noNaN: true }),
  events: fc.integer({ min: 1, max: 3 }),
  isRolledBack: fc.constantFrom(true, false, false, false),
})
const Cut = fc.record({ stays: fc.nat(60), isAway: fc.nat(40) })
const Run = fc.record({
  /** Milliseconds of the longest change: while one is under way no cursor passes it, which hides what happens above. */
  longest: fc.constantFrom(0, 20, 400),
  changes: fc.array(Change, { minLength: 30, maxLength: 60 }),
  cuts: fc.array(fc.array(Cut, { minLength: 6, maxLength: 12 }), { minLength: 6, maxLength: 6 }),
})
type Change = typeof Change extends fc.Arbitrary<infer One> ? One : never
type Run = typeof Run extends fc.Arbitrary<infer One> ? One : never
type Cut = typeof Cut extends fc.Arbitrary<infer One> ? One : never

const noroshi = await unit()
let stop: () => void

beforeAll(async () => {
  // Commits take their time, and some fail at the last moment, whatever path they came.
  await sql`CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_sleep(CASE WHEN random() < 0.7 THEN 0 ELSE random() * 0.03 END);
      IF random() < 0.05 THEN RAISE EXCEPTION 'no commit' USING ERRCODE = '53300'; END IF; -- answered 503 and not logged
      RETURN NULL; END $$`.execute(noroshi.db)
  await sql`CREATE CONSTRAINT TRIGGER lingers AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION linger()`.execute(noroshi.db)
  // Their process hears late of some of them.
  stop = betweenAnswers((text, answered, error, result) => {
    const isLate = /^commit|last_seq/.test(text) && Math.random() < 0.5
    if (isLate) setTimeout(() => answered(error, result), Math.random() * 150)
    else answered(error, result)
  })
})

afterAll(async () => {
  stop()
  await noroshi[Symbol.asyncDispose]()
})

async function make(change: Change, aiko: Person, hearers: readonly Person[], alertId: string, longest: number): Promise<void> {
  await sleep(change.begins)
  if (change.kind === 'message') {
    await aiko.asks(alertRoutes.sendMessage, { body: { alertId, text: 'on the way', clientId: randomUUID() } })
    return
  }
  await noroshi.deps.transaction(async (tx) => {
    await sql`SELECT pg_current_xact_id()`.execute(tx)
    if (change.kind === 'locked') await sql`SELECT 1 FROM alerts WHERE id = ${alertId} FOR UPDATE`.execute(tx)
    await sql`SELECT pg_sleep(${(change.works * longest) / 1000})`.execute(tx)
    for (let n = 0; n < change.events; n++) {
      const hearer = hearers[n % hearers.length]
      const rooms = n === 0 ? hearers.map(({ id }) => userRoom(id)) : [userRoom(hearer?.id ?? '')]
      tx.announce('alert:answered', rooms, { alertId: randomUUID(), seenAt: null, answer: null })
    }
    if (change.isRolledBack) throw new Error('rolled back')
  })
}

async function follows(follower: Follower, cuts: readonly Cut[]): Promise<void> {
  for (const { stays, isAway } of cuts) {
    await follower.connect()
    await sleep(stays)
    follower.cut()
    await sleep(isAway)
  }
}

test(
  'whatever order changes commit in, and whenever a device is cut off, it misses no event and hears none that never was',
  { timeout: STOP_AFTER + 30_000 },
  async () => {
    const isTrueOf = async ({ changes, cuts, longest }: Run) => {
      const [aiko, ...hearers] = await noroshi.people('Aiko', 'Ben', 'Chiyo')
      const alert = await raised(aiko)
      const followed = cuts.map((own, index) => ({ own, hearer: hearers[index % hearers.length] ?? aiko }))
      const followers = followed.map(({ hearer }) => new Follower(() => noroshi.url, hearer.token ?? ''))
      await Promise.all(followers.map((follower) => follower.connect()))
      const [{ now } = { now: new Date() }] = (await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(noroshi.db)).rows

      await Promise.allSettled([
        ...changes.map((change) => make(change, aiko, hearers, alert, longest)),
        ...followed.map(({ own }, index) => followers[index] && follows(followers[index], own)),
      ])
      for (const follower of followers) follower.cut()
      await Promise.all(followers.map((follower) => follower.connect()))
      for (const follower of followers) follower.cut()

      for (const [index, { hearer }] of followed.entries()) {
        const follower = followers[index]
        const truth = await eventsOf(hearer)
        const since = truth.filter((event) => event.created_at >= now).map(({ id }) => id)
        const heard = new Set(follower?.heard.keys())
        expect(follower?.incomplete).toBe(0)
        expect(since.length).toBeGreaterThan(0)
        expect(since.filter((id) => !heard.has(id))).toEqual([])
        expect([...heard].filter((id) => !truth.some((event) => event.id === id))).toEqual([])
      }
    }
    let last = Promise.resolve()
    const property = fc.asyncProperty(Run, (run) => (last = isTrueOf(run)))
    await fc.assert(property, {
      seed: SEED,
      numRuns: RUNS,
      endOnFailure: true,
      interruptAfterTimeLimit: STOP_AFTER,
      markInterruptAsFailure: false,
    })
    await last // the time may have run out over it; it counts all the same
  },
)

/** Some commits fail here on purpose: raised until it is. */
async function raised(person: Person): Promise<string> {
  const clientId = randomUUID()
  for (;;) {
    const { status, body } = await person.asks(alertRoutes.raise, { body: { clientId } })
    if (status < 300) return body.id
  }
}

/** The truth: what was committed for the rooms of this person. */
async function eventsOf({ id }: Person): Promise<{ id: string; created_at: Date }[]> {
  const groups = await noroshi.db.selectFrom('alert_group_members').select('group_id').where('user_id', '=', id).execute()
  const rooms = [userRoom(id), ...groups.map((group) => alertGroupRoom(group.group_id))]
  const { rows } = await sql<{ id: string; created_at: Date }>`
    SELECT id, created_at FROM events WHERE rooms && ${rooms}::text[]`.execute(noroshi.db)
  return rows
}

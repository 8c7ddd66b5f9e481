import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { makesGroup, opens, reads } from '#/testing/chats.ts'
import { Follower } from '#/testing/follower.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

// Whatever people do at once: places without a gap, marks that never fall, unread counts that a recount confirms, and nothing lost by
// who loses the connection. The same each time (seed), a longer search by NOROSHI_LONG.

const SEED = 20_110_311
const RUNS = process.env['NOROSHI_LONG'] === '1' ? 300 : 12
const WITHIN = process.env['NOROSHI_LONG'] === '1' ? 600_000 : 60_000

/** The admin, who stays; one who stays too; and three who come and go. */
const NAMES = ['Aiko', 'Ben', 'Chie', 'Dora', 'Emi'] as const
const STAYING = 2

let noroshi: Unit
let people: Person[]
beforeAll(async () => {
  noroshi = await unit()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const anybody = fc.nat(NAMES.length - 1)
const passing = fc.integer({ min: STAYING, max: NAMES.length - 1 })
const Step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('sends' as const), who: anybody }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('sees' as const, 'gets' as const),
      who: anybody,
      seq: fc.option(fc.nat(30), { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('joins' as const, 'leaves' as const, 'isRemoved' as const), who: passing }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('loses' as const, 'returns' as const), who: fc.nat(STAYING - 1) }) },
)
type Step = typeof Step extends fc.Arbitrary<infer One> ? One : never
/** What happens at once, and then what happens after that. */
const story = fc.array(fc.array(Step, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 10 })

const personOf = (place: number): Person => people[place] ?? people[0]! // there are as many as names

/** One step; who is not in the group is refused (404), and that alone. */
async function happens(id: string, step: Step, followers: readonly Follower[]): Promise<void> {
  const [admin, person] = [personOf(0), personOf(step.who)]
  const asked = async () => {
    if (step.does === 'sends') return person.asks(messageRoutes.send, { body: { messageThreadId: id, text: 'a word' } })
    if (step.does === 'joins') return admin.asks(threadRoutes.addMembers, { params: { id }, body: { userIds: [person.id] } })
    if (step.does === 'leaves') return person.asks(threadRoutes.leave, { params: { id } })
    if (step.does === 'isRemoved') return admin.asks(threadRoutes.removeMember, { params: { id, userId: person.id } })
    if (step.does === 'loses') return followers[step.who]?.cut()
    if (step.does === 'returns') return followers[step.who]?.connect()
    const status = step.does === 'sees' ? 'seen' : 'delivered'
    const body = [{ messageThreadId: id, status, ...('seq' in step && { seq: step.seq }) }]
    return person.asks(messageRoutes.setStatuses, { body })
  }
  const answer = await asked()
  if (answer) expect(answer.status, step.does).toBeOneOf([200, 201, 404])
}

type Marks = Map<string, { deliveredSeq: number; seenSeq: number }>

/** What each member has now; nothing of it is below what it was before. */
async function looks(id: string, before: Marks): Promise<Marks> {
  const now: Marks = new Map()
  for (const person of people) {
    const { status, body } = await person.asks(threadRoutes.get, { params: { id } })
    if (status !== 200) continue
    now.set(person.id, { deliveredSeq: body.deliveredSeq, seenSeq: body.seenSeq })
    now.set('all', body.watermarks)
    const messages = await reads(person, id, { limit: 100 })
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, place) => place + 1))
    const unread = messages.filter(({ seq, SenderId }) => seq > body.seenSeq && SenderId !== person.id)
    expect(body.unreadMessagesCount).toBe(unread.length)
    expect(body.seenSeq).toBeLessThanOrEqual(body.deliveredSeq)
    expect(body.deliveredSeq).toBeLessThanOrEqual(messages.length)
  }
  for (const [whose, { deliveredSeq, seenSeq }] of now) {
    expect(deliveredSeq).toBeGreaterThanOrEqual(before.get(whose)?.deliveredSeq ?? 0)
    expect(seenSeq).toBeGreaterThanOrEqual(before.get(whose)?.seenSeq ?? 0)
  }
  return now
}

const leastOf = (values: readonly number[]) => Math.min(...values)

test(
  'any interleaving of sends, reads, joins, leaves and lost connections keeps places, marks and unread counts right',
  { timeout: WITHIN + 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (batches) => {
        people = await noroshi.people(...NAMES)
        const { id } = await makesGroup(personOf(0), [personOf(1), personOf(2)])
        const followers = [0, 1].map((place) => new Follower(() => noroshi.url, personOf(place).token ?? ''))
        await Promise.all(followers.map((one) => one.connect()))
        let marks: Marks = new Map()
        for (const batch of batches) {
          await Promise.all(batch.map((step) => happens(id, step, followers)))
          marks = await looks(id, marks)
        }
        // Once all is told, what everybody has is the least of what each has.
        await vi.waitFor(async () => expect((await opens(personOf(0), id)).watermarks).toEqual(await leastIn(id)), 5000)

        const logged = await loggedOf(id)
        for (const one of followers) {
          await one.connect()
          expect(logged.filter((event) => !one.heard.has(event.id))).toEqual([])
          expect(one.incomplete).toBe(0)
          one.cut()
        }
      }),
      { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: WITHIN, markInterruptAsFailure: false },
    )
  },
)

/** All that the thread's room was told. */
async function loggedOf(id: string) {
  const { rows } = await sql<{
    id: string
    name: string
  }>`SELECT id, name FROM events WHERE rooms @> ARRAY[${`thread:${id}`}]`.execute(noroshi.db)
  return rows
}

async function leastIn(id: string) {
  const rows = await noroshi.db
    .selectFrom('thread_watermarks')
    .select(['delivered_seq', 'seen_seq'])
    .where('thread_id', '=', id)
    .where('message_type', '=', 'normalChat')
    .execute()
  return {
    deliveredSeq: leastOf(rows.map((row) => row.delivered_seq)),
    seenSeq: leastOf(rows.map((row) => row.seen_seq)),
  }
}

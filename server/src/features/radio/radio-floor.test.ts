import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { encodeRadioFrame } from '@noroshi/contract/radio/frames'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { IS_LONG } from '#/testing/long-test.ts'
import {
  floorAt,
  floorsAt,
  grantedBy,
  leaveRadio,
  openChannel,
  outcomeOf,
  press,
  release,
  sendSound,
  SILENCE,
  talk,
  tryPress,
} from '#/testing/scenes/radio.ts'
import { newId } from '#/db/ids.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { endTransmission, type FloorState, positionOf, preemptFloor, releaseFloor, requestFloor } from './radio-floor.ts'

let noroshi: TestServer
let users: readonly [TestUser, TestUser, TestUser, TestUser]
beforeAll(async () => {
  noroshi = await startTestServer({}, { speech: new TestSpeech() })
  users = [await noroshi.admin('Gen'), ...(await noroshi.people('Aiko', 'Ben', 'Chika'))]
})
afterAll(() => noroshi[Symbol.asyncDispose]())
// A user may start ten radio chats in a minute, and a test that runs again starts its own.
beforeEach(() => noroshi.db.deleteFrom('rate_limits').execute())

/** Opens a page of each user; the first user is an administrator. */
const openPages = async () => (await openChannel(users)).pages

const page = fc.record({
  userId: fc.constantFrom('a', 'b', 'c', 'd'),
  endpointId: fc.constantFrom('1', '2'),
  language: fc.constant('en'),
  endsWithUtterance: fc.boolean(),
})

test('any order of requests, releases, pre-emptions and ends keeps one speaker and one place for each user', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('request' as const), page }),
    fc.record({ kind: fc.constant('preempt' as const), page }),
    fc.record({ kind: fc.constant('release' as const), page }),
    fc.record({ kind: fc.constant('end' as const), nth: fc.nat(20) }),
  )
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const granted: string[] = []
      const newId = () => {
        granted.push(`${granted.length}`)
        return granted.at(-1) ?? ''
      }
      let state: FloorState = { grant: null, queue: [] }
      for (const one of actions) {
        const before = state
        if (one.kind === 'request') state = requestFloor(state, one.page, newId)
        if (one.kind === 'preempt') state = preemptFloor(state, one.page, newId)
        if (one.kind === 'release') state = releaseFloor(state, one.page, newId)
        if (one.kind === 'end') state = endTransmission(state, String(one.nth), newId)
        expect(new Set(state.queue.map(({ userId }) => userId)).size).toBe(state.queue.length)
        if (state.grant === null) expect(state.queue).toEqual([])
        // A speaker loses the floor only by a release, an end or a pre-emption.
        if (one.kind === 'request' && before.grant !== null) expect(state.grant).toBe(before.grant)
        if (one.kind === 'request') expect(positionOf(state, one.page)).toBeGreaterThanOrEqual(0)
        if (one.kind === 'preempt') expect(positionOf(state, one.page)).toBe(0)
        if (state.grant !== before.grant && state.grant !== null) expect(state.grant.transmissionId).toBe(granted.at(-1))
        if (one.kind === 'release' && before.grant !== null && positionOf(before, one.page) === 0)
          expect(state.grant?.userId).toBe(before.queue[0]?.userId)
      }
      expect(new Set(granted).size).toBe(granted.length)
    }),
    { numRuns: 2000 },
  )
})

test('the floor goes to the users in the order of their requests, and a release in the queue leaves it', async () => {
  const [gen, aiko, ben, chika] = await openPages()
  expect(await press(gen)).toMatchObject({ granted: true, speakerId: users[0]?.id, position: 0 })
  expect(await press(aiko)).toMatchObject({ granted: false, transmissionId: null, speakerId: users[0]?.id, position: 1 })
  expect(await press(ben)).toMatchObject({ granted: false, position: 2 })
  expect(await press(chika)).toMatchObject({ granted: false, position: 3 })
  await release(aiko)
  await release(gen)
  const floor = await floorAt(chika)
  expect(floor).toMatchObject({ speakerId: users[2]?.id, endpointId: ben.endpointId, queue: [users[3]?.id] })
  // The page that waited talks with the transmission that the event names.
  sendSound(ben, floor?.transmissionId ?? '', 50)
  await release(ben)
  expect(await outcomeOf(ben, floor?.transmissionId ?? '')).toMatchObject({ SenderId: users[2]?.id, seq: 1 })
  expect(await floorAt(gen)).toMatchObject({ speakerId: users[3]?.id, queue: [] })
  await release(chika)
  expect(await floorAt(gen)).toMatchObject({ speakerId: null, transmissionId: null, queue: [] })
})

test('a repeated request of the speaker returns the same transmission', async () => {
  const [gen, aiko] = await openPages()
  const id = await talk(aiko)
  expect(await press(aiko)).toMatchObject({ granted: true, transmissionId: id })
  expect(await press(gen)).toMatchObject({ position: 1 })
  expect(await press(gen)).toMatchObject({ position: 1 })
})

test('a press is refused with the reason if the radio chat ended before this process knows it', async () => {
  const [, aiko] = await openPages()
  const running = noroshi.db
    .updateTable('radio_chats')
    .where('thread_id', '=', aiko.messageThreadId)
    .where('ended_at', 'is', null)
  await running.set({ ended_at: noroshi.clock.now() }).execute()
  expect(await tryPress(aiko)).toEqual({ ok: false, code: 'radio.notRunning' })
})

test('an administrator and the raiser of an active alert pre-empt the speaker, and others get 403', async () => {
  const [gen, aiko, ben, chika] = await openPages()
  const first = await talk(aiko)
  sendSound(aiko, first, 50)
  expect(await tryPress(ben, { isPreempting: true })).toEqual({ ok: false, code: 'radio.mayNotPreempt' })
  const second = await talk(gen, { isPreempting: true })
  expect(await outcomeOf(aiko, first)).toMatchObject({ id: first })
  const alert = await users[3]?.fetch(alertRoutes.raise, { body: { clientId: randomUUID() } })
  const third = await talk(chika, { isPreempting: true })
  expect(await floorAt(aiko)).toMatchObject({ transmissionId: third, speakerId: users[3]?.id })
  // A frame with the transmission that was pre-empted is dropped.
  expect(await outcomeOf(gen, second)).toBeNull()
  await users[3]?.fetch(alertRoutes.resolve, { body: { AlertId: alert?.id } })
  await release(chika)
  await talk(aiko)
  expect(await tryPress(chika, { isPreempting: true })).toEqual({ ok: false, code: 'radio.mayNotPreempt' })
})

/** Number of waves. Each has 40 requests. */
const WAVES = IS_LONG ? 25 : 6

test('many requests of four users at once never give the floor to two of them', async () => {
  const pages = await openPages()
  const replies = []
  // Waves, so that a slow machine acknowledges each request in time. A session may send 600 requests a minute.
  for (let wave = 0; wave < WAVES; wave++)
    replies.push(...(await Promise.all(Array.from({ length: 40 }, (_, index) => tryPress(pages[index % 4] ?? pages[0])))))
  const granted = new Set(grantedBy(replies))
  expect(granted.size).toBeGreaterThan(0)
  await pages[0].socket.settle()
  const floors = floorsAt(pages[0])
  expect(floors.map(({ version }) => version)).toEqual(floors.map((_, index) => index + 2))
  // Each version has one speaker. A transmission that another one followed never returns.
  const runs = floors.map(({ transmissionId }) => transmissionId).filter((id, index, ids) => id !== ids[index - 1])
  expect(new Set(runs).size).toBe(runs.length)
  expect([...granted].filter((id) => !runs.includes(id))).toEqual([])
}, 120_000)

test('a speaker whose socket disconnects loses the floor, and the next one gets it', async () => {
  const [gen, aiko, ben] = await openPages()
  const id = await talk(aiko)
  await press(ben)
  sendSound(aiko, id, 50)
  // The frames have arrived.
  expect(await tryPress(aiko)).toMatchObject({ ok: true })
  aiko.socket.close()
  await vi.waitFor(async () => expect(await floorAt(gen)).toMatchObject({ speakerId: users[2]?.id }), 10_000)
  await vi.waitFor(async () => expect(await gen.socket.next('messages:new_message')).toMatchObject({ id }), 10_000)
})

test('a speaker without frames loses the floor', async () => {
  const [gen, aiko] = await openPages()
  await talk(aiko)
  await vi.waitFor(async () => expect(await floorAt(gen)).toMatchObject({ speakerId: null }), 10_000)
})

test('the floor of a process that disappeared is given to the next request', async () => {
  const [gen, aiko] = await openPages()
  await talk(aiko)
  // A transmission that no process has, so that none renews it in between.
  await sql`UPDATE radio_chats SET transmission_id = ${newId()}::uuid, floor_until = clock_timestamp() - interval '1 ms'
    WHERE thread_id = ${gen.messageThreadId}::uuid`.execute(noroshi.db)
  expect(await press(gen)).toMatchObject({ granted: true })
})

test('the end of a radio chat ends the transmission and stores it', async () => {
  const [gen, aiko, ben, chika] = await openPages()
  const id = await talk(aiko)
  sendSound(aiko, id, 50)
  for (const one of [gen, ben, chika, aiko]) await leaveRadio(one)
  expect(await outcomeOf(aiko, id)).toMatchObject({ id, seq: 1 })
})

test('one page has the floor after a request and pre-emptions at the same moment', async () => {
  const [gen, aiko, ben] = await openPages()
  const acks = await Promise.all([tryPress(aiko), tryPress(gen, { isPreempting: true }), tryPress(ben)])
  const floor = await floorAt(ben)
  expect(floor?.speakerId).toBe(users[0]?.id)
  const granted = acks.flatMap((ack) => (ack.ok && ack.reply.granted ? [ack.reply.transmissionId] : []))
  expect(granted).toContain(floor?.transmissionId)
  const frame = (transmissionId: string) => encodeRadioFrame({ transmissionId, seq: 0, packets: [SILENCE] })
  const relayed = await Promise.all(granted.map((id) => aiko.socket.send('radio:frame', frame(id ?? ''))))
  expect(relayed.filter((ack) => ack.ok)).toEqual([])
})

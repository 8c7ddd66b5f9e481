import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RADIO_SPEAKER_LOST_MS } from '@noroshi/contract/limits'
import { radioRoom } from './radio.rooms.ts'
import {
  fetchLive,
  floorAt,
  framesAt,
  leaveRadio,
  openChannel,
  openRadioPage,
  outcomeOf,
  press,
  type RadioPage,
  release,
  sendSound,
  talk,
  tryPress,
} from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { Floors } from './radio-floor.service.ts'
import { longTest } from '#/testing/long-test.ts'

// Pages that join a radio chat again with another socket, while the server still knows the earlier one.

let noroshi: TestServer
let aiko: TestUser
let ben: TestUser
let chika: TestUser
beforeAll(async () => {
  noroshi = await startTestServer({}, { speech: new TestSpeech() })
  ;[aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Joins with another socket, as the same page. */
const reconnect = async ({ messageThreadId, endpointId }: RadioPage) =>
  openRadioPage(await aiko.openSocket(), messageThreadId, endpointId)

const socketsIn = (id: string) => [...(noroshi.io.sockets.adapter.rooms.get(radioRoom(id)) ?? [])]
test('the earlier socket of a page that reconnected receives no sound, and the page that leaves is gone', async () => {
  const {
    id,
    pages: [page, listener],
  } = await openChannel([aiko, ben], [chika])
  const next = await reconnect(page)
  await vi.waitFor(
    () => expect(new Set(socketsIn(id))).toEqual(new Set([next.socket.socket.id, listener.socket.socket.id])),
    10_000,
  )
  const transmission = await talk(listener)
  sendSound(listener, transmission, 50)
  await release(listener)
  await outcomeOf(listener, transmission)
  for (const { socket } of [page, next]) await socket.settle()
  expect([framesAt(page).length, framesAt(next).length]).toEqual([0, 25])
  await leaveRadio(next)
  expect(socketsIn(id)).toEqual([listener.socket.socket.id])
  expect((await fetchLive(ben, id)).radioChat?.members.map((member) => member.id)).toEqual([ben.id])
})

test('a late leave or release of the earlier socket changes nothing for the page that reconnected', async () => {
  const {
    id,
    pages: [page],
  } = await openChannel([aiko, ben], [chika])
  const next = await reconnect(page)
  const transmission = await talk(next)
  sendSound(next, transmission, 50)
  expect(await tryPress(page)).toEqual({ ok: false, code: 'radio.notJoined' })
  await release(page)
  await leaveRadio(page)
  page.socket.close()
  sendSound(next, transmission, 50, 50)
  expect(await floorAt(next)).toMatchObject({ transmissionId: transmission })
  expect((await fetchLive(ben, id)).radioChat?.members).toHaveLength(2)
  await release(next)
  expect(await outcomeOf(next, transmission)).toMatchObject({ id: transmission, SenderId: aiko.id })
})

test('a speaker who reconnects and presses at once gets a new transmission, and the earlier one is stored', async () => {
  const {
    pages: [page],
  } = await openChannel([aiko, ben], [chika])
  const first = await talk(page)
  sendSound(page, first, 50)
  expect(await tryPress(page)).toMatchObject({ ok: true }) // the frames have arrived
  const next = await reconnect(page)
  const second = await talk(next)
  expect(second).not.toBe(first)
  sendSound(next, second, 50)
  await release(next)
  expect(await outcomeOf(next, second)).toMatchObject({ id: second })
  expect(await outcomeOf(next, first)).toMatchObject({ id: first })
})

longTest('a process that notices late that a page moved to another one does not release the new grant or place', async () => {
  const {
    id,
    pages: [page, listener],
  } = await openChannel([aiko, ben], [chika])
  const ofAiko = { userId: aiko.id, endpointId: page.endpointId, language: 'en', endsWithUtterance: false }
  const other = new Floors(noroshi.deps)
  /** Renews the floor, as the other process does. */
  const renew = () =>
    sql`UPDATE radio_chats SET floor_until = clock_timestamp() + interval '1 hour' WHERE thread_id = ${id}`.execute(noroshi.db)
  await sql`UPDATE radio_members SET socket_id = 'elsewhere' WHERE endpoint_id = ${page.endpointId}`.execute(noroshi.db)
  const { state } = await other.request(id, ofAiko, 'elsewhere', false)
  page.socket.close()
  await vi.waitFor(() => expect(socketsIn(id)).toEqual([listener.socket.socket.id]), 10_000)
  // This process believes that the transmission is its own, until it has waited for frames.
  for (let time = 0; time < 3 * RADIO_SPEAKER_LOST_MS; time += 200) {
    await renew()
    await sleep(200)
  }
  expect(await press(listener)).toMatchObject({ position: 1, speakerId: aiko.id })
  expect(await floorAt(listener)).toMatchObject({ transmissionId: state.grant?.transmissionId })
})

test('a page that joined at another process is removed here, and one that vanished reconnects', async () => {
  const {
    id,
    pages: [page, listener],
  } = await openChannel([aiko, ben], [chika])
  await sql`UPDATE radio_members SET socket_id = 'elsewhere' WHERE endpoint_id = ${page.endpointId}`.execute(noroshi.db)
  await vi.waitFor(() => expect(socketsIn(id)).toEqual([listener.socket.socket.id]), 10_000)
  expect(page.socket.socket.connected).toBe(true)
  await sql`DELETE FROM radio_members WHERE endpoint_id = ${listener.endpointId}`.execute(noroshi.db)
  await vi.waitFor(() => expect(listener.socket.socket.connected).toBe(false), 10_000)
  expect(socketsIn(id)).toEqual([])
})

test('a page that waits keeps its place when another page of the same socket leaves', async () => {
  const {
    id,
    pages: [page, listener],
  } = await openChannel([aiko, ben], [chika])
  const second = await openRadioPage(page.socket, id)
  await talk(listener)
  expect(await press(page)).toMatchObject({ position: 1 })
  await leaveRadio(second)
  expect(socketsIn(id)).toContain(page.socket.socket.id)
  expect(await floorAt(listener)).toMatchObject({ queue: [aiko.id] })
})

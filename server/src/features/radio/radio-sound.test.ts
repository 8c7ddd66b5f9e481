import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { encodeRadioFrame } from '@noroshi/contract/radio/frames'
import {
  framesAt,
  openPages,
  outcomeOf,
  press,
  type RadioPage,
  release,
  sendSound,
  SILENCE,
  talk,
} from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { Transmission } from './transmission.ts'

const speech = new TestSpeech()
let noroshi: TestServer
let aiko: TestUser
let ben: TestUser
let chika: TestUser
beforeAll(async () => {
  noroshi = await startTestServer({}, { speech })
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  // A user may start some twenty radio chats a minute.
  ;[aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  speech.streams.length = 0
  speech.result = Promise.resolve({ text: 'the road is closed', isSpeech: true })
})

/** Sends a frame and waits until the server has handled it. */
const sendFrame = ({ socket }: RadioPage, transmissionId: string, seq: number, packets = [SILENCE]) =>
  socket.send('radio:frame', encodeRadioFrame({ transmissionId, seq, packets }))

test('the other members of the radio chat hear the speaker, and no one else', async () => {
  const { speaker, listener, bystander } = await openPages(aiko, ben, chika)
  const id = await talk(speaker)
  const packets = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5, 6, 7)]
  expect(await sendFrame(speaker, id, 0, packets)).toEqual({ ok: true })
  expect(await sendFrame(speaker, id, 2, packets)).toEqual({ ok: true })
  await release(speaker)
  expect(await listener.socket.next('radio:end')).toMatchObject({ transmissionId: id, packets: 4 })
  const heard = framesAt(listener)
  expect(heard.map(({ transmissionId, seq }) => [transmissionId, seq])).toEqual([
    [id, 0],
    [id, 2],
  ])
  expect(heard[0]?.packets.map((packet) => [...packet])).toEqual([
    [1, 2, 3],
    [4, 5, 6, 7],
  ])
  await bystander.settle()
  expect([...framesAt({ socket: bystander }), ...framesAt(speaker)]).toEqual([])
})

test('frames without the floor, of another transmission, repeated or after the end are dropped', async () => {
  const { speaker, listener } = await openPages(aiko, ben, chika)
  const refused = { ok: false, code: 'radio.notSpeaking' }
  const id = await talk(speaker)
  expect(await sendFrame(listener, id, 0)).toEqual(refused)
  expect(await sendFrame(speaker, randomUUID(), 0)).toEqual(refused)
  await sendFrame(speaker, id, 5)
  await sendFrame(speaker, id, 5)
  await sendFrame(speaker, id, 4)
  await release(speaker)
  expect(await sendFrame(speaker, id, 6)).toEqual(refused)
  await listener.socket.settle()
  expect(framesAt(listener).map(({ seq }) => seq)).toEqual([5])
})

test('a speaker who sends more sound than time has passed is not relayed further', async () => {
  const { speaker, listener } = await openPages(aiko, ben, chika)
  const id = await talk(speaker)
  await sendFrame(speaker, id, 10_000)
  sendSound(speaker, id, 400)
  await release(speaker)
  const { packets } = await listener.socket.next('radio:end')
  expect(packets).toBeLessThan(400)
  expect(packets).toBeGreaterThanOrEqual(150)
  expect(framesAt(listener)).toHaveLength(packets / 2)
})

test('frames that are too long, too many or cut off are invalid', async () => {
  const { speaker } = await openPages(aiko, ben, chika)
  const id = await talk(speaker)
  const good = encodeRadioFrame({ transmissionId: id, seq: 0, packets: [SILENCE] })
  const wrong = [
    encodeRadioFrame({ transmissionId: id, seq: 0, packets: [new Uint8Array(401)] }),
    encodeRadioFrame({ transmissionId: id, seq: 0, packets: Array.from({ length: 5 }, () => SILENCE) }),
    encodeRadioFrame({ transmissionId: id, seq: 0, packets: [new Uint8Array(0)] }),
    good.subarray(0, good.length - 1),
    good.subarray(0, 10),
    Uint8Array.of(2, ...good.subarray(1)),
    'text',
    null,
  ]
  for (const bytes of wrong) expect(await speaker.socket.send('radio:frame', bytes)).toEqual({ ok: false, code: 'invalid' })
})

test('a talk of 60 seconds ends: what was said becomes a message, and the next in the queue talks', async () => {
  const { speaker, listener } = await openPages(aiko, ben, chika)
  const id = await talk(speaker)
  sendSound(speaker, id, 50)
  const waiting = await press(listener)
  expect(waiting).toMatchObject({ granted: false, position: 1 })
  vi.spyOn(Transmission.prototype, 'isOver').mockImplementation(function (this: Transmission) {
    return this.start.id === id
  })
  await vi.waitFor(
    () =>
      expect(listener.socket.payloadsOf('radio:floor').at(-1)).toMatchObject({
        speakerId: ben.id,
        endpointId: listener.endpointId,
      }),
    10_000,
  )
  vi.restoreAllMocks()
  expect(await outcomeOf(speaker, id)).toMatchObject({ id, radio: { durationMs: 1000 } })
  await release(listener)
})

test('a page that posts its sound keeps the floor by frames without packets, which no one receives', async () => {
  const { speaker, listener } = await openPages(aiko, ben, chika)
  const id = await talk(speaker)
  expect(await sendFrame(speaker, id, 0, [])).toEqual({ ok: true })
  await release(speaker)
  expect(await outcomeOf(speaker, id)).toBeNull()
  await listener.socket.settle()
  expect(framesAt(listener)).toEqual([])
})

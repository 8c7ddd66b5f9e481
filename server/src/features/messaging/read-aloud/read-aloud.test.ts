import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { longTest } from '#/testing/long-test.ts'
import type { Caller } from '#/testing/caller.ts'
import {
  addMembers,
  createGroup,
  leaveGroup,
  removeMember,
  requestSend,
  sendMessage,
  setAcceptance,
  startPersonalChat,
} from '#/testing/scenes/chats.ts'
import { openRadioPage, say, startRadio } from '#/testing/scenes/radio.ts'
import { SharedDatabase } from '#/testing/shared-database.ts'
import { TestSpeech, TestSynthesizer } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import type { TestSocket } from '#/testing/test-socket.ts'

const synthesizer = new TestSynthesizer()
const speech = new TestSpeech()
let noroshi: TestServer
let aiko: TestUser
let ben: TestUser
let chie: TestUser
let dora: TestUser
beforeAll(async () => {
  noroshi = await startTestServer({}, { speech, synthesizer })
  ;[aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(() => {
  synthesizer.requests.length = 0
  synthesizer.next = Promise.resolve()
})

const setReadAloud = (caller: Caller, messageThreadId: string, isTextToSpeechEnable = true) =>
  caller.request(messageRoutes.setSpeechState, { body: { messageThreadId, isTextToSpeechEnable } })
const stateOf = async (caller: Caller) => (await caller.fetch(messageRoutes.speechState)).threadIds

type Spoken = EventPayload<'message:text-to-speech'>
// `as`: the payload type of this name
const spokenAt = (socket: TestSocket) => socket.payloadsOf('message:text-to-speech') as Spoken[]
const heard = ({ audio }: Spoken) => Buffer.from(audio, 'base64').toString()
const nextHeard = async (socket: TestSocket) => heard(await socket.next('message:text-to-speech'))

/** Resolves when nothing is spoken or waits. */
async function settle(...sockets: TestSocket[]) {
  for (const socket of sockets) await socket.settle()
  await new Promise((resolve) => setTimeout(resolve, 50))
  for (const socket of sockets) await socket.settle()
}

test('each listener gets a message as sound with their own id; the sender and others get none', async () => {
  const { id } = await createGroup(aiko, [ben, chie, dora])
  const [sender, first, second, silent] = [
    await aiko.openSocket(),
    await ben.openSocket(),
    await chie.openSocket(),
    await dora.openSocket(),
  ]
  for (const one of [aiko, ben, chie]) expect((await setReadAloud(one, id)).body).toEqual({ languages: ['en'] })
  const message = await sendMessage(aiko, id, 'The road is closed.')
  for (const [socket, user] of [
    [first, ben],
    [second, chie],
  ] as const) {
    const spoken = await socket.next('message:text-to-speech')
    expect(spoken).toMatchObject({ id: message.id, text: 'The road is closed.', userId: [user.id], mimeType: 'audio/webm' })
    expect(heard(spoken)).toBe('Aiko | The road is closed.')
  }
  await settle(sender, silent)
  for (const one of [sender, silent]) expect(spokenAt(one)).toEqual([])
  expect(synthesizer.requests).toHaveLength(1)
  expect(await noroshi.db.selectFrom('events').select('id').where('name', '=', 'message:text-to-speech').execute()).toEqual([])
})

test('without a listener, nothing is spoken', async () => {
  const { id } = await createGroup(aiko, [ben])
  const socket = await ben.openSocket()
  await socket.send('message-threads:join', { messageThreadId: id })
  await sendMessage(aiko, id)
  await settle(socket)
  expect(synthesizer.requests).toEqual([])
})

test('reading aloud is a state of the device: its later sockets have it, and sockets of another device do not', async () => {
  const { id } = await createGroup(aiko, [ben])
  const phone = await createSession(noroshi.db, ben.id, 'phone', noroshi.clock.now())
  await setReadAloud(ben, id)
  const [computer, other] = [await ben.openSocket(), await noroshi.openSocket({ token: phone })]
  expect(await stateOf(ben)).toContain(id)
  expect(await stateOf(noroshi.as(phone))).toEqual([])
  await sendMessage(aiko, id, 'one')
  expect(await nextHeard(computer)).toBe('Aiko | one')
  await settle(other)
  expect(spokenAt(other)).toEqual([])
})

test('a listener who turns it off, leaves or is removed hears nothing more, also of a message that is being spoken', async () => {
  const { id } = await createGroup(aiko, [ben, chie, dora])
  const sockets = [await ben.openSocket(), await chie.openSocket(), await dora.openSocket()]
  for (const one of [ben, chie, dora]) await setReadAloud(one, id)
  const speaking = Promise.withResolvers<void>()
  synthesizer.next = speaking.promise
  await sendMessage(aiko, id, 'one')
  await vi.waitFor(() => expect(synthesizer.requests).toHaveLength(1), 10_000)
  await setReadAloud(ben, id, false)
  await leaveGroup(chie, id)
  await removeMember(aiko, id, dora)
  speaking.resolve()
  await settle(...sockets)
  for (const socket of sockets) expect(spokenAt(socket)).toEqual([])
  expect(await stateOf(ben)).not.toContain(id)
  await addMembers(aiko, id, [chie])
  await sendMessage(aiko, id, 'two')
  await settle(...sockets)
  expect(synthesizer.requests).toHaveLength(1)
})

test('a blocked thread has nothing to read, and a listener of a personal chat hears the other only', async () => {
  const { id } = await startPersonalChat(aiko, ben)
  await sendMessage(aiko, id, 'hello')
  const socket = await ben.openSocket()
  await setReadAloud(ben, id)
  await sendMessage(aiko, id, 'one')
  expect(await nextHeard(socket)).toBe('Aiko | one')
  await sendMessage(ben, id, 'own')
  await setAcceptance(ben, id, false)
  expect((await requestSend(aiko, id, 'two')).status).toBe(403)
  await settle(socket)
  expect(spokenAt(socket)).toHaveLength(1)
  await setAcceptance(ben, id, true) // a user who is blocked cannot add the other to groups
})

test('the text of a radio message is read as soon as it is known', async () => {
  const { id } = await createGroup(aiko, [ben])
  await setReadAloud(ben, id)
  const socket = await ben.openSocket()
  await startRadio(aiko, id)
  const page = await openRadioPage(await aiko.openSocket(), id)
  speech.result = Promise.resolve({ text: 'we need water', isSpeech: true })
  await say(page)
  expect(await nextHeard(socket)).toBe('Aiko | we need water')
  speech.result = Promise.resolve({ text: null, isSpeech: true })
  await say(page)
  await settle(socket)
  expect(spokenAt(socket)).toHaveLength(1)
})

test('a reaction to a radio message and its correction do not read it again', async () => {
  const { id } = await createGroup(aiko, [ben])
  await setReadAloud(ben, id)
  const socket = await ben.openSocket()
  await startRadio(aiko, id)
  const page = await openRadioPage(await aiko.openSocket(), id)
  speech.result = Promise.resolve({ text: 'we need water', isSpeech: true })
  const message = await say(page)
  await socket.next('message:text-to-speech')
  const params = { id: message?.id ?? '' }
  await ben.fetch(messageChangeRoutes.react, { params, body: { emoji: '👍' } })
  const recording = { id: message?.messageMedias[0]?.id ?? '' }
  await aiko.fetch(speechRoutes.correctTranscript, { params: recording, body: { text: 'we need clean water' } })
  await settle(socket)
  expect(spokenAt(socket)).toHaveLength(1)
})

test('a message that is deleted while it waits or is spoken is not heard', async () => {
  const { id } = await createGroup(aiko, [ben])
  await setReadAloud(ben, id)
  const socket = await ben.openSocket()
  const speaking = Promise.withResolvers<void>()
  synthesizer.next = speaking.promise
  const sent = [await sendMessage(aiko, id, 'one'), await sendMessage(aiko, id, 'two')]
  await vi.waitFor(() => expect(synthesizer.requests).toHaveLength(1), 10_000)
  for (const message of sent) await aiko.fetch(messageChangeRoutes.delete, { params: { id: message.id } })
  await sendMessage(aiko, id, 'three')
  await settle(socket)
  speaking.resolve()
  expect(await nextHeard(socket)).toBe('Aiko | three')
  expect(synthesizer.requests).toHaveLength(2)
})

test('messages of a thread keep their order; in a flood, the queue is bounded and later messages are read again', async () => {
  const { id } = await createGroup(aiko, [ben])
  await setReadAloud(ben, id)
  const socket = await ben.openSocket()
  const speaking = Promise.withResolvers<void>()
  synthesizer.next = speaking.promise
  for (let count = 1; count <= 30; count++) await sendMessage(aiko, id, `number ${count}`)
  await settle(socket)
  synthesizer.next = Promise.resolve()
  speaking.resolve()
  await settle(socket)
  const heardTexts = spokenAt(socket).map(heard)
  expect(heardTexts.length).toBeGreaterThan(5)
  expect(heardTexts.length).toBeLessThan(30)
  expect(heardTexts).toEqual(heardTexts.map((_, index) => `Aiko | number ${index + 1}`))
  await sendMessage(aiko, id, 'after the flood')
  await vi.waitFor(() => expect(spokenAt(socket).map(heard)).toContain('Aiko | after the flood'), 10_000)
})

test('without a voice for a message, listeners get no sound and nothing is logged', async () => {
  const { id } = await createGroup(aiko, [ben])
  await setReadAloud(ben, id)
  const socket = await ben.openSocket()
  synthesizer.next = null
  await sendMessage(aiko, id)
  await vi.waitFor(() => expect(synthesizer.requests).toHaveLength(1), 10_000)
  await settle(socket)
  expect(spokenAt(socket)).toEqual([])
})

test('an outsider cannot turn it on, and invalid states get 400', async () => {
  const { id } = await createGroup(aiko, [ben])
  expect((await setReadAloud(dora, id)).status).toBe(404)
  expect((await setReadAloud(noroshi.visitor, id)).status).toBe(401)
  for (const body of [
    {},
    { messageThreadId: id },
    { messageThreadId: 'x', isTextToSpeechEnable: true },
    { messageThreadId: id, isTextToSpeechEnable: 'yes' },
  ])
    expect((await aiko.request(messageRoutes.setSpeechState, { body })).status).toBe(400)
  const socket = await dora.openSocket()
  await sendMessage(aiko, id)
  await settle(socket)
  expect(synthesizer.requests).toEqual([])
})

longTest('with two processes, a listener of each hears a message once, with real voices', { timeout: 120_000 }, async () => {
  await using shared = await SharedDatabase.create()
  const [here, there] = [await shared.startServer(), await shared.startServer()]
  const [emi, hana, gen] = [await shared.createUser('Emi'), await shared.createUser('Hana'), await shared.createUser('Gen')]
  const body = { name: 'Night watch', recipients: [hana.id, gen.id] }
  const { id } = await emi.on(here).fetch(threadRoutes.createGroup, { body })
  for (const one of [hana, gen]) await setReadAloud(one.on(here), id)
  const sockets = [await here.openSocket(hana.token), await there.openSocket(gen.token)]
  const text = 'The road to the river is closed.'
  await emi.on(there).fetch(messageRoutes.send, { body: { messageThreadId: id, text } })
  for (const socket of sockets)
    await vi.waitFor(() => expect(spokenAt(socket)[0]?.audio.length).toBeGreaterThan(4000), { timeout: 90_000, interval: 200 })
  for (const socket of sockets) {
    await socket.settle()
    expect(spokenAt(socket)).toHaveLength(1)
    socket.close()
  }
})

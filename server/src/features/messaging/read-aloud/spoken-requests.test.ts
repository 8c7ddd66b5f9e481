import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { READ_ALOUD_MAX } from '@noroshi/contract/limits'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import type { Caller } from '#/testing/caller.ts'
import { createGroup, leaveGroup, sendMessage } from '#/testing/scenes/chats.ts'
import { TestSynthesizer } from '#/testing/test-speech.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'

const synthesizer = new TestSynthesizer()
let noroshi: TestServer
let aiko: TestUser
let ben: TestUser
let chie: TestUser
let dora: TestUser
beforeAll(async () => {
  noroshi = await startTestServer({}, { synthesizer })
  ;[aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(() => {
  synthesizer.requests.length = 0
  synthesizer.next = Promise.resolve()
})

test('a member can have a text spoken; a visitor cannot, and neither can an empty or too long one', async () => {
  const speak = (caller: Caller, text: unknown) => caller.request(messageRoutes.speak, { body: { text } })
  const { body } = await speak(aiko, 'SOS from Mei Lin.\n2 km east')
  expect(Buffer.from((body as { audio: string }).audio, 'base64').toString()).toBe('SOS from Mei Lin. 2 kilometres east')
  expect((await speak(noroshi.visitor, 'hello')).status).toBe(401)
  for (const text of ['', ' ', 7, 'a'.repeat(READ_ALOUD_MAX + 1)]) expect((await speak(aiko, text)).status).toBe(400)
  for (const text of ['…', '🎃']) expect(await speak(aiko, text)).toMatchObject({ status: 503, body: { code: 'speech.noVoice' } })
  synthesizer.next = null
  expect((await speak(aiko, 'hello')).status).toBe(503)
})

test('a member can have a message spoken, and its files named; an outsider, a former member and a visitor cannot', async () => {
  const { id } = await createGroup(aiko, [ben, chie])
  const message = await sendMessage(aiko, id, 'The bridge is open.')
  const speak = (caller: Caller, messageId: string, mimeType = 'audio/webm') =>
    caller.request(messageRoutes.speakMessage, { params: { id: messageId }, query: { mimeType } })
  const { body } = await speak(ben, message.id, 'audio/wav')
  expect(body).toEqual({ audio: Buffer.from('Aiko | The bridge is open.').toString('base64'), mimeType: 'audio/wav' })
  expect((await speak(noroshi.visitor, message.id)).status).toBe(401)
  await leaveGroup(chie, id)
  for (const one of [dora, chie])
    expect(await speak(one, message.id)).toMatchObject({ status: 404, body: { code: 'message.notFound' } })
  expect((await speak(ben, id)).status).toBe(404)
  expect((await speak(ben, 'message')).status).toBe(400)
  expect((await speak(ben, message.id, 'audio/mp3')).status).toBe(400)
})

test('texts of requests wait in a bounded queue, and a session may have only some spoken each minute', async () => {
  const speaking = Promise.withResolvers<void>()
  synthesizer.next = speaking.promise
  const users = await noroshi.people(...Array.from({ length: 12 }, (_, index) => `Person${index}`))
  let refused = 0
  const replies = users.map(async (user) => {
    const reply = await user.request(messageRoutes.speak, { body: { text: 'hello' } })
    if (reply.status === 429) refused++
    return reply
  })
  await vi.waitFor(() => expect(refused).toBe(3), 10_000)
  speaking.resolve()
  const statuses = (await Promise.all(replies)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(9)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  const [person] = await noroshi.people('Emi')
  for (let count = 0; count < 30; count++) await person.fetch(messageRoutes.speak, { body: { text: 'hello' } })
  expect((await person.request(messageRoutes.speak, { body: { text: 'hello' } })).status).toBe(429)
})

test('an alarm is spoken while a message is being read', async () => {
  const reading = Promise.withResolvers<void>()
  synthesizer.next = reading.promise
  const [emi, hana] = await noroshi.people('Emi', 'Hana')
  const message = emi.request(messageRoutes.speak, { body: { text: 'a long message' } })
  await vi.waitFor(() => expect(synthesizer.requests).toHaveLength(1), 10_000)
  synthesizer.next = Promise.resolve()
  const alarm = await hana.request(messageRoutes.speak, { body: { text: 'SOS', isAlarm: true } })
  expect(alarm.status).toBe(200)
  expect(synthesizer.requests.map(({ isAlarm }) => isAlarm)).toEqual([false, true])
  reading.resolve()
  expect((await message).status).toBe(200)
  expect((await hana.request(messageRoutes.speak, { body: { text: 'SOS', isAlarm: 'yes' } })).status).toBe(400)
})

test('the second waiting alarm of a device and a long text are no alarms, so that they keep no alarm of others waiting', async () => {
  const reading = Promise.withResolvers<void>()
  synthesizer.next = reading.promise
  const [emi, hana] = await noroshi.people('Emi', 'Hana')
  const speak = (text: string, user = emi) => user.request(messageRoutes.speak, { body: { text, isAlarm: true } })
  const spoken = [speak('SOS'), speak('SOS'), speak('SOS'), speak('x'.repeat(301), hana)]
  // One alarm and one other text are spoken, and two others wait.
  await vi.waitFor(() => expect(synthesizer.requests).toHaveLength(2), 10_000)
  await expect.poll(() => noroshi.deps.metrics.text()).toContain('noroshi_queue_depth{queue="spoken texts"} 2')
  reading.resolve()
  for (const reply of await Promise.all(spoken)) expect(reply.status).toBe(200)
  expect(synthesizer.requests.filter(({ isAlarm }) => isAlarm)).toHaveLength(1)
  expect((await speak('SOS')).status).toBe(200)
  expect(synthesizer.requests.filter(({ isAlarm }) => isAlarm)).toHaveLength(2)
})

test('an alarm has priority on each device of a user', async () => {
  const reading = Promise.withResolvers<void>()
  synthesizer.next = reading.promise
  const [emi] = await noroshi.people('Emi')
  const phone = noroshi.as(await createSession(noroshi.db, emi.id, 'phone', noroshi.clock.now()))
  const devices: Caller[] = [emi, phone]
  const spoken = devices.map((device) => device.request(messageRoutes.speak, { body: { text: 'SOS', isAlarm: true } }))
  await vi.waitFor(() => expect(synthesizer.requests).toHaveLength(1), 10_000)
  reading.resolve()
  for (const reply of await Promise.all(spoken)) expect(reply.status).toBe(200)
  expect(synthesizer.requests.map(({ isAlarm }) => isAlarm)).toEqual([true, true])
})

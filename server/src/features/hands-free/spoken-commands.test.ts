import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { handsFreeRoutes } from '@noroshi/contract/hands-free/hands-free.http'
import { COMMAND_TEXT_MAX } from '@noroshi/contract/limits'
import { createGroup, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { startRadio } from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
let aiko: TestUser
let ben: TestUser
let chika: TestUser
// Each test has its own server: people with the same name would be choices.
beforeEach(async () => {
  noroshi = await startTestServer({}, { speech: new TestSpeech() })
  ;[aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
})
afterEach(() => noroshi[Symbol.asyncDispose]())

const understand = (user: TestUser, text: string, body: object = {}) =>
  user.request(handsFreeRoutes.understand, { body: { language: 'en', text, ...body } })

async function understood(user: TestUser, text: string, language: 'en' | 'ja' = 'en') {
  return user.fetch(handsFreeRoutes.understand, { body: { language, text } })
}

const nothing = { recipientUserId: null, messageThreadId: null, message: null, alertId: null, recipientName: null, choices: [] }

test('a command with the name of a chat partner has the person and the thread', async () => {
  const { id } = await startPersonalChat(aiko, ben)
  expect(await understood(aiko, 'Call Ben')).toEqual({
    ...nothing,
    command: 'call',
    recipientUserId: ben.id,
    messageThreadId: id,
    recipientName: 'Ben',
  })
  expect(await understood(aiko, 'message Ben the road is closed')).toMatchObject({
    command: 'message',
    messageThreadId: id,
    message: 'the road is closed',
  })
})

test('any active user can be named, without a thread, and a deactivated one is not found', async () => {
  expect(await understood(aiko, 'call Ben')).toMatchObject({ recipientUserId: ben.id, messageThreadId: null })
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', ben.id).execute()
  expect(await understand(aiko, 'call Ben')).toMatchObject({ status: 404, body: { code: 'command.nameNotFound' } })
})

test('a group is named by its members only', async () => {
  const { id } = await createGroup(aiko, [ben])
  expect(await understood(ben, 'message Night Watch come home')).toMatchObject({
    recipientUserId: null,
    messageThreadId: id,
    recipientName: 'Night Watch',
  })
  expect((await understand(chika, 'message Night Watch come home')).status).toBe(404)
})

test('people with the same name are choices, and the caller is none of them', async () => {
  const [other] = await noroshi.people('Ben')
  const { command, recipientUserId, choices } = await understood(aiko, 'call Ben')
  expect([command, recipientUserId]).toEqual(['call', null])
  expect(choices.map((choice) => choice.recipientUserId)).toEqual(expect.arrayContaining([ben.id, other?.id]))
  expect((await understand(ben, 'call Ben')).body).toMatchObject({ recipientUserId: other?.id })
})

test('a Japanese command names a person by the name in kana of the profile', async () => {
  const profile = { firstName: '遥', lastName: '佐藤', nameReading: 'サトウ　ハルカ', gender: 'Female' as const }
  const me = await ben.fetch(peopleRoutes.editProfile, { params: { id: ben.id }, body: profile })
  expect(me.nameReading).toBe('さとう はるか')
  await startPersonalChat(aiko, ben)
  for (const text of ['さとうさんに電話', '佐藤さんに電話してください', 'ハルカちゃんに電話'])
    expect(await understood(aiko, text, 'ja'), text).toMatchObject({
      command: 'call',
      recipientUserId: ben.id,
      recipientName: '佐藤 遥',
    })
  const wrong = await ben.request(peopleRoutes.editProfile, { params: { id: ben.id }, body: { ...profile, nameReading: '佐藤' } })
  expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'nameReading' }] } })
})

test('radio without a name is the running radio chat, or an error before the first one', async () => {
  expect(await understand(aiko, 'radio')).toMatchObject({ status: 404, body: { code: 'command.noRadio' } })
  const { id } = await createGroup(aiko, [ben])
  await startRadio(ben, id)
  expect(await understood(aiko, 'radio')).toMatchObject({ command: 'asrChat', messageThreadId: id, recipientName: 'Night Watch' })
})

test('an SOS is only understood: no alert is raised', async () => {
  expect(await understood(aiko, 'SOS')).toEqual({ ...nothing, command: 'sos' })
  expect(await understood(aiko, '助けて', 'ja')).toEqual({ ...nothing, command: 'sos' })
  const raised = await noroshi.db.selectFrom('alerts').select('id').where('raised_by', '=', aiko.id).execute()
  expect(raised).toEqual([])
})

test('a user whom the caller blocks is found by the search, and the thread decides about the message', async () => {
  const { id } = await startPersonalChat(ben, aiko)
  await setAcceptance(aiko, id, false)
  expect(await understood(aiko, 'call Ben')).toMatchObject({ recipientUserId: ben.id, messageThreadId: null })
})

test('a text that is not a command is answered in the language of the caller', async () => {
  const body = { code: 'command.notUnderstood', message: expect.stringContaining('not a command') as string }
  expect(await understand(aiko, 'the weather is nice')).toMatchObject({ status: 400, body })
})

test('a visitor gets 401, another UserId 403, and bad input 400', async () => {
  const body = { language: 'en' as const, text: 'stop' }
  expect((await noroshi.visitor.request(handsFreeRoutes.understand, { body })).status).toBe(401)
  expect((await understand(aiko, 'stop', { UserId: ben.id })).status).toBe(403)
  const own = { UserId: aiko.id, accessToken: aiko.token ?? '' }
  expect((await understand(aiko, 'stop', { ...own, latitude: '38.2', longitude: 'x' })).status).toBe(200)
  for (const text of ['', '  ', 'a'.repeat(COMMAND_TEXT_MAX + 1)]) expect((await understand(aiko, text)).status).toBe(400)
  expect((await understand(aiko, 'stop', { language: 'fr' })).status).toBe(400)
  expect((await understand(aiko, 'stop', { UserId: randomUUID().slice(1) })).status).toBe(400)
})

import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { correctRadioMessage } from '#/features/messaging/radio-messages/radio-messages.service.ts'
import { raiseSos, resolveAlert } from '#/testing/scenes/alert-requests.ts'
import { leaveAlertGroups } from '#/testing/scenes/groups.ts'
import { openRadioPage, say } from '#/testing/scenes/radio.ts'
import { TestSpeech } from '#/testing/test-speech.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'
import { removeFormerReaders } from './alert-radio.service.ts'
import { checkRadioChats } from './radio-members.service.ts'

const join = (user: TestUser, id: string) => user.fetch(radioRoutes.joinAlert, { params: { id } })
const statusOf = async (user: TestUser, id: string) => (await user.request(radioRoutes.joinAlert, { params: { id } })).status
const stateFor = (user: TestUser, id: string) => user.fetch(radioRoutes.alert, { params: { id } })

test('raiser, readers and administrators join the radio channel of an alert; outsiders and visitors do not', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, oda] = await noroshi.people('Aiko', 'Ben', 'Oda')
  await leaveAlertGroups(noroshi, oda)
  const id = await raiseSos(aiko)
  expect(await stateFor(ben, id)).toEqual({ isRunning: false, memberCount: 0 })
  const chat = await join(ben, id)
  expect((await join(aiko, id)).MessageThreadId).toBe(chat.MessageThreadId)
  expect(await stateFor(aiko, id)).toEqual({ isRunning: true, memberCount: 0 })
  expect(await statusOf(oda, id)).toBe(404)
  expect((await noroshi.visitor.request(radioRoutes.joinAlert, { params: { id } })).status).toBe(401)
  const thread = await aiko.fetch(threadRoutes.get, { params: { id: chat.MessageThreadId } })
  expect(thread).toMatchObject({ group: { name: 'SOS Aiko' }, alert: { id }, memberCount: 2 })
})

test('no member of the channel is an admin, also after others leave, so that no one adds an outsider', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, oda] = await noroshi.people('Aiko', 'Ben', 'Oda')
  const id = await raiseSos(aiko)
  const { MessageThreadId: threadId } = await join(ben, id)
  await join(aiko, id)
  await ben.fetch(threadRoutes.leave, { params: { id: threadId } })
  const members = await noroshi.db.selectFrom('thread_members').selectAll().where('thread_id', '=', threadId).execute()
  expect(members.map(({ user_id, is_admin }) => [user_id, is_admin])).toEqual([[aiko.id, false]])
  const { status } = await aiko.request(threadRoutes.addMembers, { params: { id: threadId }, body: { userIds: [oda.id] } })
  expect(status).toBe(403)
})

test('many users join at once, and the alert has one channel and one radio chat', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ...others] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dai', 'Emi')
  const id = await raiseSos(aiko)
  const chats = await Promise.all(others.map((user) => join(user, id)))
  expect(new Set(chats.map(({ MessageThreadId }) => MessageThreadId)).size).toBe(1)
  expect(new Set(chats.map((chat) => chat.id)).size).toBe(1)
})

test('the channel ends with the resolution of the alert, and starts again after it is reopened', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko)
  const { MessageThreadId: threadId } = await join(ben, id)
  await resolveAlert(aiko, id)
  await checkRadioChats(noroshi.deps)
  expect(await stateFor(ben, id)).toEqual({ isRunning: false, memberCount: 0 })
  expect(await statusOf(ben, id)).toBe(409)
  expect((await ben.request(radioRoutes.start, { params: { threadId } })).status).toBe(409)
  await aiko.fetch(alertRoutes.reopen, { params: { id } })
  expect((await join(ben, id)).MessageThreadId).toBe(threadId)
})

test('a member who may not read the alert any more loses the channel', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const id = await raiseSos(aiko)
  const { MessageThreadId: threadId } = await join(ben, id)
  await join(chie, id)
  await leaveAlertGroups(noroshi, ben)
  // Before the next check, the server refuses what would let the user hear or talk.
  expect((await ben.request(radioRoutes.start, { params: { threadId } })).status).toBe(404)
  await removeFormerReaders(noroshi.deps)
  expect((await ben.request(radioRoutes.history, { params: { id: threadId } })).status).toBe(404)
  expect((await chie.request(radioRoutes.history, { params: { id: threadId } })).status).toBe(200)
})

test('the deletion of an alert deletes its channel', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Kenji')
  const [ben] = await noroshi.people('Ben')
  const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
  const { MessageThreadId: threadId } = await join(ben, id)
  await admin.fetch(anonymousDataRoutes.deleteAlert, { params: { id } })
  expect((await ben.request(threadRoutes.get, { params: { id: threadId } })).status).toBe(404)
  expect(await noroshi.db.selectFrom('threads').select('id').where('id', '=', threadId).execute()).toEqual([])
})

test('what is said in the channel is in the record of the alert, with a text that is corrected later', async () => {
  await using noroshi = await startTestServer({}, { speech: new TestSpeech() })
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await raiseSos(aiko)
  const { MessageThreadId: threadId } = await join(ben, id)
  const said = await say(await openRadioPage(await ben.openSocket(), threadId))
  const recorded = async () => {
    await noroshi.deps.journal.flush()
    await noroshi.consumers.flush()
    const { items } = await aiko.fetch(recordRoutes.timeline, { params: { id } })
    return items.filter(({ kind }) => kind === 'radio')
  }
  const of = { by: { id: ben.id }, messageId: said?.id }
  expect(await recorded()).toMatchObject([{ payload: { ...of, text: said?.text } }])
  const correction = { text: 'the house is empty', isDraft: false }
  await noroshi.deps.transaction((tx) => correctRadioMessage(noroshi.deps, tx, said?.id ?? '', correction))
  expect((await recorded()).slice(1)).toMatchObject([{ payload: { ...of, text: 'the house is empty', isCorrected: true } }])
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNREAD_MAX } from '@noroshi/contract/limits'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { type Mention, MENTIONS_MAX } from '@noroshi/contract/messaging/mentions'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import {
  createGroup,
  fetchMessages,
  fetchThread,
  markThread,
  requestSend,
  sendMessage,
  startPersonalChat,
} from '#/testing/scenes/chats.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function startGroup() {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  return { aiko, ben, chie, id }
}

const at = (userId: string | null, start: number, length: number): Mention => ({ userId, start, length })
const mentionSeqOf = async (person: TestUser, id: string) => (await fetchThread(person, id)).mentionSeq

test('a message mentions members of its group; the mentioned find it until they have read it', async () => {
  const { aiko, ben, chie, id } = await startGroup()
  const mentions = [at(ben.id, 0, 4)]
  const sent = await sendMessage(aiko, id, '@Ben come quickly', { mentions })
  expect(sent.mentions).toEqual(mentions)
  expect((await fetchMessages(chie, id))[0]?.mentions).toEqual(mentions)
  await sendMessage(aiko, id, 'and bring water')
  expect([await mentionSeqOf(ben, id), await mentionSeqOf(chie, id)]).toEqual([1, undefined])
  await markThread(ben, id)
  expect(await mentionSeqOf(ben, id)).toBeUndefined()
})

test('a mention before the unread messages that are counted is not found', async () => {
  const { aiko, ben, id } = await startGroup()
  await sendMessage(aiko, id, '@Ben', { mentions: [at(ben.id, 0, 4)] })
  const setLast = (last_seq: number) => noroshi.db.updateTable('threads').set({ last_seq }).where('id', '=', id).execute()
  await setLast(UNREAD_MAX)
  expect(await mentionSeqOf(ben, id)).toBe(1)
  await setLast(UNREAD_MAX + 1)
  expect(await mentionSeqOf(ben, id)).toBeUndefined()
})

test('an admin mentions everyone; others write it as text', async () => {
  const { aiko, ben, chie, id } = await startGroup()
  const ofMember = await sendMessage(ben, id, '@all listen', { mentions: [at(null, 0, 4)] })
  expect(ofMember.mentions).toBeUndefined()
  expect(await mentionSeqOf(chie, id)).toBeUndefined()
  const ofAdmin = await sendMessage(aiko, id, '＠all listen', { mentions: [at(null, 0, 4)] })
  expect(ofAdmin.mentions).toEqual([at(null, 0, 4)])
  expect(await mentionSeqOf(chie, id)).toBe(2)
})

test('mentions of outsiders, outside of the text, without a mark, overlapping ones and those in a personal chat are text', async () => {
  const { aiko, ben, id } = await startGroup()
  const [dora] = await noroshi.people('Dora')
  const send = async (mentions: Mention[]) => (await sendMessage(aiko, id, '@Ben and @Dora', { mentions })).mentions
  expect(await send([at(dora.id, 9, 5)])).toBeUndefined()
  expect(await send([at(ben.id, 0, 99)])).toBeUndefined()
  expect(await send([at(ben.id, 1, 3)])).toBeUndefined()
  expect(await send([at(ben.id, 0, 4), at(aiko.id, 0, 2)])).toEqual([at(ben.id, 0, 4)])
  const personal = await startPersonalChat(aiko, ben)
  expect((await sendMessage(aiko, personal.id, '@Ben', { mentions: [at(ben.id, 0, 4)] })).mentions).toBeUndefined()
})

test('wrong mentions and too many in one message are refused', async () => {
  const { aiko, ben, id } = await startGroup()
  const many = Array.from({ length: MENTIONS_MAX + 1 }, () => at(ben.id, 0, 4))
  for (const mentions of [many, 'x', [{ userId: ben.id }], [at(ben.id, -1, 2)]])
    expect((await requestSend(aiko, id, '@Ben', { mentions })).status).toBe(400)
})

test('the mentions of more than 30 messages in 5 minutes are text, and so are those of an edit', async () => {
  const { aiko, ben, id } = await startGroup()
  const mentions = [at(ben.id, 0, 4)]
  const clientId = randomUUID()
  const send = async (more = {}) => (await sendMessage(aiko, id, '@Ben', { mentions, ...more })).mentions
  for (let count = 0; count < 30; count += 1) expect(await send()).toEqual(mentions)
  expect(await send({ clientId })).toBeUndefined()
  expect(await send({ clientId })).toBeUndefined()
  const plain = await sendMessage(aiko, id, 'no mention')
  const body = { text: '@Ben', mentions }
  const edited = await aiko.fetch(messageChangeRoutes.edit, { params: { id: plain.id }, body })
  expect([edited.text, edited.mentions]).toEqual(['@Ben', undefined])
})

test('a caption mentions by its form; an edit changes the mentions, and a deletion removes them', async () => {
  const { aiko, ben, chie, id } = await startGroup()
  const sent = await aiko.fetch(messageRoutes.upload, {
    form: { messageThreadId: id, text: '@Ben look', mentions: JSON.stringify([at(ben.id, 0, 4)]) },
    files: [{ field: 'messageMedia', name: 'plan.txt', bytes: new TextEncoder().encode('meet at the hall') }],
  })
  expect(sent.mentions).toEqual([at(ben.id, 0, 4)])
  const body = { text: '@Chie look', mentions: [at(chie.id, 0, 5)] }
  const edited = await aiko.fetch(messageChangeRoutes.edit, { params: { id: sent.id }, body })
  expect(edited.mentions).toEqual(body.mentions)
  expect([await mentionSeqOf(ben, id), await mentionSeqOf(chie, id)]).toEqual([undefined, 1])
  await aiko.fetch(messageChangeRoutes.delete, { params: { id: sent.id } })
  expect(await mentionSeqOf(chie, id)).toBeUndefined()
})

test('a repeated message whose member has left meanwhile returns the first one', async () => {
  const { aiko, ben, id } = await startGroup()
  const clientId = crypto.randomUUID()
  const send = () => requestSend(aiko, id, '@Ben', { mentions: [at(ben.id, 0, 4)], clientId })
  const first = await send()
  await noroshi.db.deleteFrom('thread_members').where('user_id', '=', ben.id).execute()
  expect(await send()).toMatchObject({ status: 201, body: { id: first.body.id } })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { PINS_MAX } from '@noroshi/contract/limits'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import {
  createGroup,
  fetchMessages,
  removeMember,
  sendMessage,
  setAcceptance,
  startPersonalChat,
} from '#/testing/scenes/chats.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { insertHidden } from './pins-and-hidden.sql.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const forward = (person: TestUser, id: string, messageThreadId: string, clientId?: string) =>
  person.request(messageChangeRoutes.forward, { params: { id }, body: { messageThreadId, clientId } })
const pin = (person: TestUser, id: string, isPinned = true) =>
  person.request(messageChangeRoutes.pin, { params: { id }, body: { isPinned } })
const pinsOf = async (person: TestUser, id: string) =>
  (await person.fetch(messageChangeRoutes.pins, { params: { id } })).items.map(({ text }) => text)
const hide = (person: TestUser, id: string, isHidden = true) =>
  person.request(messageChangeRoutes.hide, { params: { id }, body: { isHidden } })
const hiddenOf = async (person: TestUser) => (await person.fetch(messageChangeRoutes.hidden)).messageIds

async function startChats() {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id: groupId } = await createGroup(aiko, [ben])
  const { id: personalId } = await startPersonalChat(ben, chie)
  return { aiko, ben, chie, groupId, personalId }
}

test('a forwarded message is a copy with its files, which stays when the original is deleted', async () => {
  const { aiko, ben, chie, groupId, personalId } = await startChats()
  const bytes = new TextEncoder().encode('meet at the hall')
  const sent = await aiko.fetch(messageRoutes.upload, {
    form: { messageThreadId: groupId, text: 'the plan', latitude: '38.2', longitude: '140.9' },
    files: [{ field: 'messageMedia', name: 'plan.txt', bytes }],
  })
  const clientId = randomUUID()
  const { status, body: copy } = await forward(ben, sent.id, personalId, clientId)
  expect(status).toBe(201)
  expect(copy).toMatchObject({ text: 'the plan', isForwarded: true, SenderId: ben.id, latitude: 38.2 })
  expect(copy.id).not.toBe(sent.id)
  expect((await forward(ben, sent.id, personalId, clientId)).body.id).toBe(copy.id)
  await aiko.fetch(messageChangeRoutes.delete, { params: { id: sent.id } })
  const [received] = await fetchMessages(chie, personalId)
  const url = received?.messageMedias[0]?.mediaUrl ?? ''
  expect(url).not.toBe(sent.messageMedias[0]?.mediaUrl)
  expect(new Uint8Array(await (await chie.rawFetch(url)).arrayBuffer())).toEqual(bytes)
  expect(await noroshi.db.selectFrom('files').selectAll().where('parent_kind', '=', 'message').execute()).toHaveLength(1)
})

test('a repeated forward returns the copy after the source was edited, deleted or left; another source is a conflict', async () => {
  const { aiko, ben, groupId, personalId } = await startChats()
  const [sent, other] = [await sendMessage(aiko, groupId, 'at six'), await sendMessage(aiko, groupId, 'at six')]
  const clientId = randomUUID()
  const { body: copy } = await forward(ben, sent.id, personalId, clientId)
  const expectCopy = async () =>
    expect(await forward(ben, sent.id, personalId, clientId)).toMatchObject({
      status: 201,
      body: { id: copy.id, text: 'at six' },
    })
  await aiko.fetch(messageChangeRoutes.edit, { params: { id: sent.id }, body: { text: 'at seven' } })
  await expectCopy()
  await aiko.fetch(messageChangeRoutes.delete, { params: { id: sent.id } })
  await expectCopy()
  for (const [sourceId, threadId] of [
    [other.id, personalId],
    [sent.id, groupId],
  ] as const)
    expect(await forward(ben, sourceId, threadId, clientId)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  await removeMember(aiko, groupId, ben)
  await expectCopy()
})

test('a message that the forwarder may not read, a deleted one and one of an alert are not forwarded, nor is one to a foreign chat', async () => {
  const { aiko, ben, chie, groupId, personalId } = await startChats()
  const sent = await sendMessage(aiko, groupId)
  expect((await forward(chie, sent.id, personalId)).status).toBe(404)
  expect((await forward(aiko, sent.id, personalId)).status).toBe(404)
  await setAcceptance(chie, personalId, false)
  expect((await forward(ben, sent.id, personalId)).status).toBe(403)
  await aiko.fetch(messageChangeRoutes.delete, { params: { id: sent.id } })
  expect(await forward(ben, sent.id, groupId)).toMatchObject({ status: 409, body: { code: 'message.isDeleted' } })
  const { id: alertId } = await aiko.fetch(alertRoutes.raise, { body: {} })
  const said = await aiko.fetch(alertRoutes.sendMessage, { body: { alertId, text: 'help' } })
  expect(await forward(aiko, said.id, groupId)).toMatchObject({ status: 403, body: { code: 'message.isRecord' } })
})

test('members pin and unpin messages; the latest pin is first, a deletion unpins, and their number is bounded', async () => {
  const { aiko, ben, chie, groupId } = await startChats()
  const socket = await ben.openSocket()
  const [one, two] = [await sendMessage(aiko, groupId, 'one'), await sendMessage(aiko, groupId, 'two')]
  expect((await pin(aiko, one.id)).body.pinnedAt).toBeDefined()
  expect((await socket.next('messages:updated')).pinnedAt).toBeDefined()
  await pin(ben, two.id)
  expect(await pinsOf(ben, groupId)).toEqual(['two', 'one'])
  await pin(aiko, two.id, false)
  expect(await pinsOf(aiko, groupId)).toEqual(['one'])
  await aiko.fetch(messageChangeRoutes.delete, { params: { id: one.id } })
  expect(await pinsOf(aiko, groupId)).toEqual([])
  expect(await pin(aiko, one.id)).toMatchObject({ status: 409, body: { code: 'message.isDeleted' } })
  expect((await pin(chie, two.id)).status).toBe(404)
  const statuses = []
  for (let count = 0; count <= PINS_MAX; count += 1)
    statuses.push((await pin(aiko, (await sendMessage(aiko, groupId)).id)).status)
  expect(statuses).toEqual([...Array.from({ length: PINS_MAX }, () => 200), 409])
})

test('a reader hides a message on all of their devices; others still see it, and a search does not find it', async () => {
  const { aiko, ben, chie, groupId } = await startChats()
  const socket = await ben.openSocket()
  const sent = await sendMessage(aiko, groupId, 'umbrella')
  expect((await hide(ben, sent.id)).status).toBe(200)
  await socket.next('messages:hidden')
  expect([await hiddenOf(ben), await hiddenOf(aiko)]).toEqual([[sent.id], []])
  const found = async (person: TestUser) =>
    (await person.fetch(messageSearchRoutes.search, { query: { text: 'umbrella' } })).items.length
  expect([await found(ben), await found(aiko)]).toEqual([0, 1])
  await hide(ben, sent.id)
  await hide(ben, sent.id, false)
  expect([await hiddenOf(ben), await found(ben)]).toEqual([[], 1])
  expect((await hide(chie, sent.id)).status).toBe(404)
  await hide(ben, sent.id)
  await removeMember(aiko, groupId, ben)
  expect((await hide(ben, sent.id)).status).toBe(404)
  expect((await hide(ben, sent.id, false)).status).toBe(200)
  expect(await hiddenOf(ben)).toEqual([])
})

test('a full list of hidden messages forgets deleted ones and those of threads that the reader has left', async () => {
  const { aiko, ben, chie, groupId, personalId } = await startChats()
  const [left, deleted, kept, next] = [
    await sendMessage(aiko, groupId),
    await sendMessage(chie, personalId),
    await sendMessage(chie, personalId),
    await sendMessage(chie, personalId),
  ]
  for (const { id } of [left, deleted, kept]) await hide(ben, id)
  const hideNext = (max: number) => insertHidden(noroshi.db, ben.id, next.id, noroshi.clock.now(), max)
  expect(await hideNext(3)).toBe(false)
  await removeMember(aiko, groupId, ben)
  await chie.fetch(messageChangeRoutes.delete, { params: { id: deleted.id } })
  expect(await hideNext(1)).toBe(false)
  expect(await hiddenOf(ben)).toEqual([kept.id])
  expect(await hideNext(2)).toBe(true)
  expect(await hiddenOf(ben)).toEqual(expect.arrayContaining([kept.id, next.id]))
})

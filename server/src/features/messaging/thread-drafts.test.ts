import { afterAll, beforeAll, expect, test } from 'vitest'
import { DRAFTS_MAX, MESSAGE_MAX } from '@noroshi/contract/limits'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { threadDraftRoutes } from '@noroshi/contract/messaging/thread-drafts.http'
import { createGroup, leaveGroup, removeMember, startPersonalChat } from '#/testing/scenes/chats.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { longTest } from '#/testing/long-test.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const set = (user: TestUser, id: string, text: string) => user.fetch(threadDraftRoutes.set, { params: { id }, body: { text } })
const requestSet = (user: TestUser, id: string, text: string) =>
  user.request(threadDraftRoutes.set, { params: { id }, body: { text } })
const draftsOf = async (user: TestUser) => (await user.fetch(threadDraftRoutes.list)).items

test('a draft is stored as typed for its user alone, and only their own sockets get it', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  const [phone, other] = [await aiko.openSocket(), await ben.openSocket()]
  for (const socket of [phone, other]) await socket.send('message-threads:join', { messageThreadId: id })
  const draft = await set(aiko, id, '  the bridge\n')
  expect(draft.text).toBe('  the bridge\n')
  expect(await phone.next('message-threads:draft')).toEqual({ messageThreadId: id, draft })
  expect(await draftsOf(aiko)).toEqual([{ messageThreadId: id, ...draft }])
  expect(await draftsOf(ben)).toEqual([])
  await set(ben, id, 'Where?')
  expect((await draftsOf(aiko)).map(({ text }) => text)).toEqual(['  the bridge\n'])
  expect((await ben.fetch(messageSearchRoutes.search, { query: { text: 'bridge' } })).items).toEqual([])
  expect((await aiko.fetch(messageSearchRoutes.search, { query: { text: 'bridge' } })).items).toEqual([])
  await other.settle()
  expect(other.received).toMatchObject([{ name: 'message-threads:draft', payload: { draft: { text: 'Where?' } } }])
})

test('the last draft wins with a higher version, the same text keeps it, and an empty one stays in the list', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  const first = await set(aiko, id, 'a')
  const second = await set(aiko, id, 'ab')
  expect(second.version).toBeGreaterThan(first.version)
  const phone = await aiko.openSocket()
  expect(await set(aiko, id, 'ab')).toEqual(second)
  await phone.settle()
  expect(phone.names()).toEqual([])
  const cleared = await set(aiko, id, '')
  expect(cleared.version).toBeGreaterThan(second.version)
  expect(await draftsOf(aiko)).toEqual([{ messageThreadId: id, text: '', version: cleared.version }])
})

test('parallel drafts of one thread get different versions', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  const drafts = await Promise.all(Array.from({ length: 8 }, (_, index) => set(aiko, id, `text ${index}`)))
  expect(new Set(drafts.map(({ version }) => version)).size).toBe(8)
  const last = drafts.toSorted((a, b) => b.version - a.version)[0]
  expect(await draftsOf(aiko)).toEqual([{ messageThreadId: id, ...last }])
})

test('a draft ends with the membership, and a former member gets 404', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  for (const person of [ben, chie]) await set(person, id, 'on my way')
  await leaveGroup(ben, id)
  await removeMember(aiko, id, chie)
  for (const person of [ben, chie]) {
    expect(await draftsOf(person)).toEqual([])
    expect(await requestSet(person, id, 'again')).toMatchObject({ status: 404, body: { code: 'thread.notFound' } })
  }
})

test('a draft that is too long, or no text, gets 400', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  expect((await set(aiko, id, 'x'.repeat(MESSAGE_MAX))).text).toHaveLength(MESSAGE_MAX)
  expect((await requestSet(aiko, id, 'x'.repeat(MESSAGE_MAX + 1))).status).toBe(400)
  expect((await requestSet(aiko, id, 7 as unknown as string)).status).toBe(400)
})

longTest('a user has a limited number of drafts, and can still change and clear them', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  await set(aiko, id, 'kept')
  const group = await createGroup(aiko, [ben])
  const others = await noroshi.people(...Array.from({ length: DRAFTS_MAX - 1 }, (_, index) => `Member${index}`))
  for (const other of others) {
    const { id: threadId } = await startPersonalChat(other, aiko)
    await noroshi.db
      .insertInto('thread_drafts')
      .values({ thread_id: threadId, user_id: aiko.id, text: 'x', version: 1 })
      .execute()
  }
  expect(await requestSet(aiko, group.id, 'one more')).toMatchObject({ status: 409, body: { code: 'thread.tooManyDrafts' } })
  expect((await set(aiko, id, 'changed')).text).toBe('changed')
  await set(aiko, id, '')
  expect((await set(aiko, group.id, 'one more')).text).toBe('one more')
})

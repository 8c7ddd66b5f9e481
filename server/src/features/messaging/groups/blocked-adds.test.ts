import { afterAll, beforeAll, expect, test } from 'vitest'
import { ErrorReply } from '@noroshi/contract/errors'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { createGroup, sendMessage, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { type TestServer, startTestServer, type TestUser } from '#/testing/test-server.ts'

let noroshi: TestServer
let aiko: TestUser, ben: TestUser, chie: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  ;[aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  // Aiko blocks Ben.
  const { id } = await startPersonalChat(ben, aiko)
  await sendMessage(ben, id)
  await setAcceptance(aiko, id, false)
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const create = (user: TestUser, recipients: readonly TestUser[]) =>
  user.request(threadRoutes.createGroup, { body: { name: 'Night watch', recipients: recipients.map(({ id }) => id) } })
const add = (user: TestUser, id: string, users: readonly TestUser[]) =>
  user.request(threadRoutes.addMembers, { params: { id }, body: { userIds: users.map((each) => each.id) } })

test('a blocked user cannot put the blocker into a new group, alone or among others', async () => {
  const listening = await aiko.openSocket()
  for (const recipients of [[aiko], [chie, aiko]]) {
    const { status, body } = await create(ben, recipients)
    expect([status, ErrorReply.parse(body).code]).toEqual([403, 'thread.notAddable'])
  }
  expect((await aiko.fetch(threadRoutes.groups)).items).toEqual([])
  expect((await chie.fetch(threadRoutes.groups)).items).toEqual([])
  expect(listening.names()).not.toContain('message-threads:new_group')
})

test('a blocked user cannot add the blocker to a group, and no one else is added', async () => {
  const { id } = await createGroup(ben, [chie])
  const [dora] = await noroshi.people('Dora')
  const { status, body } = await add(ben, id, [dora, aiko])
  expect([status, ErrorReply.parse(body).code]).toEqual([403, 'thread.notAddable'])
  expect((await ben.fetch(threadRoutes.members, { params: { id } })).items).toHaveLength(2)
})

test('the blocker may add the blocked user, and others may add both', async () => {
  expect((await create(aiko, [ben])).status).toBe(201)
  expect((await create(chie, [aiko, ben])).status).toBe(201)
})

test('a radio chat that a blocked user starts in a common group is not announced to the blocker', async () => {
  const { id } = await createGroup(chie, [aiko, ben])
  const [blocker, other] = [await aiko.openSocket(), await chie.openSocket()]
  await ben.fetch(radioRoutes.start, { params: { threadId: id } })
  expect(await other.next('asr-chat:new')).toMatchObject({ radioChat: { MessageThreadId: id } })
  expect(blocker.names()).not.toContain('asr-chat:new')
})

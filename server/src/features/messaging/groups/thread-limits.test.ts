import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GROUP_MEMBERS_MAX } from '@noroshi/contract/limits'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { createGroup, fetchThread } from '#/testing/scenes/chats.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Sends `count` requests and returns how many of them did not get 429. */
async function countAllowed(count: number, send: () => Promise<{ status: number }>): Promise<number> {
  let allowed = 0
  for (let sent = 0; sent < count; sent += 1) if ((await send()).status !== 429) allowed += 1
  return allowed
}

test('a user gets 429 when creating too many groups, starting too many chats or adding too many members', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const body = { name: 'Night watch', recipients: [ben.id] }
  const { id } = await createGroup(chie, [ben])
  expect(await countAllowed(25, () => aiko.request(threadRoutes.createGroup, { body }))).toBe(20)
  expect(await countAllowed(65, () => aiko.request(threadRoutes.startPersonal, { body: { recipient: randomUUID() } }))).toBe(60)
  const added = { params: { id }, body: { userIds: [ben.id] } }
  expect(await countAllowed(125, () => aiko.request(threadRoutes.addMembers, added))).toBe(120)
  expect((await chie.request(threadRoutes.createGroup, { body })).status).toBe(201)
})

test('adding members beyond the limit of a group gets 409; adding one up to the limit succeeds', async () => {
  const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
  const { id } = await createGroup(aiko, [ben])
  const setMemberCount = (member_count: number) =>
    noroshi.db.updateTable('threads').set({ member_count }).where('id', '=', id).execute()
  await setMemberCount(GROUP_MEMBERS_MAX - 1)
  const requestAdd = (...userIds: string[]) => aiko.request(threadRoutes.addMembers, { params: { id }, body: { userIds } })
  expect(await requestAdd(chie.id, dora.id)).toMatchObject({
    status: 409,
    body: { code: 'thread.tooManyMembers', message: 'A group can have at most 1000 people' },
  })
  expect((await chie.request(threadRoutes.get, { params: { id } })).status).toBe(404)
  expect((await requestAdd(chie.id)).status).toBe(200)
  expect(await fetchThread(chie, id)).toMatchObject({ memberCount: GROUP_MEMBERS_MAX })
  expect((await requestAdd(chie.id)).status).toBe(200)
})

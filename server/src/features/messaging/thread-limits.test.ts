import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GROUP_MEMBERS_MAX } from '@noroshi/contract/limits'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { makesGroup, opens } from '#/testing/chats.ts'
import { type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
beforeAll(async () => {
  noroshi = await unit()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** How many of so many requests were let through. */
async function letThrough(count: number, asks: () => Promise<{ status: number }>): Promise<number> {
  let passed = 0
  for (let place = 0; place < count; place += 1) if ((await asks()).status !== 429) passed += 1
  return passed
}

test('nobody puts groups, chats and additions before people without end', async () => {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const body = { name: 'Night watch', recipients: [ben.id] }
  const { id } = await makesGroup(chie, [ben])
  expect(await letThrough(25, () => aiko.asks(threadRoutes.createGroup, { body }))).toBe(20)
  expect(await letThrough(65, () => aiko.asks(threadRoutes.startPersonal, { body: { recipient: randomUUID() } }))).toBe(60)
  const added = { params: { id }, body: { userIds: [ben.id] } }
  expect(await letThrough(125, () => aiko.asks(threadRoutes.addMembers, added))).toBe(120)
  expect((await chie.asks(threadRoutes.createGroup, { body })).status).toBe(201)
})

test('a group takes nobody beyond its limit, and one more up to it', async () => {
  const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
  const { id } = await makesGroup(aiko, [ben])
  const holds = (member_count: number) => noroshi.db.updateTable('threads').set({ member_count }).where('id', '=', id).execute()
  await holds(GROUP_MEMBERS_MAX - 1)
  const adds = (...userIds: string[]) => aiko.asks(threadRoutes.addMembers, { params: { id }, body: { userIds } })
  expect(await adds(chie.id, dora.id)).toMatchObject({
    status: 409,
    body: { code: 'thread.tooManyMembers', message: 'A group can have at most 1000 people' },
  })
  expect((await chie.asks(threadRoutes.get, { params: { id } })).status).toBe(404)
  expect((await adds(chie.id)).status).toBe(200)
  expect(await opens(chie, id)).toMatchObject({ memberCount: GROUP_MEMBERS_MAX })
  expect((await adds(chie.id)).status).toBe(200)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { leaveGroup, createGroup, markThread, fetchThread, sendMessage } from '#/testing/scenes/chats.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'
import { emitMissedWatermarks } from './watermarks.service.ts'

let noroshi: TestServer
let gen: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  gen = await noroshi.admin('Gen')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function deactivate({ id }: TestUser): Promise<void> {
  await gen.fetch(adminUserRoutes.deactivate, { params: { id } })
  await noroshi.consumers.flush()
}
async function activate({ id }: TestUser): Promise<void> {
  await gen.fetch(adminUserRoutes.activate, { params: { id } })
  await noroshi.consumers.flush()
}
const admins = async (person: TestUser, id: string) =>
  (await person.fetch(threadRoutes.members, { params: { id } })).items
    .filter((one) => one.isAdmin)
    .map((one) => one.user.firstName)
const seenByAll = async (person: TestUser, id: string) => (await fetchThread(person, id)).watermarks.seenSeq

describe('the watermarks of all members', () => {
  test('rise without a deactivated member and do not fall when the member is reactivated', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    const listening = await aiko.openSocket()
    await sendMessage(aiko, id)
    await markThread(ben, id)
    expect(await seenByAll(aiko, id)).toBe(0)
    await deactivate(chie)
    expect((await listening.next('messages:status_updated')).watermarks).toEqual({ deliveredSeq: 1, seenSeq: 1 })
    await activate(chie)
    await sendMessage(ben, id)
    await markThread(aiko, id)
    await emitMissedWatermarks(noroshi.deps)
    expect(await seenByAll(aiko, id)).toBe(1)
  })

  test('rise after a crash without a deactivated member', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    await sendMessage(aiko, id)
    await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', chie.id).execute()
    const update = noroshi.db.updateTable('thread_watermarks').set({ delivered_seq: 1, seen_seq: 1 })
    await update.where('thread_id', '=', id).where('user_id', '=', ben.id).where('message_type', '=', 'normalChat').execute()
    await emitMissedWatermarks(noroshi.deps)
    expect(await seenByAll(aiko, id)).toBe(1)
  })
})

describe('a group', () => {
  test('gets an active admin and notifies all members when its last active admin is deactivated', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    const [successor, other] = await Promise.all([ben.openSocket(), chie.openSocket()])
    await deactivate(aiko)
    await successor.next('membership:changed')
    await other.next('message-threads:updated')
    expect(await admins(chie, id)).toEqual(['Aiko', 'Ben'])
    const target = { params: { id, userId: chie.id } }
    expect((await ben.request(threadRoutes.makeAdmin, target)).status).toBe(200)
  })

  test('keeps its admins while one of them is active', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    await aiko.fetch(threadRoutes.makeAdmin, { params: { id, userId: ben.id } })
    await deactivate(aiko)
    expect(await admins(chie, id)).toEqual(['Aiko', 'Ben'])
  })

  test('gets an active admin when its last active admin leaves and a deactivated admin remains', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    await aiko.fetch(threadRoutes.makeAdmin, { params: { id, userId: ben.id } })
    await deactivate(ben)
    await leaveGroup(aiko, id)
    expect(await admins(chie, id)).toEqual(['Chie', 'Ben'])
  })

  test('without active members makes the first reactivated member admin', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await createGroup(aiko, [ben, chie])
    for (const one of [ben, chie, aiko]) await deactivate(one)
    await activate(chie)
    const rows = noroshi.db
      .selectFrom('thread_members')
      .select('user_id')
      .where('thread_id', '=', id)
      .where('is_admin', '=', true)
    expect((await rows.orderBy('joined_at').orderBy('id').execute()).map((row) => row.user_id)).toContain(chie.id)
  })
})

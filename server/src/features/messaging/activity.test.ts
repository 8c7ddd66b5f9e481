import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { leaves, makesGroup, marks, opens, says } from '#/testing/chats.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'
import { tellLeftBehind } from './watermarks.service.ts'

let noroshi: Unit
let gen: Person
beforeAll(async () => {
  noroshi = await unit()
  gen = await noroshi.admin('Gen')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const deactivates = ({ id }: Person) => gen.gets(adminUserRoutes.deactivate, { params: { id } })
const activates = ({ id }: Person) => gen.gets(adminUserRoutes.activate, { params: { id } })
const admins = async (person: Person, id: string) =>
  (await person.gets(threadRoutes.members, { params: { id } })).items
    .filter((one) => one.isAdmin)
    .map((one) => one.user.firstName)
const seenByAll = async (person: Person, id: string) => (await opens(person, id)).watermarks.seenSeq

describe('what all have seen', () => {
  test('does not wait for who is deactivated, and does not fall when they come back', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben, chie])
    const listening = await aiko.listens()
    await says(aiko, id)
    await marks(ben, id)
    expect(await seenByAll(aiko, id)).toBe(0)
    await deactivates(chie)
    expect((await listening.next('messages:status_updated')).watermarks).toEqual({ deliveredSeq: 1, seenSeq: 1 })
    await activates(chie)
    await says(ben, id)
    await marks(aiko, id)
    await tellLeftBehind(noroshi.deps)
    expect(await seenByAll(aiko, id)).toBe(1)
  })

  test('is brought up after a crash without who is deactivated', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben, chie])
    await says(aiko, id)
    await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', chie.id).execute()
    const reached = noroshi.db.updateTable('thread_watermarks').set({ delivered_seq: 1, seen_seq: 1 })
    await reached.where('thread_id', '=', id).where('user_id', '=', ben.id).where('message_type', '=', 'normalChat').execute()
    await tellLeftBehind(noroshi.deps)
    expect(await seenByAll(aiko, id)).toBe(1)
  })
})

describe('a group', () => {
  test('gets an admin who can sign in when its last one is deactivated; all learn of it', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben, chie])
    const [heir, other] = await Promise.all([ben.listens(), chie.listens()])
    await deactivates(aiko)
    await heir.next('membership:changed')
    await other.next('message-threads:updated')
    expect(await admins(chie, id)).toEqual(['Aiko', 'Ben'])
    const about = { params: { id, userId: chie.id } }
    expect((await ben.asks(threadRoutes.makeAdmin, about)).status).toBe(200)
  })

  test('keeps its admins as they are while another of them is active', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben, chie])
    await aiko.gets(threadRoutes.makeAdmin, { params: { id, userId: ben.id } })
    await deactivates(aiko)
    expect(await admins(chie, id)).toEqual(['Aiko', 'Ben'])
  })

  test('whose last active admin leaves goes to somebody active, though a deactivated admin is in it', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben, chie])
    await aiko.gets(threadRoutes.makeAdmin, { params: { id, userId: ben.id } })
    await deactivates(ben)
    await leaves(aiko, id)
    expect(await admins(chie, id)).toEqual(['Chie', 'Ben'])
  })

  test('in which nobody was active goes to who comes back first', async () => {
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben, chie])
    for (const one of [ben, chie, aiko]) await deactivates(one)
    await activates(chie)
    const rows = noroshi.db
      .selectFrom('thread_members')
      .select('user_id')
      .where('thread_id', '=', id)
      .where('is_admin', '=', true)
    expect((await rows.orderBy('joined_at').orderBy('id').execute()).map((row) => row.user_id)).toContain(chie.id)
  })
})

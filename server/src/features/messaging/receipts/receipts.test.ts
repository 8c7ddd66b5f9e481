import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { RECEIPT_DAYS, UNREAD_MAX } from '@noroshi/contract/limits'
import { receiptRoutes } from '@noroshi/contract/messaging/receipts.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { runCleanup } from '#/cleanup-jobs.ts'
import {
  addMembers,
  createGroup,
  fetchMessages,
  fetchThread,
  markThread,
  removeMember,
  sendMessage,
  setAcceptance,
  startPersonalChat,
} from '#/testing/scenes/chats.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { emitMissedWatermarks } from '../watermarks.service.ts'

const request = (person: TestUser, id: string) => person.request(receiptRoutes.list, { params: { id } })

/** Times are minutes before now. */
async function receiptsOf({ clock }: TestServer, sender: TestUser, id: string) {
  const { read, delivered, others } = await sender.fetch(receiptRoutes.list, { params: { id } })
  const minutesAgo = (at: string | null) => at && Math.round((clock.now().getTime() - Date.parse(at)) / 60_000)
  const short = (list: typeof read) => list && list.map(({ person: { firstName }, at }) => [firstName, minutesAgo(at)])
  return { read: short(read), delivered: short(delivered), others }
}

const editGroup = (person: TestUser, id: string, hidesSeen?: unknown) =>
  person.request(threadRoutes.editGroup, { params: { id }, body: { name: 'Night watch', hidesSeen: hidesSeen as boolean } })

async function startGroup(noroshi: TestServer) {
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  return { aiko, ben, chie, id }
}

describe('the info of a message', () => {
  test('has who received and who read it, each at the first time', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, chie, id } = await startGroup(noroshi)
    const message = await sendMessage(aiko, id)
    expect(await receiptsOf(noroshi, aiko, message.id)).toEqual({ read: [], delivered: [], others: 2 })
    noroshi.clock.advance({ minutes: 1 })
    await markThread(ben, id, 'delivered')
    await sendMessage(aiko, id)
    noroshi.clock.advance({ minutes: 1 })
    await markThread(ben, id, 'delivered')
    noroshi.clock.advance({ minutes: 1 })
    await markThread(chie, id, 'seen', 1)
    noroshi.clock.advance({ minutes: 1 })
    await markThread(ben, id)
    expect(await receiptsOf(noroshi, aiko, message.id)).toEqual({
      read: [
        ['Chie', 1],
        ['Ben', 0],
      ],
      delivered: [
        ['Ben', 3],
        ['Chie', 1],
      ],
      others: 2,
    })
  })

  test('counts a reply as the time of reading, not a later visit', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, id } = await startGroup(noroshi)
    const message = await sendMessage(aiko, id)
    noroshi.clock.advance({ minutes: 1 })
    await sendMessage(ben, id)
    await sendMessage(aiko, id)
    noroshi.clock.advance({ minutes: 1 })
    await markThread(ben, id)
    expect((await receiptsOf(noroshi, aiko, message.id)).read).toEqual([['Ben', 1]])
  })

  test('looks for replies among the later messages that a list counts as unread', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, chie, id } = await startGroup(noroshi)
    const message = await sendMessage(aiko, id)
    const setLast = (last_seq: number) => noroshi.db.updateTable('threads').set({ last_seq }).where('id', '=', id).execute()
    await setLast(UNREAD_MAX)
    await sendMessage(ben, id)
    await sendMessage(chie, id)
    expect((await receiptsOf(noroshi, aiko, message.id)).read).toEqual([
      ['Ben', 0],
      ['Chie', null],
    ])
  })

  test('has no time for a message from before the times were stored, and for one whose times were deleted', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, id } = await startGroup(noroshi)
    const early = await sendMessage(aiko, id)
    await markThread(ben, id)
    await sql`DELETE FROM receipts`.execute(noroshi.db)
    noroshi.clock.advance({ hours: 1 })
    await sql`UPDATE thread_members SET receipts_since = ${noroshi.clock.now()}`.execute(noroshi.db)
    const late = await sendMessage(aiko, id)
    await markThread(ben, id)
    const unknown = { read: [['Ben', null]], delivered: [['Ben', null]], others: 2 }
    expect(await receiptsOf(noroshi, aiko, early.id)).toEqual(unknown)
    expect((await receiptsOf(noroshi, aiko, late.id)).read).toEqual([['Ben', 0]])
    noroshi.clock.advance({ hours: 24 * RECEIPT_DAYS - 1 })
    await runCleanup(noroshi.deps)
    const countRows = async () => (await noroshi.db.selectFrom('receipts').select('at').execute()).length
    expect(await countRows()).toBe(1)
    noroshi.clock.advance({ hours: 2 })
    await runCleanup(noroshi.deps)
    expect(await countRows()).toBe(0)
    expect(await receiptsOf(noroshi, aiko, late.id)).toEqual(unknown)
  })

  test('leaves out members who were removed, who joined later and whose account is inactive', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, chie, id } = await startGroup(noroshi)
    const [dora, emi] = await noroshi.people('Dora', 'Emi')
    await addMembers(aiko, id, [emi])
    const message = await sendMessage(aiko, id)
    noroshi.clock.advance({ seconds: 1 })
    await addMembers(aiko, id, [dora])
    for (const person of [ben, chie, dora, emi]) await markThread(person, id)
    await removeMember(aiko, id, chie)
    await deactivateUser(noroshi, emi)
    expect(await receiptsOf(noroshi, aiko, message.id)).toMatchObject({ read: [['Ben', 0]], others: 1 })
  })

  test('of a personal thread shows nothing while one of the two blocks the other', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await startPersonalChat(aiko, ben)
    const message = await sendMessage(aiko, id)
    await setAcceptance(ben, id, true)
    await markThread(ben, id)
    const shown = { read: [['Ben', 0]], delivered: [['Ben', 0]], others: 1 }
    expect(await receiptsOf(noroshi, aiko, message.id)).toEqual(shown)
    await setAcceptance(ben, id, false)
    expect(await receiptsOf(noroshi, aiko, message.id)).toEqual({ read: null, delivered: null, others: 1 })
    await setAcceptance(ben, id, true)
    expect(await receiptsOf(noroshi, aiko, message.id)).toEqual(shown)
  })

  test('of a group leaves out members who block the sender, and those whom the sender blocks', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, chie, id } = await startGroup(noroshi)
    const [dora] = await noroshi.people('Dora')
    await addMembers(aiko, id, [dora])
    const message = await sendMessage(aiko, id)
    const late = await sendMessage(ben, id)
    for (const person of [ben, chie, dora]) await markThread(person, id)
    const { id: withBen } = await startPersonalChat(aiko, ben)
    const { id: withChie } = await startPersonalChat(chie, aiko)
    await setAcceptance(ben, withBen, false)
    await setAcceptance(aiko, withChie, false)
    expect(await receiptsOf(noroshi, aiko, message.id)).toEqual({ read: [['Dora', 0]], delivered: [['Dora', 0]], others: 1 })
    expect(await receiptsOf(noroshi, ben, late.id)).toMatchObject({ others: 2 })
    await setAcceptance(ben, withBen, true)
    expect(await receiptsOf(noroshi, aiko, message.id)).toMatchObject({ others: 2 })
  })

  test('is for the sender only: other readers get 403, outsiders, former members and readers of an alert 404', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, chie, id } = await startGroup(noroshi)
    const [dora] = await noroshi.people('Dora')
    const message = await sendMessage(chie, id)
    expect(await request(ben, message.id)).toMatchObject({ status: 403, body: { code: 'message.infoNotYours' } })
    expect(await request(dora, message.id)).toMatchObject({ status: 404, body: { code: 'message.notFound' } })
    await removeMember(aiko, id, chie)
    const alert = await aiko.fetch(alertRoutes.raise, { body: {} })
    const inAlert = await aiko.fetch(alertRoutes.sendMessage, { body: { alertId: alert.id, text: 'help' } })
    expect([(await request(chie, message.id)).status, (await request(aiko, inAlert.id)).status]).toEqual([404, 404])
    expect((await request(aiko, 'x')).status).toBe(400)
  })

  test('stores one time when a device marks the same messages many times at once', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, id } = await startGroup(noroshi)
    const message = await sendMessage(aiko, id)
    await Promise.all(Array.from({ length: 10 }, () => markThread(ben, id)))
    expect(await noroshi.db.selectFrom('receipts').select('user_id').execute()).toEqual([{ user_id: ben.id }])
    expect((await receiptsOf(noroshi, aiko, message.id)).read).toHaveLength(1)
  })
})

describe('a group that hides who has read', () => {
  test('shows delivered messages only, also those read meanwhile after it shows reading again', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, chie, id } = await startGroup(noroshi)
    const statuses = async () => {
      await emitMissedWatermarks(noroshi.deps)
      return (await fetchMessages(aiko, id)).map(({ status }) => status)
    }
    const readAll = async () => {
      for (const person of [ben, chie]) await markThread(person, id)
    }
    const first = await sendMessage(aiko, id)
    await readAll()
    expect(await statuses()).toEqual(['seen'])
    const listening = await ben.openSocket()
    expect((await editGroup(aiko, id, true)).body.group?.hidesSeen).toBe(true)
    expect(await listening.next('message-threads:updated')).toMatchObject({ group: { hidesSeen: true } })
    const hidden = await sendMessage(aiko, id)
    await readAll()
    expect(await statuses()).toEqual(['seen', 'delivered'])
    expect(await receiptsOf(noroshi, aiko, first.id)).toMatchObject({ read: null, others: 2 })
    expect(await receiptsOf(noroshi, aiko, hidden.id)).toMatchObject({
      read: null,
      delivered: [
        ['Ben', 0],
        ['Chie', 0],
      ],
    })
    // A page from before the setting does not send it.
    await editGroup(aiko, id)
    expect((await fetchThread(ben, id)).group?.hidesSeen).toBe(true)
    expect((await editGroup(aiko, id, false)).body.group).not.toHaveProperty('hidesSeen')
    expect(await statuses()).toEqual(['seen', 'delivered'])
    const shown = await sendMessage(aiko, id)
    await markThread(ben, id)
    expect((await receiptsOf(noroshi, aiko, hidden.id)).read).toBeNull()
    expect((await receiptsOf(noroshi, aiko, shown.id)).read).toHaveLength(1)
    await readAll()
    expect((await statuses()).at(-1)).toBe('seen')
  })

  test('is set by its admins only, and also when it is created', async () => {
    await using noroshi = await startTestServer()
    const { aiko, ben, id } = await startGroup(noroshi)
    const [dora] = await noroshi.people('Dora')
    expect(await editGroup(ben, id, true)).toMatchObject({ status: 403, body: { code: 'thread.notAllowed' } })
    expect((await editGroup(dora, id, true)).status).toBe(404)
    expect((await editGroup(aiko, id, 'yes')).status).toBe(400)
    expect((await fetchThread(aiko, id)).group).not.toHaveProperty('hidesSeen')
    const body = { name: 'Day watch', recipients: [ben.id], hidesSeen: true, clientId: randomUUID() }
    const created = await Promise.all([1, 2].map(() => aiko.fetch(threadRoutes.createGroup, { body })))
    expect(created.map(({ group }) => group?.hidesSeen)).toEqual([true, true])
  })
})

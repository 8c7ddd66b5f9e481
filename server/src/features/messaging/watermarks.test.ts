import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { adds, begins, makesGroup, marks, opens, reads, removes, says } from '#/testing/chats.ts'
import type { Listener } from '#/testing/listener.ts'
import { type Person, unit } from '#/testing/unit.ts'
import { tellLeftBehind } from './watermarks.service.ts'

/** What was told of a thread, up to these marks. */
async function toldUntil(listening: Listener, marks: { deliveredSeq: number; seenSeq: number }) {
  for (;;) {
    const { watermarks } = await listening.next('messages:status_updated')
    if (watermarks.deliveredSeq === marks.deliveredSeq && watermarks.seenSeq === marks.seenSeq) return
  }
}
const statuses = async (person: Person, id: string) => (await reads(person, id)).map(({ status }) => status)

describe('the status of a message', () => {
  test('is what the last of its readers made of it: sent, delivered, seen', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben, chie])
    const listening = await aiko.listens()
    for (let place = 1; place <= 3; place += 1) await says(aiko, id)
    await marks(ben, id)
    await marks(chie, id, 'delivered', 2)
    await toldUntil(listening, { deliveredSeq: 2, seenSeq: 0 })
    expect(await statuses(aiko, id)).toEqual(['delivered', 'delivered', 'sent'])
    await marks(chie, id, 'seen', 1)
    await toldUntil(listening, { deliveredSeq: 2, seenSeq: 1 })
    expect(await statuses(ben, id)).toEqual(['seen', 'delivered', 'sent'])
    await marks(chie, id)
    await toldUntil(listening, { deliveredSeq: 3, seenSeq: 3 })
    expect(await statuses(aiko, id)).toEqual(['seen', 'seen', 'seen'])
    expect((await opens(ben, id)).watermarks).toEqual({ deliveredSeq: 3, seenSeq: 3 })
  })

  test('rises when the one who had not seen it answers, or is removed', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben, chie])
    const listening = await aiko.listens()
    await says(aiko, id)
    await marks(chie, id)
    await says(ben, id)
    await toldUntil(listening, { deliveredSeq: 1, seenSeq: 1 })
    await marks(aiko, id)
    await removes(aiko, id, chie)
    await toldUntil(listening, { deliveredSeq: 2, seenSeq: 2 })
  })

  test('is not held up by who came later', async () => {
    await using noroshi = await unit()
    const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
    const { id } = await makesGroup(aiko, [ben])
    const listening = await aiko.listens()
    await says(aiko, id)
    await adds(aiko, id, [chie])
    await marks(ben, id)
    await toldUntil(listening, { deliveredSeq: 1, seenSeq: 1 })
  })

  test('is brought up after a crash between the reading and the telling', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await begins(aiko, ben)
    await says(aiko, id)
    const listening = await aiko.listens()
    const reached = { delivered_seq: 1, seen_seq: 1 }
    await noroshi.db.updateTable('thread_watermarks').set(reached).where('message_type', '=', 'normalChat').execute()
    await tellLeftBehind(noroshi.deps)
    await toldUntil(listening, { deliveredSeq: 1, seenSeq: 1 })
    await tellLeftBehind(noroshi.deps)
    await listening.settles()
    expect(listening.payloadsOf('messages:status_updated')).toHaveLength(1)
  })
})

describe('what one saw', () => {
  test('is told to one’s own devices at once, of many threads together, and to nobody else', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const [personal, group] = [await begins(aiko, ben), await makesGroup(aiko, [ben])]
    for (const { id } of [personal, group, group]) await says(aiko, id)
    const [tablet, other] = await Promise.all([ben.listens(), aiko.listens()])
    const body = [
      { messageThreadId: personal.id, status: 'seen' },
      { messageThreadId: group.id, status: 'delivered' },
      { messageThreadId: group.id, status: 'seen', seq: 1 },
    ]
    await ben.gets(messageRoutes.setStatuses, { body })
    const { updates } = await tablet.next('messages:status_updated_multiple')
    const own = { messageType: 'normalChat', deliveredSeq: 1, seenSeq: 1, unreadMessagesCount: 0 }
    expect(updates.toSorted((a, b) => a.deliveredSeq - b.deliveredSeq)).toEqual([
      { ...own, MessageThreadId: personal.id },
      { ...own, MessageThreadId: group.id, deliveredSeq: 2, unreadMessagesCount: 1 },
    ])
    await ben.gets(messageRoutes.setStatuses, { body })
    await tablet.settles()
    expect(tablet.payloadsOf('messages:status_updated_multiple')).toHaveLength(1)
    await other.settles()
    expect(other.names()).not.toContain('messages:status_updated_multiple')
  })

  test('alone is told and logged; what was only delivered is no event of its own', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const { id } = await makesGroup(aiko, [ben])
    const [tablet, sender] = await Promise.all([ben.listens(), aiko.listens()])
    await says(aiko, id)
    await marks(ben, id, 'delivered')
    await toldUntil(sender, { deliveredSeq: 1, seenSeq: 0 })
    await tablet.settles()
    expect(tablet.names()).not.toContain('messages:status_updated_multiple')
    const logged = noroshi.db.selectFrom('events').select('id').where('name', '=', 'messages:status_updated_multiple')
    expect(await logged.execute()).toEqual([])
    await marks(ben, id)
    expect(await tablet.next('messages:status_updated_multiple')).toMatchObject({ updates: [{ seenSeq: 1 }] })
    expect(await logged.execute()).toHaveLength(1)
  })

  test('never falls back, never goes beyond the end, and leaves no trace in threads of others', async () => {
    await using noroshi = await unit()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const { id } = await begins(aiko, ben)
    for (let place = 1; place <= 3; place += 1) await says(aiko, id)
    await marks(ben, id, 'seen', 2)
    await marks(ben, id, 'seen', 1)
    await marks(ben, id, 'delivered', 0)
    expect(await opens(ben, id)).toMatchObject({ deliveredSeq: 2, seenSeq: 2 })
    await marks(ben, id, 'seen', 1_000_000)
    expect(await opens(ben, id)).toMatchObject({ deliveredSeq: 3, seenSeq: 3 })
    await marks(dora, id)
    await marks(dora, randomUUID())
    expect(await noroshi.db.selectFrom('thread_watermarks').select('user_id').where('user_id', '=', dora.id).execute()).toEqual(
      [],
    )
  })

  test('goes by a message too, up to its place', async () => {
    await using noroshi = await unit()
    const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
    const { id } = await begins(aiko, ben)
    const sent = [await says(aiko, id), await says(aiko, id)]
    const asks = (person: Person, messageId = '') =>
      person.asks(messageRoutes.setStatus, { params: { id: messageId }, body: { status: 'seen' } })
    expect((await asks(ben, sent[0]?.id)).status).toBe(200)
    expect(await opens(ben, id)).toMatchObject({ deliveredSeq: 1, seenSeq: 1, unreadMessagesCount: 1 })
    for (const answer of [await asks(dora, sent[0]?.id), await asks(ben, randomUUID())])
      expect(answer).toMatchObject({ status: 404, body: { code: 'message.notFound' } })
  })
})

test('many who read at the same moment make few events of the thread', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const crowd = (await noroshi.people(...Array.from({ length: 30 }, (_, place) => `Person${place}`))) as Person[] // as many as names
  const { id } = await makesGroup(aiko, crowd)
  const listening = await aiko.listens()
  await says(aiko, id)
  await Promise.all(crowd.map((person) => marks(person, id)))
  await toldUntil(listening, { deliveredSeq: 1, seenSeq: 1 })
  expect(listening.payloadsOf('messages:status_updated')).toHaveLength(1)
})

test('what was seen is told before the server ends, so that who returns catches up', async () => {
  const noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await begins(aiko, ben)
  await says(aiko, id)
  await marks(ben, id)
  await noroshi.app.close()
  const told = await noroshi.db.selectFrom('events').select('payload').where('name', '=', 'messages:status_updated').execute()
  expect(told.map(({ payload }) => payload)).toMatchObject([{ watermarks: { deliveredSeq: 1, seenSeq: 1 } }])
  await noroshi[Symbol.asyncDispose]()
})

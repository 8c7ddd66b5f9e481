import { expect, test } from 'vitest'
import { adds, begins, decides, makesGroup, removes } from '#/testing/chats.ts'
import { unit } from '#/testing/unit.ts'

test('who types is told to the others who look at the thread, not to one’s own devices, and it is not kept', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
  const { id } = await makesGroup(aiko, [ben, chie])
  const [writer, tablet, reader, elsewhere, outsider] = await Promise.all(
    [aiko, aiko, ben, chie, dora].map((one) => one.listens()),
  )
  if (!writer || !tablet || !reader || !elsewhere || !outsider) throw new Error('five listen')
  const thread = { messageThreadId: id }
  for (const one of [writer, tablet, reader]) expect(await one.asks('message-threads:join', thread)).toEqual({ ok: true })
  expect(await outsider.asks('message-threads:join', thread)).toEqual({ ok: false, code: 'thread.notFound' })
  await writer.asks('messages:typing', thread)
  await writer.asks('messages:stopped_typing', thread)
  expect(await reader.next('messages:typing')).toMatchObject({ messageThreadId: id, user: { id: aiko.id } })
  expect(await reader.next('messages:stopped_typing')).toMatchObject({ messageThreadId: id, user: { id: aiko.id } })
  await reader.asks('message-threads:leave', thread)
  await writer.asks('messages:typing', thread)
  for (const one of [writer, tablet, reader, elsewhere, outsider]) await one.settles()
  expect(reader.names()).toHaveLength(2)
  for (const one of [writer, tablet, elsewhere, outsider]) expect(one.names()).toEqual([])
  expect(await noroshi.db.selectFrom('events').select('id').where('name', 'like', 'messages:%').execute()).toEqual([])
})

test('who was removed neither types nor hears who does, until they are in it again', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await makesGroup(aiko, [ben])
  const [writer, removed] = await Promise.all([aiko.listens(), ben.listens()])
  const thread = { messageThreadId: id }
  for (const one of [writer, removed]) await one.asks('message-threads:join', thread)
  await removes(aiko, id, ben)
  await writer.asks('messages:typing', thread)
  expect(await removed.asks('messages:typing', thread)).toEqual({ ok: false, code: 'thread.notFound' })
  await Promise.all([writer.settles(), removed.settles()])
  expect([...removed.names(), ...writer.names()]).not.toContain('messages:typing')
  await adds(aiko, id, [ben])
  await removed.asks('message-threads:join', thread)
  await writer.asks('messages:typing', thread)
  await removed.next('messages:typing')
})

test('nobody types in a blocked thread', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await begins(aiko, ben)
  const two = await Promise.all([aiko.listens(), ben.listens()])
  const thread = { messageThreadId: id }
  for (const one of two) await one.asks('message-threads:join', thread)
  await decides(ben, id, false)
  for (const one of two) expect(await one.asks('messages:typing', thread)).toEqual({ ok: false, code: 'thread.blocked' })
  for (const one of two) expect(one.names()).not.toContain('messages:typing')
})

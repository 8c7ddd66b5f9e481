import { expect, test } from 'vitest'
import { addMembers, startPersonalChat, setAcceptance, createGroup, removeMember } from '#/testing/chats.ts'
import { startTestServer } from '#/testing/test-server.ts'

test('typing is emitted to the others who have the thread open, not to the writer’s devices, and is not journaled', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
  const { id } = await createGroup(aiko, [ben, chie])
  const [writer, tablet, reader, elsewhere, outsider] = await Promise.all(
    [aiko, aiko, ben, chie, dora].map((one) => one.openSocket()),
  )
  if (!writer || !tablet || !reader || !elsewhere || !outsider) throw new Error('expected five sockets')
  const thread = { messageThreadId: id }
  for (const one of [writer, tablet, reader]) expect(await one.send('message-threads:join', thread)).toEqual({ ok: true })
  expect(await outsider.send('message-threads:join', thread)).toEqual({ ok: false, code: 'thread.notFound' })
  await writer.send('messages:typing', thread)
  await writer.send('messages:stopped_typing', thread)
  expect(await reader.next('messages:typing')).toMatchObject({ messageThreadId: id, user: { id: aiko.id } })
  expect(await reader.next('messages:stopped_typing')).toMatchObject({ messageThreadId: id, user: { id: aiko.id } })
  await reader.send('message-threads:leave', thread)
  await writer.send('messages:typing', thread)
  for (const one of [writer, tablet, reader, elsewhere, outsider]) await one.settle()
  expect(reader.names()).toHaveLength(2)
  for (const one of [writer, tablet, elsewhere, outsider]) expect(one.names()).toEqual([])
  expect(await noroshi.db.selectFrom('events').select('id').where('name', 'like', 'messages:%').execute()).toEqual([])
})

test('a removed member neither sends nor receives typing until they are added again', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await createGroup(aiko, [ben])
  const [writer, removed] = await Promise.all([aiko.openSocket(), ben.openSocket()])
  const thread = { messageThreadId: id }
  for (const one of [writer, removed]) await one.send('message-threads:join', thread)
  await removeMember(aiko, id, ben)
  await writer.send('messages:typing', thread)
  expect(await removed.send('messages:typing', thread)).toEqual({ ok: false, code: 'thread.notFound' })
  await Promise.all([writer.settle(), removed.settle()])
  expect([...removed.names(), ...writer.names()]).not.toContain('messages:typing')
  await addMembers(aiko, id, [ben])
  await removed.send('message-threads:join', thread)
  await writer.send('messages:typing', thread)
  await removed.next('messages:typing')
})

test('typing in a blocked thread gets thread.blocked', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  const sockets = await Promise.all([aiko.openSocket(), ben.openSocket()])
  const thread = { messageThreadId: id }
  for (const one of sockets) await one.send('message-threads:join', thread)
  await setAcceptance(ben, id, false)
  for (const one of sockets) expect(await one.send('messages:typing', thread)).toEqual({ ok: false, code: 'thread.blocked' })
  for (const one of sockets) expect(one.names()).not.toContain('messages:typing')
})

import { expect, test } from 'vitest'
import { addMembers, startPersonalChat, setAcceptance, createGroup, removeMember } from '#/testing/scenes/chats.ts'
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
  noroshi.clock.advance({ seconds: 1 })
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

test('of many typing hints the others get one a second, and one for the end of each', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await startPersonalChat(aiko, ben)
  const [writer, reader] = await Promise.all([aiko.openSocket(), ben.openSocket()])
  const thread = { messageThreadId: id }
  for (const one of [writer, reader]) await one.send('message-threads:join', thread)
  const sendAll = async (name: 'messages:typing' | 'messages:stopped_typing') => {
    const acks = await Promise.all(Array.from({ length: 10 }, () => writer.send(name, thread)))
    expect(acks).toEqual(acks.map(() => ({ ok: true })))
  }
  for (let second = 0; second < 2; second++) {
    await sendAll('messages:typing')
    await sendAll('messages:stopped_typing')
    noroshi.clock.advance({ seconds: 1 })
  }
  await reader.settle()
  const pair = ['messages:typing', 'messages:stopped_typing']
  expect(reader.names()).toEqual([...pair, ...pair])
})

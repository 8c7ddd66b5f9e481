import { expect, test } from 'vitest'
import { addMembers, createGroup, removeMember, sendMessage } from '#/testing/scenes/chats.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

/** Runs `work` after the next sockets joined their rooms and before they are connected. */
const duringHandshakes = ({ io }: TestServer, work: () => Promise<unknown>) =>
  io.use((_socket, next) => {
    work().then(() => next(), next)
  })

test('a user who is added to a group during the handshake receives its messages', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben])
  duringHandshakes(noroshi, () => addMembers(aiko, id, [chie]))
  const added = await chie.openSocket()
  await expect.poll(() => noroshi.io.sockets.adapter.rooms.get(`thread:${id}`)?.size ?? 0).toBe(1)
  const { text } = await sendMessage(aiko, id)
  expect(await added.next('messages:new_message')).toMatchObject({ text })
})

test('a user who is removed from a group during the handshake receives no more of its messages', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  const staying = await ben.openSocket()
  duringHandshakes(noroshi, () => removeMember(aiko, id, chie))
  const removed = await chie.openSocket()
  await expect.poll(() => noroshi.io.sockets.adapter.rooms.get(`thread:${id}`)?.size ?? 0).toBe(1)
  await sendMessage(aiko, id)
  await staying.next('messages:new_message')
  await removed.settle()
  expect(removed.names()).not.toContain('messages:new_message')
})

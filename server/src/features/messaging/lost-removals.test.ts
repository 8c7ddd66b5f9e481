import { expect, test, vi } from 'vitest'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { adds, makesGroup, says } from '#/testing/chats.ts'
import { losesCommitAnswer } from '#/testing/lost-commit.ts'
import { unit } from '#/testing/unit.ts'

test('who was removed hears no more, though the answer to the removal’s commit was lost', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await makesGroup(aiko, [ben, chie])
  const [removed, staying] = await Promise.all([ben.listens(), chie.listens()])
  const refused = await losesCommitAnswer(() => aiko.asks(threadRoutes.removeMember, { params: { id, userId: ben.id } }))
  expect(refused.status).toBe(503)
  // Told once the log knows of it.
  await staying.next('message-threads:updated')
  await says(aiko, id)
  await staying.next('messages:new_message')
  await vi.waitFor(() => expect(removed.socket.connected).toBe(false), 5000)
  expect(removed.names()).not.toContain('messages:new_message')
  const again = await ben.listens()
  await says(aiko, id)
  await again.settles()
  expect(again.names()).not.toContain('messages:new_message')
})

test('who was removed in doubt and taken in again before the log was asked goes on hearing', async () => {
  await using noroshi = await unit()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await makesGroup(aiko, [ben, chie])
  const staying = await chie.listens()
  await losesCommitAnswer(() => aiko.asks(threadRoutes.removeMember, { params: { id, userId: ben.id } }))
  const back = await ben.listens()
  await adds(aiko, id, [ben])
  expect(await staying.next('message-threads:updated')).toMatchObject({ memberCount: 3 })
  expect(await staying.next('message-threads:updated')).toMatchObject({ memberCount: 2 })
  await vi.waitFor(() => expect(back.socket.connected).toBe(false), 5000)
  const again = await ben.listens()
  await says(aiko, id)
  await again.next('messages:new_message')
})

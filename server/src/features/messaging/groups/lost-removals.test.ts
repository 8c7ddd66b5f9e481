import { expect, test } from 'vitest'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { addMembers, createGroup, sendMessage } from '#/testing/scenes/chats.ts'
import { withLostCommitReply } from '#/testing/hostile/lost-commit.ts'
import { startTestServer } from '#/testing/test-server.ts'

test('a removed member receives no later message although the reply to the commit of the removal was lost', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  const [removed, remaining] = await Promise.all([ben.openSocket(), chie.openSocket()])
  const reply = await withLostCommitReply(/delete from "thread_members"/, () =>
    aiko.request(threadRoutes.removeMember, { params: { id, userId: ben.id } }),
  )
  expect(reply.status).toBe(503)
  await remaining.next('message-threads:updated')
  await sendMessage(aiko, id)
  await remaining.next('messages:new_message')
  await removed.settle()
  expect(removed.names()).toContain('membership:changed')
  expect(removed.names()).not.toContain('messages:new_message')
})

test('a member who is removed by a commit without reply and added again receives messages', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  const remaining = await chie.openSocket()
  await withLostCommitReply(/delete from "thread_members"/, () =>
    aiko.request(threadRoutes.removeMember, { params: { id, userId: ben.id } }),
  )
  const added = await ben.openSocket()
  await addMembers(aiko, id, [ben])
  expect(await remaining.next('message-threads:updated')).toMatchObject({ memberCount: 2 })
  expect(await remaining.next('message-threads:updated')).toMatchObject({ memberCount: 3 })
  await sendMessage(aiko, id)
  await added.next('messages:new_message')
})

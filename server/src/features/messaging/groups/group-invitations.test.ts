import { expect, test } from 'vitest'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { addMembers, createGroup, leaveGroup, removeMember, sendMessage } from '#/testing/scenes/chats.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'

const { invitations, answerInvitation, groups } = threadRoutes
const groupIds = async (user: TestUser) => (await user.fetch(groups)).items.map(({ id }) => id)
const invitationsOf = async (user: TestUser) => (await user.fetch(invitations)).items
const answer = (user: TestUser, id: string, isAccepted: boolean) =>
  user.request(answerInvitation, { params: { id }, body: { isAccepted } })

test('a user who left a group is asked before being added again, and reads nothing until they join', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie, dora] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dora')
  const { id } = await createGroup(aiko, [ben, dora])
  await leaveGroup(ben, id)
  const phone = await ben.openSocket()
  const added = await addMembers(aiko, id, [ben, chie])
  expect(added.invitedIds).toEqual([ben.id])
  expect(added.items.map(({ UserId }) => UserId).toSorted()).toEqual([aiko.id, chie.id, dora.id].toSorted())
  expect(await phone.next('message-threads:invited')).toEqual({})
  expect(phone.names()).not.toContain('message-threads:new_group')
  await sendMessage(aiko, id, 'to the members')
  await phone.settle()
  expect(phone.names()).not.toContain('messages:new_message')
  expect(await groupIds(ben)).toEqual([])
  expect(await invitationsOf(ben)).toMatchObject([
    { MessageThreadId: id, name: 'Night Watch', memberCount: 3, invitedBy: { id: aiko.id } },
  ])

  expect(await answer(ben, id, true)).toMatchObject({ status: 200, body: { thread: { id, memberCount: 4 } } })
  expect(await phone.next('message-threads:new_group')).toMatchObject({ id })
  expect([await groupIds(ben), await invitationsOf(ben)]).toEqual([[id], []])
  // The invitation is used up, and a user without one cannot answer.
  expect((await answer(ben, id, true)).status).toBe(404)
})

test('a user who declined is not asked again for a week, by any admin', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  await aiko.fetch(threadRoutes.makeAdmin, { params: { id, userId: chie.id } })
  await leaveGroup(ben, id)
  await addMembers(aiko, id, [ben])
  expect(await answer(ben, id, false)).toMatchObject({ status: 200, body: { thread: null } })
  const phone = await ben.openSocket()
  for (const admin of [aiko, chie, aiko]) expect((await addMembers(admin, id, [ben])).invitedIds).toEqual([ben.id])
  await phone.settle()
  expect([phone.names(), await invitationsOf(ben)]).toEqual([[], []])
  expect((await answer(ben, id, true)).status).toBe(404)
  noroshi.clock.advance({ hours: 24 * 8 })
  await addMembers(chie, id, [ben])
  expect(await invitationsOf(ben)).toMatchObject([{ invitedBy: { id: chie.id } }])
})

test('an invitation ends when its inviter is no admin any more, and another admin can invite', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  await aiko.fetch(threadRoutes.makeAdmin, { params: { id, userId: chie.id } })
  await leaveGroup(ben, id)
  await addMembers(chie, id, [ben])
  await removeMember(aiko, id, chie)
  expect(await invitationsOf(ben)).toEqual([])
  expect((await answer(ben, id, true)).status).toBe(404)
  await addMembers(aiko, id, [ben])
  expect(await invitationsOf(ben)).toMatchObject([{ invitedBy: { id: aiko.id } }])
  expect((await answer(ben, id, true)).status).toBe(200)
})

test('a member whom an admin removed did not leave, and is added at once', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await createGroup(aiko, [ben])
  await removeMember(aiko, id, ben)
  expect((await addMembers(aiko, id, [ben])).invitedIds).toEqual([])
  expect(await groupIds(ben)).toEqual([id])
})

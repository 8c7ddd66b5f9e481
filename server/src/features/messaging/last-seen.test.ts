import { expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { lastSeenSharingRoutes } from '@noroshi/contract/accounts/last-seen-sharing.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { lastSeenRoutes } from '@noroshi/contract/messaging/last-seen.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { createGroup, removeMember, setAcceptance, startPersonalChat } from '#/testing/scenes/chats.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'

const share = (user: TestUser, isShared = true) => user.fetch(lastSeenSharingRoutes.set, { body: { isShared } })
const lastSeen = (user: TestUser, id: string) => user.fetch(lastSeenRoutes.list, { params: { id } })
const seenIds = async (user: TestUser, id: string) => (await lastSeen(user, id)).items.map(({ userId }) => userId)
const storedOf = ({ db }: TestServer, { id }: TestUser) =>
  db.selectFrom('last_seen').select('seen_at').where('user_id', '=', id).executeTakeFirst()
async function startAcceptedChat(one: TestUser, other: TestUser): Promise<string> {
  const { id } = await startPersonalChat(one, other)
  await setAcceptance(other, id, true)
  return id
}

test('two people who share it see whether the other is online, and when they were last here', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const id = await startAcceptedChat(aiko, ben)
  for (const person of [aiko, ben]) await share(person)
  noroshi.clock.advance({ minutes: 5 })
  const phone = await ben.openSocket()
  // A connected page that does not report, such as one in the background, is not online.
  const [before] = (await lastSeen(aiko, id)).items
  expect(before).toMatchObject({ userId: ben.id, isOnline: false })
  expect((await phone.send('users:seen', {})).ok).toBe(true)
  const shown = await lastSeen(aiko, id)
  const at = shown.items[0]?.at ?? ''
  expect(shown).toEqual({ isShared: true, items: [{ userId: ben.id, isOnline: true, at }] })
  expect(Date.parse(at) - Date.parse(before?.at ?? '')).toBeGreaterThanOrEqual(5 * 60_000)
  // A report within 30 seconds is not stored.
  noroshi.clock.advance({ seconds: 20 })
  await phone.send('users:seen', {})
  expect((await lastSeen(aiko, id)).items).toEqual([{ userId: ben.id, isOnline: true, at }])
  noroshi.clock.advance({ seconds: 100 })
  expect((await lastSeen(aiko, id)).items).toEqual([{ userId: ben.id, isOnline: false, at }])
  await phone.send('users:seen', {})
  expect((await lastSeen(aiko, id)).items[0]?.isOnline).toBe(true)
  phone.close()
  await vi.waitFor(async () => expect((await lastSeen(aiko, id)).items[0]?.isOnline).toBe(false), 10_000)
})

test('the state of a user who does not share it is not stored, and is in no reply and no event', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await createGroup(aiko, [ben, chie])
  for (const person of [aiko, chie]) await share(person)
  const listening = [await aiko.openSocket(), await chie.openSocket()]
  for (const socket of listening) {
    await socket.send('message-threads:join', { messageThreadId: id })
    await socket.settle()
    socket.received.length = 0
  }
  const phone = await ben.openSocket()
  await phone.send('users:seen', {})
  expect(await storedOf(noroshi, ben)).toBeUndefined()
  expect((await ben.fetch(accountRoutes.me)).sharesLastSeen).toBe(false)
  expect([await seenIds(aiko, id), await seenIds(chie, id)]).toEqual([[chie.id], [aiko.id]])
  // A user who hides it does not see that of others.
  expect(await lastSeen(ben, id)).toEqual({ isShared: false, items: [] })

  await share(ben)
  await phone.send('users:seen', {})
  expect(await seenIds(aiko, id)).toEqual([ben.id, chie.id].toSorted())
  await share(ben, false)
  expect([await storedOf(noroshi, ben), await seenIds(aiko, id), await seenIds(ben, id)]).toEqual([undefined, [chie.id], []])
  const replies = [
    await aiko.fetch(threadRoutes.members, { params: { id } }),
    await aiko.fetch(threadRoutes.get, { params: { id } }),
    await aiko.fetch(peopleRoutes.profile, { params: { id: ben.id } }),
    await aiko.fetch(peopleRoutes.search, { query: { name: 'Ben' } }),
  ]
  expect(JSON.stringify(replies)).not.toMatch(/lastSeen|isOnline|seenAt/)
  for (const socket of listening) {
    await socket.settle()
    expect(socket.names()).toEqual([])
  }
})

test('people who block each other see nothing, in their chat and in a group, in both directions', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  for (const person of [aiko, ben, chie]) await share(person)
  const { id: groupId } = await createGroup(aiko, [ben, chie])
  const personalId = await startAcceptedChat(aiko, ben)
  expect([await seenIds(aiko, personalId), await seenIds(ben, personalId)]).toEqual([[ben.id], [aiko.id]])
  await setAcceptance(ben, personalId, false)
  expect([await seenIds(aiko, personalId), await seenIds(ben, personalId)]).toEqual([[], []])
  expect([await seenIds(aiko, groupId), await seenIds(ben, groupId)]).toEqual([[chie.id], [chie.id]])
  expect(await seenIds(chie, groupId)).toEqual([aiko.id, ben.id].toSorted())
})

test('a chat that its recipient has not accepted shows nothing to both', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  for (const person of [aiko, ben]) await share(person)
  const { id } = await startPersonalChat(aiko, ben)
  expect([await seenIds(aiko, id), await seenIds(ben, id)]).toEqual([[], []])
  await setAcceptance(ben, id, true)
  expect([await seenIds(aiko, id), await seenIds(ben, id)]).toEqual([[ben.id], [aiko.id]])
})

test('a removed member gets 404, and the state of removed and deactivated users is not shown', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  for (const person of [aiko, ben, chie]) await share(person)
  const { id } = await createGroup(aiko, [ben, chie])
  await removeMember(aiko, id, ben)
  expect((await ben.request(lastSeenRoutes.list, { params: { id } })).status).toBe(404)
  await deactivateUser(noroshi, chie)
  expect(await lastSeen(aiko, id)).toEqual({ isShared: true, items: [] })
})

test('the other devices of a user get the changed setting, and a setting that is no boolean gets 400', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [own, other] = [await aiko.openSocket(), await ben.openSocket()]
  expect((await share(aiko)).sharesLastSeen).toBe(true)
  expect(await own.next('users:last_seen_sharing')).toEqual({})
  const body = { isShared: 'yes' } as unknown as { isShared: boolean }
  expect((await aiko.request(lastSeenSharingRoutes.set, { body })).status).toBe(400)
  await other.settle()
  expect(other.names()).toEqual([])
})

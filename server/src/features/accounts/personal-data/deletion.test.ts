import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { PASSWORD, setPasswords } from '#/testing/access/request-values.ts'
import { createGroup, fetchMessages, fetchThread, sendMessage, startPersonalChat } from '#/testing/scenes/chats.ts'
import { fetchComments, fetchPosts } from '#/testing/scenes/feeds.ts'
import { GONE, GONE_KANA, KEPT, livePersonalLife } from '#/testing/scenes/personal-life.ts'
import { raise } from '#/testing/scenes/push-devices.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { continueDeletions } from './deletion.service.ts'
import { allPersonalTables } from './personal-tables.ts'

const deleteOwn = (person: TestUser, { password = PASSWORD, deletesMessages = false } = {}) =>
  person.request(personalDataRoutes.delete, { body: { currentPassword: password, deletesMessages } })

/** Runs the deletions until nothing of them remains. */
async function complete(noroshi: TestServer): Promise<void> {
  await continueDeletions(noroshi.deps)
  noroshi.clock.advance({ minutes: 2 })
  await continueDeletions(noroshi.deps)
  expect(await noroshi.db.selectFrom('account_deletions').selectAll().execute()).toEqual([])
}

/** Returns the tables with rows that contain a word. */
async function tablesWith({ db }: TestServer, word: string): Promise<string[]> {
  const found = await Promise.all(
    allPersonalTables.map(async ([name]) => {
      const { rows } = await sql`SELECT FROM ${sql.table(name)} t WHERE t::text ILIKE ${`%${word}%`} LIMIT 1`.execute(db)
      return rows.length > 0 ? name : []
    }),
  )
  return found.flat().toSorted()
}

async function storedWith({ deps }: TestServer, word: string): Promise<string[]> {
  const keys = []
  for await (const key of deps.storage.storedBefore(new Date(Date.now() + 864e5)))
    if ((await text(await deps.storage.get(key))).includes(word)) keys.push(key)
  return keys
}

const personOf = (id: string) => ({ id, firstName: '', lastName: '', fullName: '', avatarUrl: null })

test('the words of a deleted user are nowhere, except in the tables that the list names', async () => {
  await using noroshi = await startTestServer()
  const [person, other] = [await noroshi.admin('Aiko'), await noroshi.admin('Ben')]
  await setPasswords(noroshi)
  const life = await livePersonalLife(noroshi, person, other)
  expect((await tablesWith(noroshi, GONE)).length).toBeGreaterThan(10)
  expect(await storedWith(noroshi, GONE)).toHaveLength(2)

  const socket = await other.openSocket()
  const own = await person.openSocket()
  expect((await deleteOwn(person, { deletesMessages: true })).status).toBe(200)
  await own.next('session:ended')
  expect((await socket.next('users:profile')).user).toEqual(personOf(person.id))
  expect((await person.request(accountRoutes.me)).status).toBe(401)
  await complete(noroshi)

  // The audit log keeps names: the record of what administrators did.
  expect(await tablesWith(noroshi, GONE)).toEqual(['audit_log'])
  expect(await tablesWith(noroshi, GONE_KANA)).toEqual([])
  expect(await storedWith(noroshi, GONE)).toEqual([])
  const stays = new Set([...allPersonalTables].flatMap(([name, { stays: reason }]) => (reason === undefined ? [] : name)))
  expect((await tablesWith(noroshi, KEPT)).filter((name) => !stays.has(name))).toEqual(['events'])

  expect((await fetchThread(other, life.personalId)).isGroup).toBe(false)
  const inGroup = await fetchMessages(other, life.groupId)
  expect(inGroup.filter(({ SenderId }) => SenderId === person.id).every(({ deletion }) => deletion !== undefined)).toBe(true)
  expect(inGroup.find(({ id }) => id === life.mentioningId)).toMatchObject({ text: 'where is @Deleted user now' })
  const alert = await other.fetch(alertRoutes.get, { params: { id: life.alertId } })
  expect(alert).toMatchObject({ textContent: `${KEPT} help`, raisedBy: personOf(person.id) })
  expect((await fetchPosts(other, life.feed.id)).posts).toMatchObject([
    { textContent: `${KEPT} post`, createdBy: personOf(person.id) },
  ])
  expect(await fetchComments(other, life.post.id)).toMatchObject([{ description: `${KEPT} comment` }])
  expect((await other.fetch(adminUserRoutes.list, { query: {} })).items.map(({ id }) => id)).toEqual([other.id])
  expect((await other.request(adminUserRoutes.activate, { params: { id: person.id } })).status).toBe(404)
  expect((await other.request(peopleRoutes.profile, { params: { id: person.id } })).status).toBe(404)
})

test('messages stay without a name unless their user deletes them too, and a repeated deletion changes nothing', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await setPasswords(noroshi)
  const { id } = await startPersonalChat(aiko, ben)
  const group = await createGroup(aiko, [ben])
  await sendMessage(aiko, id, 'hello')
  await sendMessage(aiko, group.id, 'good night')
  await deleteOwn(aiko)
  await complete(noroshi)
  expect(await fetchMessages(ben, id)).toMatchObject([{ text: 'hello', sender: personOf(aiko.id) }])
  expect(await fetchMessages(ben, group.id)).toMatchObject([{ text: 'good night', sender: personOf(aiko.id) }])
  const thread = await fetchThread(ben, group.id)
  expect(thread.members.map((member) => member.id)).toEqual([ben.id])
  await continueDeletions(noroshi.deps)
  expect((await fetchThread(ben, group.id)).version).toBe(thread.version)
})

test('a deletion that a crash interrupted is continued', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await setPasswords(noroshi)
  const { id } = await startPersonalChat(aiko, ben)
  for (const word of ['one', 'two', 'three']) await sendMessage(aiko, id, word)
  const { db } = noroshi
  // The transaction of the deletion is committed, and nothing after it.
  await db
    .insertInto('account_deletions')
    .values({ user_id: aiko.id, deletes_messages: true, begun_at: noroshi.deps.now() })
    .execute()
  await complete(noroshi)
  expect((await fetchMessages(ben, id)).map(({ text: left }) => left)).toEqual(['', '', ''])
})

test('the last administrator, a wrong password and a user with an active alert are refused', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  await setPasswords(noroshi)
  expect(await deleteOwn(admin)).toMatchObject({ status: 409, body: { code: 'account.lastAdmin' } })
  expect(await deleteOwn(aiko, { password: 'wrong' })).toMatchObject({ status: 400, body: { code: 'auth.wrongPassword' } })
  await raise(aiko)
  expect(await deleteOwn(aiko)).toMatchObject({ status: 409, body: { code: 'account.hasActiveAlert' } })
  expect((await aiko.request(personalDataRoutes.delete, { body: { currentPassword: PASSWORD } })).status).toBe(400)
  expect((await aiko.fetch(accountRoutes.me)).firstName).toBe('Aiko')
})

test('an administrator deletes the account of another user with their own password, and the audit log has no name', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  await setPasswords(noroshi)
  const deleteOf = (id: string, currentPassword = PASSWORD) =>
    admin.request(personalDataRoutes.deleteOf, { params: { id }, body: { currentPassword, deletesMessages: false } })
  expect((await deleteOf(aiko.id, 'wrong')).status).toBe(400)
  expect(await deleteOf(admin.id)).toMatchObject({ status: 403, body: { code: 'account.self' } })
  expect((await deleteOf(aiko.id)).status).toBe(200)
  expect((await deleteOf(aiko.id)).status).toBe(404)
  const entries = await noroshi.db.selectFrom('audit_log').selectAll().where('target_id', '=', aiko.id).execute()
  expect(entries).toMatchObject([{ action: 'user.deleted', actor_id: admin.id, details: {} }])
})

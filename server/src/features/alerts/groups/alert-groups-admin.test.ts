import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Caller } from '#/testing/caller.ts'
import { accountOf } from '#/testing/access/request-values.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'

const form = { name: 'Night watch', isAnonymous: false, takesNewUsers: false }
const createGroup = (admin: Caller, change: Partial<typeof form> = {}) =>
  admin.fetch(alertGroupRoutes.create, { body: { ...form, ...change } })
const idsOf = (people: readonly TestUser[]) => ({ userIds: people.map(({ id }) => id) })
const addMembers = (admin: Caller, id: string, people: readonly TestUser[]) =>
  admin.fetch(alertGroupRoutes.addMembers, { params: { id }, body: idsOf(people) })
const removeMembers = (admin: Caller, id: string, people: readonly TestUser[]) =>
  admin.fetch(alertGroupRoutes.removeMembers, { params: { id }, body: idsOf(people) })
const builtInGroupId = async (admin: Caller) =>
  (await admin.fetch(alertGroupRoutes.list)).items.find(({ isBuiltIn }) => isBuiltIn)?.id ?? ''
const alertsOf = async (caller: Caller) => (await caller.fetch(alertRoutes.list)).items.map(({ id }) => id)

test('a user added to a group reads and receives its alerts at once, and a removed user does not', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  await removeMembers(admin, await builtInGroupId(admin), [admin, aiko, ben, chika])
  const group = await createGroup(admin)
  await addMembers(admin, group.id, [aiko, chika])
  const listening = await ben.openSocket()
  const first = await aiko.fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  expect(await alertsOf(ben)).toEqual([])

  expect((await addMembers(admin, group.id, [ben])).memberCount).toBe(3)
  await listening.next('membership:changed')
  expect(await alertsOf(ben)).toEqual([first.id])
  const second = await chika.fetch(alertRoutes.raise, { body: {} })
  expect(await listening.next('alert:new_alert')).toMatchObject({ id: second.id })
  expect(await listening.send('alert:join_alert_page', { alertId: first.id })).toEqual({ ok: true })

  expect((await removeMembers(admin, group.id, [ben])).memberCount).toBe(2)
  await listening.next('membership:changed')
  expect(await alertsOf(ben)).toEqual([])
  expect((await ben.request(alertRoutes.get, { params: { id: first.id } })).status).toBe(404)
  await aiko.fetch(alertRoutes.resolve, { body: { AlertId: first.id } })
  await noroshi.deps.journal.flush()
  await addMembers(admin, group.id, [ben])
  await listening.next('membership:changed')
  expect(listening.payloadsOf('alert:resolved')).toEqual([])
})

test('an administrator outside the audience receives the events of an alert whose page is open', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko', 'Ben')
  await removeMembers(admin, await builtInGroupId(admin), [admin])
  const { id } = await aiko.fetch(alertRoutes.raise, { body: {} })
  const listening = await admin.openSocket()
  expect(await listening.send('alert:join_alert_page', { alertId: id })).toEqual({ ok: true })
  await aiko.fetch(alertRoutes.resolve, { body: { AlertId: id } })
  expect(await listening.next('alert:resolved')).toMatchObject({ id })
})

test('members of a deleted group get no new alerts and keep its earlier alerts', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  const all = await builtInGroupId(admin)
  await removeMembers(admin, all, [admin, aiko, ben, chika])
  const group = await createGroup(admin, { takesNewUsers: true })
  await addMembers(admin, group.id, [aiko, ben])
  const { id } = await aiko.fetch(alertRoutes.raise, { body: {} })
  const listening = await ben.openSocket()

  await admin.fetch(alertGroupRoutes.remove, { params: { id: group.id } })
  await listening.next('membership:changed')
  expect(await alertsOf(ben)).toEqual([id])
  expect((await ben.fetch(alertRoutes.groupMembers)).items).toEqual([])
  await aiko.fetch(alertRoutes.resolve, { body: { AlertId: id } })
  await listening.next('alert:resolved')
  expect((await admin.fetch(alertGroupRoutes.list)).items.map((one) => one.id)).toEqual([all])
  for (const request of [
    admin.request(alertGroupRoutes.update, { params: { id: group.id }, body: form }),
    admin.request(alertGroupRoutes.members, { params: { id: group.id } }),
    admin.request(alertGroupRoutes.addMembers, { params: { id: group.id }, body: idsOf([chika]) }),
    admin.request(alertGroupRoutes.remove, { params: { id: group.id } }),
  ])
    expect(await request).toMatchObject({ status: 404, body: { code: 'alertGroup.notFound' } })
  // No user is in a group any more: an SOS reaches every active user.
  expect((await ben.fetch(alertRoutes.raise, { body: {} })).recipientCount).toBe(3)
})

test('an administrator can rename the built-in group, and gets 409 when deleting it', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const id = await builtInGroupId(admin)
  const renamed = await admin.fetch(alertGroupRoutes.update, {
    params: { id },
    body: { name: ' Wakaba ', isAnonymous: true, takesNewUsers: true },
  })
  expect(renamed).toMatchObject({ name: 'Wakaba', isBuiltIn: true })
  expect(await admin.request(alertGroupRoutes.remove, { params: { id } })).toMatchObject({
    status: 409,
    body: { code: 'alertGroup.builtIn' },
  })
})

test('a new user joins the groups for new users, and an anonymous alert reaches the groups for anonymous alerts', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await admin.fetch(alertGroupRoutes.update, {
    params: { id: await builtInGroupId(admin) },
    body: { name: 'Everyone', isAnonymous: false, takesNewUsers: false },
  })
  const desk = await createGroup(admin, { isAnonymous: true })
  await addMembers(admin, desk.id, [aiko])
  const newcomers = await createGroup(admin, { name: 'Newcomers', takesNewUsers: true })
  await noroshi.visitor.fetch(accountRoutes.register, { body: accountOf('newcomer') })
  expect((await admin.fetch(alertGroupRoutes.list)).items.find(({ id }) => id === newcomers.id)?.memberCount).toBe(1)

  const { id, recipientCount } = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
  expect([recipientCount, await alertsOf(aiko), await alertsOf(ben)]).toEqual([1, [id], []])
  // Without a group for anonymous alerts all active users are alarmed.
  await admin.fetch(alertGroupRoutes.update, { params: { id: desk.id }, body: form })
  expect((await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })).recipientCount).toBe(4)
})

test('an administrator lists members by name in pages, and searches by a part of the name', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const group = await createGroup(admin)
  const people = await noroshi.people(...Array.from({ length: 60 }, (_, index) => `P${String(index).padStart(2, '0')}`))
  const [hanako] = await noroshi.people('花子')
  await addMembers(admin, group.id, [...people, hanako])
  const page = (query: Record<string, string>) => admin.fetch(alertGroupRoutes.members, { params: { id: group.id }, query })
  const first = await page({})
  const second = await page({ cursor: first.nextCursor ?? '' })
  expect([...first.items, ...second.items].map(({ firstName }) => firstName)).toEqual([
    ...people.map(({ firstName }) => firstName),
    '花子',
  ])
  expect([first.items.length, second.nextCursor]).toEqual([50, null])
  expect((await page({ name: '花' })).items.map(({ id }) => id)).toEqual([hanako.id])
  expect((await page({ name: 'p5' })).items).toHaveLength(10)
})

test('a user who is added twice is a member once, and an unknown id adds no user', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const group = await createGroup(admin)
  await Promise.all([addMembers(admin, group.id, [aiko]), addMembers(admin, group.id, [aiko, aiko])])
  const withUnknownId = { userIds: [ben.id, crypto.randomUUID()] }
  expect(await admin.request(alertGroupRoutes.addMembers, { params: { id: group.id }, body: withUnknownId })).toMatchObject({
    status: 404,
    body: { code: 'alertGroup.personNotFound' },
  })
  expect((await admin.request(alertGroupRoutes.addMembers, { params: { id: group.id }, body: { userIds: [] } })).status).toBe(400)
  const { items } = await admin.fetch(alertGroupRoutes.list)
  expect(items.find(({ id }) => id === group.id)?.memberCount).toBe(1)
  const rows = await noroshi.db.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute()
  expect(rows).toEqual([
    { action: 'alertGroup.created', details: form },
    { action: 'alertGroup.membersAdded', details: { name: 'Night watch', count: 1, people: ['Aiko'] } },
  ])
})

test('a member gets the refusal to manage alert groups in their language', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const { body } = await ben.request(alertGroupRoutes.create, { body: form, headers: { 'accept-language': 'ja' } })
  expect(body).toMatchObject({ code: 'alertGroup.notAllowed', message: 'アラートグループの管理は許可されていません' })
})

test('an administrator gets 409 in their language for a group name in use, whatever its width and case', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const nightWatch = await createGroup(admin)
  const other = await createGroup(admin, { name: 'Ｋitchen' })
  const headers = { 'accept-language': 'ja' }
  for (const name of ['Night watch', ' NIGHT  watch ', 'Ｎight watch']) {
    expect(await admin.request(alertGroupRoutes.create, { body: { ...form, name }, headers })).toMatchObject({
      status: 409,
      body: {
        code: 'alertGroup.nameTaken',
        issues: [{ path: 'name', message: '同じ名前のアラートグループがすでにあります' }],
      },
    })
    const params = { id: other.id }
    const renamed = await admin.request(alertGroupRoutes.update, { params, body: { ...form, name } })
    expect(renamed).toMatchObject({ status: 409, body: { message: 'There is already an alert group with this name' } })
  }
  const changed = { params: { id: nightWatch.id }, body: { ...form, isAnonymous: true } }
  expect(await admin.fetch(alertGroupRoutes.update, changed)).toMatchObject({ name: 'Night watch', isAnonymous: true })
  await admin.fetch(alertGroupRoutes.remove, { params: { id: nightWatch.id } })
  expect((await createGroup(admin)).name).toBe('Night watch')
})

test('one of several concurrent requests creates the group', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const answers = await Promise.all(Array.from({ length: 6 }, () => admin.request(alertGroupRoutes.create, { body: form })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
})

test('the migration adds a number to the names of groups that share a name', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await sql`DROP INDEX alert_groups_by_name`.execute(noroshi.db)
  const names = ['Watch', 'watch', 'Watch (2)', 'ＷＡＴＣＨ', 'Kitchen']
  for (const name of names) await noroshi.db.insertInto('alert_groups').values({ id: uuidv7(), name }).execute()
  const file = new URL('../../../../migrations/0014_unique_alert_group_names.sql', import.meta.url)
  await sql.raw(await readFile(file, 'utf8')).execute(noroshi.db)
  const { items } = await admin.fetch(alertGroupRoutes.list)
  expect(items.map(({ name }) => name).toSorted()).toEqual(
    ['Everyone', 'Kitchen', 'Watch', 'watch (2)', 'Watch (2) (2)', 'ＷＡＴＣＨ (3)'].toSorted(),
  )
})

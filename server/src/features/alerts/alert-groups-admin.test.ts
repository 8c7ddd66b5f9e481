import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Caller } from '#/testing/caller.ts'
import { accountOf } from '#/testing/right-requests.ts'
import { type Person, unit } from '#/testing/unit.ts'

const form = { name: 'Night watch', isAnonymous: false, takesNewUsers: false }
const makesGroup = (admin: Caller, change: Partial<typeof form> = {}) =>
  admin.gets(alertGroupRoutes.create, { body: { ...form, ...change } })
const idsOf = (people: readonly Person[]) => ({ userIds: people.map(({ id }) => id) })
const adds = (admin: Caller, id: string, people: readonly Person[]) =>
  admin.gets(alertGroupRoutes.addMembers, { params: { id }, body: idsOf(people) })
const removes = (admin: Caller, id: string, people: readonly Person[]) =>
  admin.gets(alertGroupRoutes.removeMembers, { params: { id }, body: idsOf(people) })
const everyone = async (admin: Caller) =>
  (await admin.gets(alertGroupRoutes.list)).items.find(({ isBuiltIn }) => isBuiltIn)?.id ?? ''
const alertsOf = async (caller: Caller) => (await caller.gets(alertRoutes.list)).items.map(({ id }) => id)

test('whoever is added to a group reads and hears at once what it reads and hears, and who is removed no longer', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  await removes(admin, await everyone(admin), [admin, aiko, ben, chika])
  const group = await makesGroup(admin)
  await adds(admin, group.id, [aiko, chika])
  const listening = await ben.listens()
  const first = await aiko.gets(alertRoutes.raise, { body: { textContent: 'fire' } })
  expect(await alertsOf(ben)).toEqual([])

  expect((await adds(admin, group.id, [ben])).memberCount).toBe(3)
  await listening.next('membership:changed')
  expect(await alertsOf(ben)).toEqual([first.id])
  const second = await chika.gets(alertRoutes.raise, { body: {} })
  expect(await listening.next('alert:new_alert')).toMatchObject({ id: second.id })
  expect(await listening.asks('alert:join_alert_page', { alertId: first.id })).toEqual({ ok: true })

  expect((await removes(admin, group.id, [ben])).memberCount).toBe(2)
  await listening.next('membership:changed')
  expect(await alertsOf(ben)).toEqual([])
  expect((await ben.asks(alertRoutes.get, { params: { id: first.id } })).status).toBe(404)
  await aiko.gets(alertRoutes.resolve, { body: { AlertId: first.id } })
  await adds(admin, group.id, [ben])
  await listening.next('membership:changed')
  expect(listening.payloadsOf('alert:resolved')).toEqual([])
})

test('an administrator outside the audience follows an alert whose page is open', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko', 'Ben')
  await removes(admin, await everyone(admin), [admin])
  const { id } = await aiko.gets(alertRoutes.raise, { body: {} })
  const listening = await admin.listens()
  expect(await listening.asks('alert:join_alert_page', { alertId: id })).toEqual({ ok: true })
  await aiko.gets(alertRoutes.resolve, { body: { AlertId: id } })
  expect(await listening.next('alert:resolved')).toMatchObject({ id })
})

test('no new alert goes to a deleted group, and the alerts that it brought stay with its people', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben, chika] = await noroshi.people('Aiko', 'Ben', 'Chika')
  const all = await everyone(admin)
  await removes(admin, all, [admin, aiko, ben, chika])
  const group = await makesGroup(admin, { takesNewUsers: true })
  await adds(admin, group.id, [aiko, ben])
  const { id } = await aiko.gets(alertRoutes.raise, { body: {} })
  const listening = await ben.listens()

  await admin.gets(alertGroupRoutes.remove, { params: { id: group.id } })
  await listening.next('membership:changed')
  expect(await alertsOf(ben)).toEqual([id])
  expect((await ben.gets(alertRoutes.groupMembers)).items).toEqual([])
  await aiko.gets(alertRoutes.resolve, { body: { AlertId: id } })
  await listening.next('alert:resolved')
  expect((await admin.gets(alertGroupRoutes.list)).items.map((one) => one.id)).toEqual([all])
  for (const request of [
    admin.asks(alertGroupRoutes.update, { params: { id: group.id }, body: form }),
    admin.asks(alertGroupRoutes.members, { params: { id: group.id } }),
    admin.asks(alertGroupRoutes.addMembers, { params: { id: group.id }, body: idsOf([chika]) }),
    admin.asks(alertGroupRoutes.remove, { params: { id: group.id } }),
  ])
    expect(await request).toMatchObject({ status: 404, body: { code: 'alertGroup.notFound' } })
  // Nobody is in a group any more: an SOS goes to every active person.
  expect((await ben.gets(alertRoutes.raise, { body: {} })).recipientCount).toBe(3)
})

test('the group that the unit began with can be renamed and not deleted', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const id = await everyone(admin)
  const renamed = await admin.gets(alertGroupRoutes.update, {
    params: { id },
    body: { name: ' Wakaba ', isAnonymous: true, takesNewUsers: true },
  })
  expect(renamed).toMatchObject({ name: 'Wakaba', isBuiltIn: true })
  expect(await admin.asks(alertGroupRoutes.remove, { params: { id } })).toMatchObject({
    status: 409,
    body: { code: 'alertGroup.builtIn' },
  })
})

test('newcomers join the groups that take them, anonymous alerts go to the groups that take those', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await admin.gets(alertGroupRoutes.update, {
    params: { id: await everyone(admin) },
    body: { name: 'Everyone', isAnonymous: false, takesNewUsers: false },
  })
  const desk = await makesGroup(admin, { isAnonymous: true })
  await adds(admin, desk.id, [aiko])
  const takes = await makesGroup(admin, { takesNewUsers: true })
  await noroshi.visitor.gets(accountRoutes.register, { body: accountOf('newcomer') })
  expect((await admin.gets(alertGroupRoutes.list)).items.find(({ id }) => id === takes.id)?.memberCount).toBe(1)

  const { id, recipientCount } = await noroshi.visitor.gets(alertRoutes.raise, { body: {} })
  expect([recipientCount, await alertsOf(aiko), await alertsOf(ben)]).toEqual([1, [id], []])
  // Where no group takes them, everybody is alarmed.
  await admin.gets(alertGroupRoutes.update, { params: { id: desk.id }, body: form })
  expect((await noroshi.visitor.gets(alertRoutes.raise, { body: {} })).recipientCount).toBe(4)
})

test('members are listed by name, a page at a time, and found by a part of it', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const group = await makesGroup(admin)
  const people = await noroshi.people(...Array.from({ length: 60 }, (_, index) => `P${String(index).padStart(2, '0')}`))
  const [hanako] = await noroshi.people('花子')
  await adds(admin, group.id, [...people, hanako])
  const page = (query: Record<string, string>) => admin.gets(alertGroupRoutes.members, { params: { id: group.id }, query })
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

test('who is named twice is a member once; a stranger among them, and nobody is added', async () => {
  await using noroshi = await unit()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const group = await makesGroup(admin)
  await Promise.all([adds(admin, group.id, [aiko]), adds(admin, group.id, [aiko, aiko])])
  const strangers = { userIds: [ben.id, crypto.randomUUID()] }
  expect(await admin.asks(alertGroupRoutes.addMembers, { params: { id: group.id }, body: strangers })).toMatchObject({
    status: 404,
    body: { code: 'alertGroup.personNotFound' },
  })
  expect((await admin.asks(alertGroupRoutes.addMembers, { params: { id: group.id }, body: { userIds: [] } })).status).toBe(400)
  const { items } = await admin.gets(alertGroupRoutes.list)
  expect(items.find(({ id }) => id === group.id)?.memberCount).toBe(1)
  const rows = await noroshi.db.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute()
  expect(rows).toEqual([
    { action: 'alertGroup.created', details: form },
    { action: 'alertGroup.membersAdded', details: { name: 'Night watch', count: 1, people: ['Aiko'] } },
  ])
})

test('a member is told that alert groups are not theirs to manage, in their language', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  const { body } = await ben.asks(alertGroupRoutes.create, { body: form, headers: { 'accept-language': 'ja' } })
  expect(body).toMatchObject({ code: 'alertGroup.notAllowed', message: 'アラートグループの管理は許可されていません' })
})

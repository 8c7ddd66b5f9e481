import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { textIn } from '@noroshi/contract/texts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { type TestUser, startTestServer } from '#/testing/test-server.ts'

const { list, get, activate, deactivate, makeAdmin, removeAdmin, resetLink } = adminUserRoutes
const paramsOf = (person: TestUser) => ({ params: { id: person.id } })

test('an administrator searches users by name and email in pages, including deactivated users', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  await noroshi.people(...Array.from({ length: 60 }, (_, index) => `Aiko${index}`))
  const [dora] = await noroshi.people('Dora')
  await gen.fetch(deactivate, paramsOf(dora))

  const first = await gen.fetch(list, { query: { text: 'aiko' } })
  expect(first.items).toHaveLength(50)
  const second = await gen.fetch(list, { query: { text: 'aiko', cursor: first.nextCursor ?? '' } })
  expect(second).toMatchObject({ items: { length: 10 }, nextCursor: null, total: first.total })
  expect(first.total).toBe(first.items.length + 10)
  const names = [...first.items, ...second.items].map(({ firstName }) => firstName)
  expect(names).toEqual(Array.from({ length: 60 }, (_, index) => `Aiko${index}`).toSorted())

  const search = async (query: Record<string, string>) => (await gen.fetch(list, { query })).items.map(({ id }) => id)
  expect(await search({ text: `dora.${dora.id.slice(-6)}@EXAMPLE` })).toEqual([dora.id])
  expect(await search({ filter: 'deactivated' })).toEqual([dora.id])
  expect(await search({ filter: 'active', text: 'dora' })).toEqual([])
  expect(await search({ filter: 'admins' })).toEqual([gen.id])
  expect(await gen.fetch(get, paramsOf(dora))).toMatchObject({ id: dora.id, isActive: false, isAdmin: false, version: 2 })
})

test('a deactivated user loses all sessions and sockets at once, and is visible again after activation', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  await ben.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await ben.fetch(accountRoutes.shareLocation, { body: { latitude: 38, longitude: 140, accuracy: 5 } })
  const [phone, fellow] = [await ben.openSocket(), await aiko.openSocket()]
  const disconnected = new Promise((resolve) => phone.socket.once('disconnect', resolve))
  expect(await gen.fetch(deactivate, paramsOf(ben))).toMatchObject({ isActive: false })

  expect(await phone.next('session:ended')).toEqual({ reason: 'deactivated' })
  await disconnected
  expect((await ben.request(accountRoutes.me)).status).toBe(401)
  expect(await fellow.next('users:updated')).toEqual({ userId: ben.id, position: null })
  expect((await aiko.request(peopleRoutes.profile, paramsOf(ben))).status).toBe(404)
  // An SOS is never refused.
  expect((await ben.request(alertRoutes.raise, { body: {} })).status).toBe(201)

  expect(await gen.fetch(activate, paramsOf(ben))).toMatchObject({ isActive: true })
  expect((await ben.request(accountRoutes.me)).status).toBe(401)
  expect((await aiko.request(peopleRoutes.profile, paramsOf(ben))).status).toBe(200)
})

test('an administrator gets 403 in both languages when deactivating or demoting themselves', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  for (const language of LANGUAGES) {
    const request = { ...paramsOf(gen), headers: { 'accept-language': language } }
    expect(await gen.request(deactivate, request)).toMatchObject({
      status: 403,
      body: { code: 'user.selfDeactivate', message: textIn(language, 'error.user.selfDeactivate') },
    })
    expect(await gen.request(removeAdmin, request)).toMatchObject({
      status: 403,
      body: { code: 'user.selfRemoveAdmin', message: textIn(language, 'error.user.selfRemoveAdmin') },
    })
  }
  expect(await gen.fetch(get, paramsOf(gen))).toMatchObject({ isActive: true, isAdmin: true })
})

test('a user without the administrator right any more receives no events of alerts outside their groups', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben, dora] = await noroshi.people('Ben', 'Dora')
  await createAlertGroup(noroshi, [dora, await noroshi.admin('Hana')])
  const { id } = await dora.fetch(alertRoutes.raise, { body: {} })
  expect(await gen.fetch(makeAdmin, paramsOf(ben))).toMatchObject({ isAdmin: true })
  const listening = await ben.openSocket()
  expect(await listening.send('alert:join_alert_page', { alertId: id })).toEqual({ ok: true })
  await dora.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'before' } })
  await listening.next('messages:new_message')
  expect((await ben.request(list)).status).toBe(200)

  expect(await gen.fetch(removeAdmin, paramsOf(ben))).toMatchObject({ isAdmin: false })
  expect(await listening.next('membership:changed')).toEqual({})
  expect((await ben.request(list)).status).toBe(403)
  await dora.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'after' } })
  await listening.settle()
  expect(listening.payloadsOf('messages:new_message')).toHaveLength(1)
  // The connection and the session continue with the current rights.
  expect(listening.socket.connected).toBe(true)
  expect(await listening.send('alert:join_alert_page', { alertId: id })).toEqual({ ok: false, code: 'alert.notFound' })
})

test('an administrator gets 409 when promoting a deactivated user or creating a reset link for them', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  await gen.fetch(deactivate, paramsOf(ben))
  for (const route of [makeAdmin, resetLink])
    expect(await gen.request(route, paramsOf(ben))).toMatchObject({ status: 409, body: { code: 'user.deactivated' } })
})

test('administrators demote and deactivate each other concurrently, and at least one remains', async () => {
  await using noroshi = await startTestServer()
  const admins = [await noroshi.admin('Gen'), await noroshi.admin('Hana'), await noroshi.admin('Ina')]
  const others = (person: TestUser) => admins.filter((other) => other !== person)
  const answers = await Promise.all(
    admins.flatMap((admin) =>
      others(admin).flatMap((other) => [admin.request(removeAdmin, paramsOf(other)), admin.request(deactivate, paramsOf(other))]),
    ),
  )
  for (const { status } of answers) expect(status).toBeOneOf([200, 401, 403])
  const remaining = await noroshi.db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .execute()
  expect(remaining.length).toBeGreaterThanOrEqual(1)
})

test('a reset link from an administrator works once, and not after a deactivation', async () => {
  await using noroshi = await startTestServer({ PUBLIC_URL: 'https://noroshi.example' })
  const gen = await noroshi.admin('Gen')
  const [ben, chie] = await noroshi.people('Ben', 'Chie')
  const resetStatus = async (person: TestUser, link: string) => {
    const token = new URL(link).searchParams.get('token')
    const body = { token, password: `${person.firstName} and the hill`, confirmPassword: `${person.firstName} and the hill` }
    return (await noroshi.visitor.request(passwordRoutes.reset, { body })).status
  }
  const { link, expiresAt } = await gen.fetch(resetLink, { ...paramsOf(ben), headers: { 'x-forwarded-host': 'evil.example' } })
  expect(link).toMatch(/^https:\/\/noroshi\.example\/reset-password\?token=[\w-]{43}$/)
  expect(new Date(expiresAt).getTime() - noroshi.clock.now().getTime()).toBeLessThanOrEqual(30 * 60_000)
  expect([await resetStatus(ben, link), await resetStatus(ben, link)]).toEqual([200, 400])
  const other = await gen.fetch(resetLink, paramsOf(chie))
  await gen.fetch(deactivate, paramsOf(chie))
  await gen.fetch(activate, paramsOf(chie))
  expect(await resetStatus(chie, other.link)).toBe(400)
})

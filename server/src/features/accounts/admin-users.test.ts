import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { messages } from '@noroshi/contract/messages'
import { alertGroup } from '#/testing/groups.ts'
import { type Person, unit } from '#/testing/unit.ts'

const { list, get, activate, deactivate, makeAdmin, removeAdmin, resetLink } = adminUserRoutes
const of = (person: Person) => ({ params: { id: person.id } })

test('an administrator finds people by name and by email, page by page, deactivated ones too', async () => {
  await using noroshi = await unit()
  const gen = await noroshi.admin('Gen')
  await noroshi.people(...Array.from({ length: 60 }, (_, index) => `Aiko${index}`))
  const [dora] = await noroshi.people('Dora')
  await gen.gets(deactivate, of(dora))

  const first = await gen.gets(list, { query: { text: 'aiko' } })
  expect(first.items).toHaveLength(50)
  const second = await gen.gets(list, { query: { text: 'aiko', cursor: first.nextCursor ?? '' } })
  expect(second).toMatchObject({ items: { length: 10 }, nextCursor: null, total: first.total })
  expect(first.total).toBe(first.items.length + 10)
  const names = [...first.items, ...second.items].map(({ firstName }) => firstName)
  expect(names).toEqual(Array.from({ length: 60 }, (_, index) => `Aiko${index}`).toSorted())

  const found = async (query: Record<string, string>) => (await gen.gets(list, { query })).items.map(({ id }) => id)
  expect(await found({ text: `dora.${dora.id.slice(-6)}@EXAMPLE` })).toEqual([dora.id])
  expect(await found({ filter: 'deactivated' })).toEqual([dora.id])
  expect(await found({ filter: 'active', text: 'dora' })).toEqual([])
  expect(await found({ filter: 'admins' })).toEqual([gen.id])
  expect(await gen.gets(get, of(dora))).toMatchObject({ id: dora.id, isActive: false, isAdmin: false, version: 2 })
})

test('who is deactivated is out at once, on every device, and comes back when activated', async () => {
  await using noroshi = await unit()
  const gen = await noroshi.admin('Gen')
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  await ben.gets(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await ben.gets(accountRoutes.shareLocation, { body: { latitude: 38, longitude: 140, accuracy: 5 } })
  const [phone, fellow] = [await ben.listens(), await aiko.listens()]
  const gone = new Promise((resolve) => phone.socket.once('disconnect', resolve))
  expect(await gen.gets(deactivate, of(ben))).toMatchObject({ isActive: false })

  expect(await phone.next('session:ended')).toEqual({ reason: 'deactivated' })
  await gone
  expect((await ben.asks(accountRoutes.me)).status).toBe(401)
  expect(await fellow.next('users:updated')).toEqual({ userId: ben.id, position: null })
  expect((await aiko.asks(peopleRoutes.profile, of(ben))).status).toBe(404)
  // An SOS is never refused.
  expect((await ben.asks(alertRoutes.raise, { body: {} })).status).toBe(201)

  expect(await gen.gets(activate, of(ben))).toMatchObject({ isActive: true })
  expect((await ben.asks(accountRoutes.me)).status).toBe(401)
  expect((await aiko.asks(peopleRoutes.profile, of(ben))).status).toBe(200)
})

test('nobody deactivates themselves or takes their own admin right, and both languages say why', async () => {
  await using noroshi = await unit()
  const gen = await noroshi.admin('Gen')
  for (const language of LANGUAGES) {
    const sent = { ...of(gen), headers: { 'accept-language': language } }
    expect(await gen.asks(deactivate, sent)).toMatchObject({
      status: 403,
      body: { code: 'user.selfDeactivate', message: messages['error.user.selfDeactivate'][language] },
    })
    expect(await gen.asks(removeAdmin, sent)).toMatchObject({
      status: 403,
      body: { code: 'user.selfRemoveAdmin', message: messages['error.user.selfRemoveAdmin'][language] },
    })
  }
  expect(await gen.gets(get, of(gen))).toMatchObject({ isActive: true, isAdmin: true })
})

test('an administrator makes another and takes the right away again; open sockets follow', async () => {
  await using noroshi = await unit()
  const gen = await noroshi.admin('Gen')
  const [ben, dora] = await noroshi.people('Ben', 'Dora')
  await alertGroup(noroshi, [dora, await noroshi.admin('Hana')])
  const { id } = await dora.gets(alertRoutes.raise, { body: {} })
  expect(await gen.gets(makeAdmin, of(ben))).toMatchObject({ isAdmin: true })
  const listening = await ben.listens()
  expect(await listening.asks('alert:join_alert_page', { alertId: id })).toEqual({ ok: true })
  const dropped = new Promise((resolve) => listening.socket.once('disconnect', resolve))
  expect((await ben.asks(list)).status).toBe(200)

  expect(await gen.gets(removeAdmin, of(ben))).toMatchObject({ isAdmin: false })
  expect(await listening.next('membership:changed')).toEqual({})
  // The page makes another connection, with what it may now; the session goes on.
  await dropped
  expect(listening.names()).not.toContain('session:ended')
  expect((await ben.asks(list)).status).toBe(403)
  const again = await ben.listens()
  expect(await again.asks('alert:join_alert_page', { alertId: id })).toEqual({ ok: false, code: 'alert.notFound' })
})

test('a deactivated person is made no administrator and gets no link', async () => {
  await using noroshi = await unit()
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  await gen.gets(deactivate, of(ben))
  for (const route of [makeAdmin, resetLink])
    expect(await gen.asks(route, of(ben))).toMatchObject({ status: 409, body: { code: 'user.deactivated' } })
})

test('of administrators who take each other’s right at once, one remains', async () => {
  await using noroshi = await unit()
  const admins = [await noroshi.admin('Gen'), await noroshi.admin('Hana'), await noroshi.admin('Ina')]
  const others = (person: Person) => admins.filter((other) => other !== person)
  const answers = await Promise.all(
    admins.flatMap((admin) =>
      others(admin).flatMap((other) => [admin.asks(removeAdmin, of(other)), admin.asks(deactivate, of(other))]),
    ),
  )
  for (const { status } of answers) expect(status).toBeOneOf([200, 401, 403])
  const left = await noroshi.db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .execute()
  expect(left.length).toBeGreaterThanOrEqual(1)
})

test('a link that an administrator hands over opens the account once, and ends with a deactivation', async () => {
  await using noroshi = await unit({ PUBLIC_URL: 'https://noroshi.example' })
  const gen = await noroshi.admin('Gen')
  const [ben, chie] = await noroshi.people('Ben', 'Chie')
  const chooses = async (person: Person, link: string) => {
    const token = new URL(link).searchParams.get('token')
    const body = { token, password: `${person.firstName} 12345`, confirmPassword: `${person.firstName} 12345` }
    return (await noroshi.visitor.asks(passwordRoutes.reset, { body })).status
  }
  const { link, expiresAt } = await gen.gets(resetLink, { ...of(ben), headers: { 'x-forwarded-host': 'evil.example' } })
  expect(link).toMatch(/^https:\/\/noroshi\.example\/reset-password\?token=[\w-]{43}$/)
  expect(new Date(expiresAt).getTime() - noroshi.clock.now().getTime()).toBeLessThanOrEqual(30 * 60_000)
  expect([await chooses(ben, link), await chooses(ben, link)]).toEqual([200, 400])
  const other = await gen.gets(resetLink, of(chie))
  await gen.gets(deactivate, of(chie))
  await gen.gets(activate, of(chie))
  expect(await chooses(chie, other.link)).toBe(400)
})

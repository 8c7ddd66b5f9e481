import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { sourceOf } from '#/http/source-of.ts'
import { accountOf } from '#/testing/right-requests.ts'
import { type Unit, unit } from '#/testing/unit.ts'

// Counts how often a password is really looked at.
vi.mock('@node-rs/argon2', { spy: true })

const { login, register, me } = accountRoutes
const aiko = accountOf('aiko')

let noroshi: Unit
beforeAll(async () => {
  noroshi = await unit({ TRUST_PROXY: '127.0.0.1' })
  await noroshi.visitor.gets(register, { body: aiko })
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const tries = (password: string, from: string, email = aiko.email) =>
  noroshi.visitor.asks(login, { body: { email, password }, headers: { 'x-forwarded-for': from } })

test('of a thousand wrong passwords twenty are looked at, and the owner signs in from elsewhere all the while', async () => {
  const before = vi.mocked(verify).mock.calls.length
  const answers: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const wrong = Array.from({ length: 50 }, (_, index) => tries(`wrong ${round} ${index}`, '10.0.0.1'))
    answers.push(...(await Promise.all(wrong)).map(({ status }) => status))
  }
  expect(vi.mocked(verify).mock.calls.length - before).toBe(20)
  expect(answers.filter((status) => status === 400)).toHaveLength(20)
  expect(answers.filter((status) => status === 429)).toHaveLength(980)
  // From there the right one is not looked at either, or it could be found by trying.
  expect((await tries(aiko.password, '10.0.0.1')).status).toBe(429)
  expect((await tries(aiko.password, '10.0.0.2')).status).toBe(200)
})

test('a quarter of an hour after too many wrong passwords the right one opens again', async () => {
  for (let tried = 0; tried < 20; tried += 1) expect((await tries('wrong', '10.0.0.3')).status).toBe(400)
  expect((await tries(aiko.password, '10.0.0.3')).status).toBe(429)
  noroshi.clock.advance({ minutes: 16 })
  expect((await tries(aiko.password, '10.0.0.3')).status).toBe(200)
})

test('a crowd beyond what can wait is refused, and that counts as no wrong password', async () => {
  const crowd = Array.from({ length: 100 }, (_, index) => tries(aiko.password, `10.0.4.${index}`))
  const statuses = (await Promise.all(crowd)).map(({ status }) => status)
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
  for (const [index, status] of statuses.entries())
    if (status === 429) expect((await tries(aiko.password, `10.0.4.${index}`)).status).toBe(200)
})

test('the limit tells nothing: it is the same for an address without an account', async () => {
  for (let tried = 0; tried < 20; tried += 1) expect((await tries('wrong', '10.0.1.1', 'nobody@example.org')).status).toBe(400)
  expect(await tries('wrong', '10.0.1.1', ' Nobody@example.org')).toMatchObject({
    status: 429,
    body: { code: 'tooManyRequests' },
  })
})

test('the addresses of one household’s IPv6 network count as one, those of another do not', async () => {
  for (let tried = 1; tried <= 120; tried += 1) await tries('wrong', `2001:db8:1:2::${tried}`, `nobody${tried}@example.org`)
  expect((await tries(aiko.password, '2001:db8:1:2:ffff::9')).status).toBe(429)
  expect((await tries(aiko.password, '2001:db8:1:3::1')).status).toBe(200)
})

test('right passwords are never too many', async () => {
  for (let tried = 0; tried < 25; tried += 1) expect((await tries(aiko.password, '10.0.2.1')).status).toBe(200)
})

test('an unknown address costs the same work as a known one', async () => {
  const workFor = async (email: string, source: string) => {
    vi.mocked(verify).mockClear()
    expect((await tries('wrong', source, email)).status).toBe(400)
    return vi.mocked(verify).mock.calls.map(([passwordHash]) => String(passwordHash).split('$').slice(0, 4))
  }
  const known = await workFor(aiko.email, '10.3.0.1')
  expect(known).toHaveLength(1)
  expect(await workFor('nobody@example.org', '10.3.0.2')).toEqual(known)
})

test('a password that is changed while it is being verified opens no session', async () => {
  const ben = accountOf('ben')
  const { id } = await noroshi.visitor.gets(register, { body: ben })
  vi.mocked(verify).mockImplementationOnce(async () => {
    await noroshi.db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', id).execute()
    return true
  })
  expect((await tries(ben.password, '10.4.0.1', ben.email)).status).toBe(400)
  expect(await noroshi.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([])
})

test('an administrator’s login is written down with its address, another’s is not', async () => {
  const gen = accountOf('gen')
  const { id } = await noroshi.visitor.gets(register, { body: gen })
  await noroshi.db.updateTable('users').set({ is_admin: true }).where('id', '=', id).execute()
  const { accessToken } = (await tries(gen.password, '10.5.0.1', gen.email)).body
  expect((await noroshi.as(accessToken).gets(me)).isAdmin).toBe(true)
  expect(await noroshi.db.selectFrom('audit_log').selectAll().execute()).toMatchObject([
    { action: 'admin.loggedIn', actor_id: id, actor_name: 'gen', ip: '10.5.0.1', target_id: id },
  ])
})

test.each([
  ['192.168.1.7', '192.168.1.7'],
  ['::ffff:192.168.1.7', '192.168.1.7'],
  ['::ffff:c0a8:107', '192.168.1.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('a call from %s counts for %s', (ip, source) => {
  expect(sourceOf(ip)).toBe(source)
})

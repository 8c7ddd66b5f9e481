import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { sourceOf } from '#/http/source-of.ts'
import { accountOf } from '#/testing/access/request-values.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

// Counts how many passwords are really verified.
vi.mock('@node-rs/argon2', { spy: true })

const { login, register, me } = accountRoutes
const aiko = accountOf('aiko')

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
  await noroshi.visitor.fetch(register, { body: aiko })
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const signIn = (password: string, from: string, email = aiko.email) =>
  noroshi.visitor.request(login, { body: { email, password }, headers: { 'x-forwarded-for': from } })

test('twenty of a thousand wrong passwords are verified, and the owner can sign in from another address', async () => {
  const before = vi.mocked(verify).mock.calls.length
  const statuses: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const wrong = Array.from({ length: 50 }, (_, index) => signIn(`wrong ${round} ${index}`, '10.0.0.1'))
    statuses.push(...(await Promise.all(wrong)).map(({ status }) => status))
  }
  expect(vi.mocked(verify).mock.calls.length - before).toBe(20)
  expect(statuses.filter((status) => status === 400)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(980)
  // The right password is not verified from that address either; otherwise it could be guessed.
  expect((await signIn(aiko.password, '10.0.0.1')).status).toBe(429)
  expect((await signIn(aiko.password, '10.0.0.2')).status).toBe(200)
})

test('the right password works again 15 minutes after too many wrong ones', async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) expect((await signIn('wrong', '10.0.0.3')).status).toBe(400)
  expect((await signIn(aiko.password, '10.0.0.3')).status).toBe(429)
  noroshi.clock.advance({ minutes: 16 })
  expect((await signIn(aiko.password, '10.0.0.3')).status).toBe(200)
})

test('sign-ins above the queue limit get 429 and do not count as wrong passwords', async () => {
  const crowd = Array.from({ length: 100 }, (_, index) => signIn(aiko.password, `10.0.4.${index}`))
  const statuses = (await Promise.all(crowd)).map(({ status }) => status)
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
  for (const [index, status] of statuses.entries())
    if (status === 429) expect((await signIn(aiko.password, `10.0.4.${index}`)).status).toBe(200)
})

test('the limit is the same for an email without an account', async () => {
  for (let attempt = 0; attempt < 20; attempt += 1)
    expect((await signIn('wrong', '10.0.1.1', 'unknown@example.org')).status).toBe(400)
  expect(await signIn('wrong', '10.0.1.1', ' Unknown@example.org')).toMatchObject({
    status: 429,
    body: { code: 'tooManyRequests' },
  })
})

test('the addresses of one IPv6 /64 network share a limit', async () => {
  for (let attempt = 1; attempt <= 120; attempt += 1)
    await signIn('wrong', `2001:db8:1:2::${attempt}`, `unknown${attempt}@example.org`)
  expect((await signIn(aiko.password, '2001:db8:1:2:ffff::9')).status).toBe(429)
  expect((await signIn(aiko.password, '2001:db8:1:3::1')).status).toBe(200)
})

test('right passwords do not count against the limit', async () => {
  for (let attempt = 0; attempt < 25; attempt += 1) expect((await signIn(aiko.password, '10.0.2.1')).status).toBe(200)
})

test('an unknown email needs the same verification work as a known one', async () => {
  const workFor = async (email: string, source: string) => {
    vi.mocked(verify).mockClear()
    expect((await signIn('wrong', source, email)).status).toBe(400)
    return vi.mocked(verify).mock.calls.map(([passwordHash]) => String(passwordHash).split('$').slice(0, 4))
  }
  const known = await workFor(aiko.email, '10.3.0.1')
  expect(known).toHaveLength(1)
  expect(await workFor('unknown@example.org', '10.3.0.2')).toEqual(known)
})

test('a password that changes during its verification creates no session', async () => {
  const ben = accountOf('ben')
  const { id } = await noroshi.visitor.fetch(register, { body: ben })
  vi.mocked(verify).mockImplementationOnce(async () => {
    await noroshi.db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', id).execute()
    return true
  })
  expect((await signIn(ben.password, '10.4.0.1', ben.email)).status).toBe(400)
  expect(await noroshi.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([])
})

test('only the sign-in of an administrator adds an audit entry, with the IP address', async () => {
  const gen = accountOf('gen')
  const { id } = await noroshi.visitor.fetch(register, { body: gen })
  await noroshi.db.updateTable('users').set({ is_admin: true }).where('id', '=', id).execute()
  const { accessToken } = (await signIn(gen.password, '10.5.0.1', gen.email)).body
  expect((await noroshi.as(accessToken).fetch(me)).isAdmin).toBe(true)
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
])('a request from %s counts for the source %s', (ip, source) => {
  expect(sourceOf(ip)).toBe(source)
})

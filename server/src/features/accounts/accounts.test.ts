import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { messages, type MessageKey } from '@noroshi/contract/messages'
import { textIn } from '@noroshi/contract/texts'
import { accountOf } from '#/testing/access/request-values.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'
import { createSetupCode } from './server/unit.service.ts'

const { register, login, me } = accountRoutes
const aiko = { ...accountOf('aiko'), firstName: 'Aiko', lastName: 'Mori' }
const loginOf = ({ email, password }: { email: string; password: string }) => ({ body: { email, password } })

describe('registration', () => {
  let noroshi: TestServer
  beforeAll(async () => {
    noroshi = await startTestServer()
  })
  afterAll(() => noroshi[Symbol.asyncDispose]())

  test('a registered user signs in with the same credentials and has no rights', async () => {
    const { id } = await noroshi.visitor.fetch(register, { body: aiko })
    const { accessToken } = await noroshi.visitor.fetch(login, loginOf(aiko))
    expect(await noroshi.as(accessToken).fetch(me)).toEqual({
      id,
      firstName: 'Aiko',
      lastName: 'Mori',
      fullName: 'Aiko Mori',
      avatarUrl: null,
      email: 'aiko@example.org',
      isAdmin: false,
      needsSecondFactor: false,
      isRestricted: false,
      language: 'en',
      phoneNumber: '',
      addressLineOne: '',
      addressLineTwo: '',
      city: '',
      state: '',
      postalAreaCode: null,
      country: '',
      nameReading: '',
      gender: null,
      locationSharing: null,
      quietHours: null,
      sharesLastSeen: false,
      audienceCount: 0,
    })
  })

  test('an email in capitals with spaces around it registers and signs in the same user', async () => {
    await noroshi.visitor.fetch(register, { body: { ...accountOf('ben'), firstName: '  Ben ', email: '  BEN@Example.ORG ' } })
    const { accessToken } = await noroshi.visitor.fetch(login, { body: { email: ' Ben@example.org', password: aiko.password } })
    expect(await noroshi.as(accessToken).fetch(me)).toMatchObject({ email: 'ben@example.org', firstName: 'Ben' })
  })

  test('a user without a last name registers and gets the language of the page', async () => {
    const { lastName: _none, ...body } = accountOf('chie')
    await noroshi.visitor.fetch(register, { body, headers: { 'accept-language': 'ja-JP,ja;q=0.9,en;q=0.8' } })
    const { accessToken } = await noroshi.visitor.fetch(login, loginOf(body))
    expect(await noroshi.as(accessToken).fetch(me)).toMatchObject({ fullName: 'chie', lastName: '', language: 'ja' })
  })

  test('an email that is taken gets 409, also in capitals', async () => {
    await noroshi.visitor.fetch(register, { body: accountOf('taken') })
    const response = await noroshi.visitor.request(register, { body: { ...accountOf('other'), email: 'TAKEN@example.org' } })
    expect(response).toMatchObject({ status: 409, body: { code: 'auth.emailTaken', issues: [{ path: 'email' }] } })
  })

  test('concurrent requests with the same form create one account', async () => {
    const requests = Array.from({ length: 5 }, () => noroshi.visitor.request(register, { body: accountOf('once') }))
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  })

  test.each<[rule: string, change: object, path: string, key: MessageKey, limit?: object]>([
    ['a first name', { firstName: undefined }, 'firstName', 'accounts.firstNameRequired'],
    ['more than spaces as a first name', { firstName: '  ' }, 'firstName', 'accounts.firstNameRequired'],
    ['a first name of 60 characters', { firstName: 'a'.repeat(61) }, 'firstName', 'common.tooLong', { max: 60 }],
    ['a last name of 60 characters', { lastName: 'a'.repeat(61) }, 'lastName', 'common.tooLong', { max: 60 }],
    ['an email', { email: undefined }, 'email', 'accounts.emailRequired'],
    ['more than spaces as an email', { email: '   ' }, 'email', 'accounts.emailRequired'],
    ['a valid email', { email: 'aiko@' }, 'email', 'accounts.emailInvalid'],
    ['an email of 254 characters', { email: `${'a'.repeat(250)}@example.org` }, 'email', 'common.tooLong', { max: 254 }],
    ['a password', { password: '', confirmPassword: '' }, 'password', 'accounts.passwordRequired'],
    [
      'a password of 8 characters',
      { password: '1234567', confirmPassword: '1234567' },
      'password',
      'accounts.passwordTooShort',
      { min: 8 },
    ],
    ['the password again', { confirmPassword: '' }, 'confirmPassword', 'accounts.confirmRequired'],
    ['the same password again', { confirmPassword: 'correct house' }, 'confirmPassword', 'accounts.passwordsDiffer'],
    ['names that can be kept', { firstName: 'A\u0000' }, 'firstName', 'common.unstorable'],
  ])('a form without %s gets 400 with a message in both languages', async (_, change, path, key, limits = {}) => {
    for (const language of LANGUAGES) {
      const requests = { body: { ...accountOf('invalid'), ...change }, headers: { 'accept-language': language } }
      const { status, body } = await noroshi.visitor.request(register, requests)
      expect(status).toBe(400)
      const message = textIn(language, key, { ...limits })
      expect(body).toMatchObject({ code: 'invalid', message: textIn(language, 'error.invalid') })
      expect(body).toHaveProperty('issues', expect.arrayContaining([{ path, message }]))
    }
  })

  test('a form with several errors gets all of them in one reply', async () => {
    const body = { email: 'x', password: 'short', confirmPassword: 'other' }
    const response = await noroshi.visitor.request(register, { body })
    const { issues } = response.body as unknown as { issues: { path: string }[] } // it was refused
    expect(issues.map(({ path }) => path).toSorted()).toEqual(['confirmPassword', 'email', 'firstName', 'password'])
  })

  test('a registration gets 403 while registration is closed', async () => {
    const closed = { key: 'unit', value: JSON.stringify({ registration: 'closed' }) }
    await noroshi.db.insertInto('settings').values(closed).execute()
    expect((await noroshi.visitor.fetch(accountRoutes.unit)).canRegister).toBe(false)
    expect(await noroshi.visitor.request(register, { body: accountOf('late') })).toMatchObject({
      status: 403,
      body: { code: 'auth.registrationClosed' },
    })
    await noroshi.db.deleteFrom('settings').where('key', '=', 'unit').execute()
  })
})

describe('the setup code', () => {
  const withCode = (name: string, setupCode: string) => ({ body: { ...accountOf(name), setupCode } })

  test('the first user with the code becomes an administrator, the second one gets 400', async () => {
    await using noroshi = await startTestServer()
    const code = (await createSetupCode(noroshi.db)) ?? ''
    const { id } = await noroshi.visitor.fetch(register, withCode('gen', code))
    // Only the registration of an administrator adds an audit entry.
    await noroshi.visitor.fetch(register, { body: accountOf('ina') })
    expect(await noroshi.db.selectFrom('audit_log').selectAll().execute()).toMatchObject([
      { action: 'admin.registered', actor_id: id, actor_name: 'gen', ip: '127.0.0.1', target_kind: 'user', target_id: id },
    ])
    const { accessToken } = await noroshi.visitor.fetch(login, loginOf(accountOf('gen')))
    expect((await noroshi.as(accessToken).fetch(me)).isAdmin).toBe(true)

    expect(await noroshi.visitor.request(register, withCode('hana', code))).toMatchObject({
      status: 400,
      body: { code: 'auth.setupCode' },
    })
    expect(await createSetupCode(noroshi.db)).toBeNull()
  })

  test('one of several concurrent registrations with the code succeeds', async () => {
    await using noroshi = await startTestServer()
    const code = (await createSetupCode(noroshi.db)) ?? ''
    const requests = ['a', 'b', 'c', 'd'].map((name) => noroshi.visitor.request(register, withCode(name, code)))
    expect((await Promise.all(requests)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400])
    const people = await noroshi.db.selectFrom('users').select('is_admin').execute()
    expect(people).toEqual([{ is_admin: true }])
  })

  test('a wrong code, or one from before the last start, gets 400', async () => {
    await using noroshi = await startTestServer()
    const old = (await createSetupCode(noroshi.db)) ?? ''
    const code = (await createSetupCode(noroshi.db)) ?? ''
    for (const wrong of [old, 'x', '', `${code} `])
      expect((await noroshi.visitor.request(register, withCode('ina', wrong))).status, wrong).toBe(400)
    expect((await noroshi.visitor.request(register, withCode('ina', code))).status).toBe(201)
  })

  test('a refused form does not use up the code, and the code works while registration is closed', async () => {
    await using noroshi = await startTestServer()
    await noroshi.visitor.fetch(register, { body: accountOf('jun') })
    await noroshi.db
      .insertInto('settings')
      .values({ key: 'unit', value: JSON.stringify({ registration: 'closed' }) })
      .execute()
    const code = (await createSetupCode(noroshi.db)) ?? ''
    expect((await noroshi.visitor.request(register, withCode('jun', code))).status).toBe(409)
    expect((await noroshi.visitor.request(register, withCode('ken', code))).status).toBe(201)
  })
})

describe('sign-in', () => {
  let noroshi: TestServer
  beforeAll(async () => {
    noroshi = await startTestServer()
    await noroshi.visitor.fetch(register, { body: aiko })
  })
  afterAll(() => noroshi[Symbol.asyncDispose]())

  test('an unknown email and a wrong password get the same reply', async () => {
    const [unknown, wrong] = await Promise.all([
      noroshi.visitor.request(login, { body: { email: 'unknown@example.org', password: aiko.password } }),
      noroshi.visitor.request(login, { body: { email: aiko.email, password: 'wrong horse' } }),
    ])
    expect(unknown.status).toBe(400)
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body })
    expect(unknown.body).toMatchObject({ code: 'auth.wrongCredentials' })
  })

  test('a sign-in only requires a password that is not empty', async () => {
    expect((await noroshi.visitor.request(login, { body: { email: aiko.email, password: 'x' } })).body).toMatchObject({
      code: 'auth.wrongCredentials',
    })
    const { body } = await noroshi.visitor.request(login, {
      body: { email: 'x', password: '' },
      headers: { 'accept-language': 'ja' },
    })
    expect(body).toMatchObject({
      issues: [
        { path: 'email', message: messages['accounts.emailInvalid'].ja },
        { path: 'password', message: messages['accounts.passwordRequired'].ja },
      ],
    })
  })

  test('a sign-in with any location, also an invalid one, gets 200', async () => {
    for (const location of [null, 'x', { latitude: 999 }, { latitude: 1, longitude: 2, accuracy: null }])
      expect((await noroshi.visitor.request(login, { body: { ...loginOf(aiko).body, location } })).status).toBe(200)
  })

  test('a deactivated user gets 403 only with the right password', async () => {
    await noroshi.visitor.fetch(register, { body: accountOf('fuji') })
    await noroshi.db.updateTable('users').set({ is_active: false }).where('email', '=', 'fuji@example.org').execute()
    const right = await noroshi.visitor.request(login, loginOf(accountOf('fuji')))
    expect(right).toMatchObject({ status: 403, body: { code: 'auth.deactivated' } })
    const wrong = await noroshi.visitor.request(login, { body: { email: 'fuji@example.org', password: 'wrong horse' } })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'auth.wrongCredentials' } })
  })

  test('the database contains only a hash of the token', async () => {
    const { accessToken } = await noroshi.visitor.fetch(login, loginOf(aiko))
    const rows = await noroshi.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(accessToken)
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true)
  })

  test('after twenty wrong passwords for an account the next gets 429, and other users can sign in', async () => {
    await noroshi.visitor.fetch(register, { body: accountOf('ben') })
    const wrong = (email: string) => noroshi.visitor.request(login, { body: { email, password: 'wrong horse' } })
    const statuses: number[] = []
    for (let tries = 1; tries <= 21; tries += 1)
      statuses.push((await wrong(tries % 2 === 0 ? ' BEN@example.org ' : 'ben@example.org')).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
    expect((await wrong('ben@example.org')).body).toMatchObject({ code: 'tooManyRequests', issues: [] })
    expect((await noroshi.visitor.request(login, loginOf(aiko))).status).toBe(200)
    expect((await noroshi.visitor.request(alertRoutes.raise, { body: {} })).status).toBe(201)
  })

  test('more than 120 sign-ins a minute from one address get 429, and an SOS is accepted', async () => {
    const tries = Array.from({ length: 130 }, (_, index) =>
      noroshi.visitor.request(login, { body: { email: `unknown${index}@example.org`, password: '' } }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
    expect((await noroshi.visitor.request(alertRoutes.raise, { body: {} })).status).toBe(201)
  })
})

test('a user changes the language, which the server stores', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  expect((await ben.fetch(accountRoutes.changeLanguage, { body: { language: 'ja' } })).language).toBe('ja')
  expect((await ben.fetch(me)).language).toBe('ja')
  const { status, body } = await ben.request(accountRoutes.changeLanguage, { body: { language: 'fr' } })
  expect(status).toBe(400)
  expect(body).toMatchObject({ issues: [{ path: 'language', message: 'Choose English or Japanese' }] })
})

test('a user reads how many users an SOS would reach', async () => {
  await using noroshi = await startTestServer()
  const [ben, , chie] = await noroshi.people('Ben', 'Aiko', 'Chie')
  expect((await ben.fetch(me)).audienceCount).toBe(2)
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', chie.id).execute()
  expect((await ben.fetch(me)).audienceCount).toBe(1)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { fill, LANGUAGES } from '@noroshi/contract/i18n'
import { messages, type MessageKey } from '@noroshi/contract/messages'
import { accountOf } from '#/testing/right-requests.ts'
import { type Unit, unit } from '#/testing/unit.ts'
import { newSetupCode } from './unit.service.ts'

const { register, login, me } = accountRoutes
const aiko = { ...accountOf('aiko'), firstName: 'Aiko', lastName: 'Mori' }
const loginOf = ({ email, password }: { email: string; password: string }) => ({ body: { email, password } })

describe('who registers', () => {
  let noroshi: Unit
  beforeAll(async () => {
    noroshi = await unit()
  })
  afterAll(() => noroshi[Symbol.asyncDispose]())

  test('signs in with the same words, and is nobody special', async () => {
    const { id } = await noroshi.visitor.gets(register, { body: aiko })
    const { accessToken } = await noroshi.visitor.gets(login, loginOf(aiko))
    expect(await noroshi.as(accessToken).gets(me)).toEqual({
      id,
      firstName: 'Aiko',
      lastName: 'Mori',
      fullName: 'Aiko Mori',
      avatarUrl: null,
      email: 'aiko@example.org',
      isAdmin: false,
      language: 'en',
      phoneNumber: '',
      addressLineOne: '',
      addressLineTwo: '',
      city: '',
      state: '',
      postalAreaCode: null,
      country: '',
      gender: null,
      locationSharing: null,
      audienceCount: 0,
    })
  })

  test('may write the address in capitals and with spaces around, here and at login', async () => {
    await noroshi.visitor.gets(register, { body: { ...accountOf('ben'), firstName: '  Ben ', email: '  BEN@Example.ORG ' } })
    const { accessToken } = await noroshi.visitor.gets(login, { body: { email: ' Ben@example.org', password: aiko.password } })
    expect(await noroshi.as(accessToken).gets(me)).toMatchObject({ email: 'ben@example.org', firstName: 'Ben' })
  })

  test('needs no last name, and gets the language of the page', async () => {
    const { lastName: _none, ...body } = accountOf('chie')
    await noroshi.visitor.gets(register, { body, headers: { 'accept-language': 'ja-JP,ja;q=0.9,en;q=0.8' } })
    const { accessToken } = await noroshi.visitor.gets(login, loginOf(body))
    expect(await noroshi.as(accessToken).gets(me)).toMatchObject({ fullName: 'chie', lastName: '', language: 'ja' })
  })

  test('is told that an address is taken, however it is written', async () => {
    await noroshi.visitor.gets(register, { body: accountOf('taken') })
    const answer = await noroshi.visitor.asks(register, { body: { ...accountOf('other'), email: 'TAKEN@example.org' } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'auth.emailTaken', issues: [{ path: 'email' }] } })
  })

  test('gets one account, however often the same form is sent at once', async () => {
    const sent = Array.from({ length: 5 }, () => noroshi.visitor.asks(register, { body: accountOf('once') }))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
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
  ])('needs %s, and is told so in both languages', async (_, change, path, key, limits = {}) => {
    for (const language of LANGUAGES) {
      const sent = { body: { ...accountOf('nobody'), ...change }, headers: { 'accept-language': language } }
      const { status, body } = await noroshi.visitor.asks(register, sent)
      expect(status).toBe(400)
      const message = fill(messages[key][language], { ...limits })
      expect(body).toMatchObject({ code: 'invalid', message: messages['error.invalid'][language] })
      expect(body).toHaveProperty('issues', expect.arrayContaining([{ path, message }]))
    }
  })

  test('is told all that is wrong at once', async () => {
    const body = { email: 'x', password: 'short', confirmPassword: 'other' }
    const answer = await noroshi.visitor.asks(register, { body })
    const { issues } = answer.body as unknown as { issues: { path: string }[] } // it was refused
    expect(issues.map(({ path }) => path).toSorted()).toEqual(['confirmPassword', 'email', 'firstName', 'password'])
  })

  test('is refused while registration is closed', async () => {
    const closed = { key: 'unit', value: JSON.stringify({ registration: 'closed' }) }
    await noroshi.db.insertInto('settings').values(closed).execute()
    expect((await noroshi.visitor.gets(accountRoutes.unit)).canRegister).toBe(false)
    expect(await noroshi.visitor.asks(register, { body: accountOf('late') })).toMatchObject({
      status: 403,
      body: { code: 'auth.registrationClosed' },
    })
    await noroshi.db.deleteFrom('settings').where('key', '=', 'unit').execute()
  })
})

describe('the set-up code', () => {
  const withCode = (name: string, setupCode: string) => ({ body: { ...accountOf(name), setupCode } })

  test('makes the first administrator, once', async () => {
    await using noroshi = await unit()
    const code = (await newSetupCode(noroshi.db)) ?? ''
    const { id } = await noroshi.visitor.gets(register, withCode('gen', code))
    // Of those who register, this one alone is written down: from where somebody became an administrator.
    await noroshi.visitor.gets(register, { body: accountOf('ina') })
    expect(await noroshi.db.selectFrom('audit_log').selectAll().execute()).toMatchObject([
      { action: 'admin.registered', actor_id: id, actor_name: 'gen', ip: '127.0.0.1', target_kind: 'user', target_id: id },
    ])
    const { accessToken } = await noroshi.visitor.gets(login, loginOf(accountOf('gen')))
    expect((await noroshi.as(accessToken).gets(me)).isAdmin).toBe(true)

    expect(await noroshi.visitor.asks(register, withCode('hana', code))).toMatchObject({
      status: 400,
      body: { code: 'auth.setupCode' },
    })
    expect(await newSetupCode(noroshi.db)).toBeNull()
  })

  test('makes one administrator of many who use it at once', async () => {
    await using noroshi = await unit()
    const code = (await newSetupCode(noroshi.db)) ?? ''
    const sent = ['a', 'b', 'c', 'd'].map((name) => noroshi.visitor.asks(register, withCode(name, code)))
    expect((await Promise.all(sent)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400])
    const people = await noroshi.db.selectFrom('users').select('is_admin').execute()
    expect(people).toEqual([{ is_admin: true }])
  })

  test('is worth nothing when it is wrong, and nothing once a new start made another', async () => {
    await using noroshi = await unit()
    const old = (await newSetupCode(noroshi.db)) ?? ''
    const code = (await newSetupCode(noroshi.db)) ?? ''
    for (const wrong of [old, 'x', '', `${code} `])
      expect((await noroshi.visitor.asks(register, withCode('ina', wrong))).status, wrong).toBe(400)
    expect((await noroshi.visitor.asks(register, withCode('ina', code))).status).toBe(201)
  })

  test('is not used up by a form that is refused, and opens a unit whose registration is closed', async () => {
    await using noroshi = await unit()
    await noroshi.visitor.gets(register, { body: accountOf('jun') })
    await noroshi.db
      .insertInto('settings')
      .values({ key: 'unit', value: JSON.stringify({ registration: 'closed' }) })
      .execute()
    const code = (await newSetupCode(noroshi.db)) ?? ''
    expect((await noroshi.visitor.asks(register, withCode('jun', code))).status).toBe(409)
    expect((await noroshi.visitor.asks(register, withCode('ken', code))).status).toBe(201)
  })
})

describe('who signs in', () => {
  let noroshi: Unit
  beforeAll(async () => {
    noroshi = await unit()
    await noroshi.visitor.gets(register, { body: aiko })
  })
  afterAll(() => noroshi[Symbol.asyncDispose]())

  test('is answered alike for an unknown address and for a wrong password', async () => {
    const [unknown, wrong] = await Promise.all([
      noroshi.visitor.asks(login, { body: { email: 'nobody@example.org', password: aiko.password } }),
      noroshi.visitor.asks(login, { body: { email: aiko.email, password: 'wrong horse' } }),
    ])
    expect(unknown.status).toBe(400)
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body })
    expect(unknown.body).toMatchObject({ code: 'auth.wrongCredentials' })
  })

  test('meets no rule for the password but that there is one', async () => {
    expect((await noroshi.visitor.asks(login, { body: { email: aiko.email, password: 'x' } })).body).toMatchObject({
      code: 'auth.wrongCredentials',
    })
    const { body } = await noroshi.visitor.asks(login, {
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

  test('may send any place or none: it is only a hint', async () => {
    for (const location of [null, 'x', { latitude: 999 }, { latitude: 1, longitude: 2, accuracy: null }])
      expect((await noroshi.visitor.asks(login, { body: { ...loginOf(aiko).body, location } })).status).toBe(200)
  })

  test('learns of a deactivation by the right password alone', async () => {
    await noroshi.visitor.gets(register, { body: accountOf('fuji') })
    await noroshi.db.updateTable('users').set({ is_active: false }).where('email', '=', 'fuji@example.org').execute()
    const right = await noroshi.visitor.asks(login, loginOf(accountOf('fuji')))
    expect(right).toMatchObject({ status: 403, body: { code: 'auth.deactivated' } })
    const wrong = await noroshi.visitor.asks(login, { body: { email: 'fuji@example.org', password: 'wrong horse' } })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'auth.wrongCredentials' } })
  })

  test('gets a token that the database does not know by its letters', async () => {
    const { accessToken } = await noroshi.visitor.gets(login, loginOf(aiko))
    const rows = await noroshi.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(accessToken)
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true)
  })

  test('with a wrong password too often in a minute waits, and nobody else does', async () => {
    await noroshi.visitor.gets(register, { body: accountOf('ben') })
    const wrong = (email: string) => noroshi.visitor.asks(login, { body: { email, password: 'wrong horse' } })
    const statuses: number[] = []
    for (let tries = 1; tries <= 21; tries += 1)
      statuses.push((await wrong(tries % 2 === 0 ? ' BEN@example.org ' : 'ben@example.org')).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
    expect((await wrong('ben@example.org')).body).toMatchObject({ code: 'tooManyRequests', issues: [] })
    expect((await noroshi.visitor.asks(login, loginOf(aiko))).status).toBe(200)
    expect((await noroshi.visitor.asks(alertRoutes.raise, { body: {} })).status).toBe(201)
  })

  test('tries no more accounts from one address than a house full of people would', async () => {
    const tries = Array.from({ length: 130 }, (_, place) =>
      noroshi.visitor.asks(login, { body: { email: `nobody${place}@example.org`, password: '' } }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
    expect((await noroshi.visitor.asks(alertRoutes.raise, { body: {} })).status).toBe(201)
  })
})

test('a person keeps their language on the server', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  expect((await ben.gets(accountRoutes.changeLanguage, { body: { language: 'ja' } })).language).toBe('ja')
  expect((await ben.gets(me)).language).toBe('ja')
  const { status, body } = await ben.asks(accountRoutes.changeLanguage, { body: { language: 'fr' } })
  expect(status).toBe(400)
  expect(body).toMatchObject({ issues: [{ path: 'language', message: 'Choose English or Japanese' }] })
})

test('a person learns how many people an SOS of theirs would reach', async () => {
  await using noroshi = await unit()
  const [ben, , chie] = await noroshi.people('Ben', 'Aiko', 'Chie')
  expect((await ben.gets(me)).audienceCount).toBe(2)
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', chie.id).execute()
  expect((await ben.gets(me)).audienceCount).toBe(1)
})

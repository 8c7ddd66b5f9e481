import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { secondFactorRoutes } from '@noroshi/contract/accounts/second-factor.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { Authenticator } from '#/testing/authenticator.ts'
import { longTest } from '#/testing/long-test.ts'
import { registerUser, signIn } from '#/testing/scenes/registered-user.ts'
import { turnOnSecondFactor } from '#/testing/scenes/second-factors.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

const { read, begin, confirm, renewRecoveryCodes, remove } = secondFactorRoutes

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const signInFrom = (from: string, email: string, password: string, code: string) =>
  noroshi.visitor.request(accountRoutes.login, { body: { email, password, code }, headers: { 'x-forwarded-for': from } })
const auditOf = async (id: string) => {
  const rows = await noroshi.db.selectFrom('audit_log').select('action').where('target_id', '=', id).orderBy('id').execute()
  return rows.map(({ action }) => action)
}

describe('the set-up', () => {
  test('a user sets up a second factor, and then signing in needs the password and a code', async () => {
    const user = await registerUser(noroshi, 'aiko')
    const { email, password, session } = user
    const other = noroshi.as((await signIn(noroshi, email, password)).body.accessToken)
    expect(await session.fetch(read)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    const { secret, address } = await session.fetch(begin, { body: { currentPassword: password } })
    expect(address).toContain(`otpauth://totp/Noroshi:aiko%40example.org?issuer=Noroshi&secret=${secret}`)
    expect((await signIn(noroshi, email, password)).status).toBe(200) // it is not confirmed yet
    const app = new Authenticator(noroshi.clock.now, secret)
    const { recoveryCodes } = await session.fetch(confirm, { body: { code: app.code() } })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)

    expect((await other.request(accountRoutes.me)).status).toBe(401) // it began without a code
    expect(await session.fetch(read)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
    expect(await signIn(noroshi, email, password)).toMatchObject({ status: 400, body: { code: 'auth.codeRequired' } })
    noroshi.clock.advance({ seconds: 30 })
    expect((await signIn(noroshi, email, password, app.code())).status).toBe(200)
    expect(await auditOf(user.id)).toEqual(['user.secondFactorAdded'])
  })

  test('a wrong code or password does not turn it on, and a second set-up replaces the secret of the first', async () => {
    const { session, password } = await registerUser(noroshi, 'ben')
    expect(await session.request(confirm, { body: { code: '123456' } })).toMatchObject({
      body: { code: 'secondFactor.notBegun' },
    })
    expect(await session.request(begin, { body: { currentPassword: 'wrong' } })).toMatchObject({
      status: 400,
      body: { code: 'auth.wrongPassword' },
    })
    const first = await session.fetch(begin, { body: { currentPassword: password } })
    const second = await session.fetch(begin, { body: { currentPassword: password } })
    const oldCode = new Authenticator(noroshi.clock.now, first.secret).code()
    expect(await session.request(confirm, { body: { code: oldCode } })).toMatchObject({
      status: 400,
      body: { code: 'auth.wrongCode', issues: [{ path: 'code' }] },
    })
    expect(await session.fetch(read)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    const code = new Authenticator(noroshi.clock.now, second.secret).code()
    expect((await session.request(confirm, { body: { code } })).status).toBe(200)
    for (const again of [
      await session.request(begin, { body: { currentPassword: password } }),
      await session.request(confirm, { body: { code } }),
    ])
      expect(again).toMatchObject({ status: 409, body: { code: 'secondFactor.isOn' } })
  })

  test('no reply contains the secret after the set-up, and the database contains no recovery code', async () => {
    const user = await registerUser(noroshi, 'chie')
    const { recoveryCodes } = await turnOnSecondFactor(noroshi, user)
    const replies = JSON.stringify([await user.session.fetch(read), await user.session.fetch(accountRoutes.me)])
    const [row] = await noroshi.db.selectFrom('second_factors').selectAll().where('user_id', '=', user.id).execute()
    expect(replies).not.toContain('secret')
    expect(row?.secret).toHaveLength(20)
    const codes = await noroshi.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute()
    expect(codes).toHaveLength(10)
    for (const { code_hash } of codes) {
      expect(code_hash).toHaveLength(32)
      for (const code of recoveryCodes) expect(code_hash.toString('latin1')).not.toContain(code.replaceAll('-', ''))
    }
  })
})

describe('signing in', () => {
  test('the right password without a code, with a wrong code and with a wrong password get different codes', async () => {
    const user = await registerUser(noroshi, 'dora')
    const { app } = await turnOnSecondFactor(noroshi, user)
    noroshi.clock.advance({ seconds: 30 })
    const codeOf = async (password: string, code?: string) =>
      ((await signIn(noroshi, user.email, password, code)).body as unknown as { code: string }).code
    expect(await codeOf(user.password)).toBe('auth.codeRequired')
    expect(await codeOf(user.password, '000000')).toBe('auth.wrongCode')
    // Without the password, nothing reveals that there is a second factor.
    expect(await codeOf('wrong horse')).toBe('auth.wrongCredentials')
    expect(await codeOf('wrong horse', app.code())).toBe('auth.wrongCredentials')
    expect((await signIn(noroshi, user.email, user.password, ` ${app.code().replace(/^.../, '$& ')} `)).status).toBe(200)
  })

  test('a code is accepted once, also concurrently, within 30 s of its time, and no code before it', async () => {
    const user = await registerUser(noroshi, 'emi')
    noroshi.clock.advance({ seconds: 30 - ((noroshi.deps.now().getTime() / 1000) % 30) }) // codes change each 30 s
    const { app } = await turnOnSecondFactor(noroshi, user)
    expect((await signIn(noroshi, user.email, user.password, app.code())).status).toBe(400) // the set-up used it
    noroshi.clock.advance({ seconds: 60 })
    const [earlier, code] = [app.code(-30), app.code()]
    const statuses = (await Promise.all([1, 2, 3].map(() => signIn(noroshi, user.email, user.password, code)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect((await signIn(noroshi, user.email, user.password, earlier)).status).toBe(400)
    noroshi.clock.advance({ seconds: 60 })
    const old = app.code()
    noroshi.clock.advance({ seconds: 61 })
    expect((await signIn(noroshi, user.email, user.password, old)).status).toBe(400)
    expect((await signIn(noroshi, user.email, user.password, app.code(30))).status).toBe(200)
  })

  test('codes work after the clock of the server went back', async () => {
    const user = await registerUser(noroshi, 'fuji')
    const { app } = await turnOnSecondFactor(noroshi, user)
    noroshi.clock.advance({ hours: -2 })
    const code = app.code()
    expect((await signIn(noroshi, user.email, user.password, code)).status).toBe(200)
    expect((await signIn(noroshi, user.email, user.password, code)).status).toBe(400)
    noroshi.clock.advance({ hours: 2 })
  })

  test('a recovery code works once, without hyphens and in capitals too, and adds an audit entry', async () => {
    const user = await registerUser(noroshi, 'gen')
    const { recoveryCodes } = await turnOnSecondFactor(noroshi, user)
    const [first = '', second = ''] = recoveryCodes
    expect((await signIn(noroshi, user.email, user.password, first)).status).toBe(200)
    expect((await signIn(noroshi, user.email, user.password, first)).status).toBe(400)
    expect((await signIn(noroshi, user.email, user.password, second.replaceAll('-', ' ').toUpperCase())).status).toBe(200)
    expect(await user.session.fetch(read)).toEqual({ isOn: true, recoveryCodesLeft: 8 })
    expect((await auditOf(user.id)).filter((action) => action === 'user.recoveryCodeUsed')).toHaveLength(2)
    const renewed = await user.session.fetch(renewRecoveryCodes, { body: { currentPassword: user.password } })
    expect(renewed.recoveryCodes).toHaveLength(10)
    expect((await signIn(noroshi, user.email, user.password, recoveryCodes[2] ?? '')).status).toBe(400)
    expect((await signIn(noroshi, user.email, user.password, renewed.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('of wrong codes from one address ten are verified, and the user can sign in from another address', async () => {
    const user = await registerUser(noroshi, 'hana')
    const { app } = await turnOnSecondFactor(noroshi, user)
    noroshi.clock.advance({ seconds: 30 })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1)
      statuses.push((await signInFrom('10.0.0.1', user.email, user.password, 'wrong-code')).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
    expect((await signInFrom('10.0.0.1', user.email, user.password, app.code())).status).toBe(429)
    expect((await signInFrom('10.0.0.2', user.email, user.password, app.code())).status).toBe(200)
  })

  longTest(
    'after a hundred wrong app codes from many addresses only recovery codes work for a day',
    async () => {
      const user = await registerUser(noroshi, 'ina')
      const { app, recoveryCodes } = await turnOnSecondFactor(noroshi, user)
      noroshi.clock.advance({ seconds: 90 })
      const right = [app.code(-30), app.code(), app.code(30)]
      const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
      for (let round = 0; round < 4; round += 1) {
        const attempts = Array.from({ length: 25 }, (_, index) =>
          signInFrom(`10.1.${round}.${index}`, user.email, user.password, wrong),
        )
        expect((await Promise.all(attempts)).every(({ status }) => status === 400)).toBe(true)
      }
      expect((await signInFrom('10.2.0.1', user.email, user.password, app.code())).status).toBe(429)
      expect((await signInFrom('10.2.0.2', user.email, user.password, recoveryCodes[0] ?? '')).status).toBe(200)
      noroshi.clock.advance({ hours: 25 })
      expect((await signInFrom('10.2.0.1', user.email, user.password, app.code())).status).toBe(200)
    },
    60_000,
  )
})

describe('the end of a second factor', () => {
  test('a user turns it off with the password and a code', async () => {
    const user = await registerUser(noroshi, 'jun')
    const { recoveryCodes } = await turnOnSecondFactor(noroshi, user)
    const { session, password, email } = user
    const removal = (currentPassword: string, code: string) => session.request(remove, { body: { currentPassword, code } })
    expect(await removal('wrong', recoveryCodes[0] ?? '')).toMatchObject({ body: { code: 'auth.wrongPassword' } })
    expect(await removal(password, 'abcd')).toMatchObject({ body: { code: 'auth.wrongCode' } })
    expect((await removal(password, recoveryCodes[0] ?? '')).status).toBe(200)
    expect((await signIn(noroshi, email, password)).status).toBe(200)
    expect(await session.fetch(read)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect(await removal(password, recoveryCodes[1] ?? '')).toMatchObject({ status: 409, body: { code: 'secondFactor.isOff' } })
    expect(await auditOf(user.id)).toContain('user.secondFactorRemoved')
  })

  test('an administrator resets that of a user who lost it, with an audit entry, and not their own', async () => {
    const user = await registerUser(noroshi, 'ken')
    await turnOnSecondFactor(noroshi, user)
    const leo = await noroshi.admin('Leo')
    const params = { id: user.id }
    expect(await leo.fetch(adminUserRoutes.get, { params })).toMatchObject({ hasSecondFactor: true })
    expect(await leo.fetch(adminUserRoutes.resetSecondFactor, { params })).toMatchObject({ hasSecondFactor: false })
    expect((await signIn(noroshi, user.email, user.password)).status).toBe(200)
    await leo.fetch(adminUserRoutes.resetSecondFactor, { params }) // nothing changes
    expect((await auditOf(user.id)).filter((action) => action === 'user.secondFactorReset')).toHaveLength(1)
    expect(await leo.request(adminUserRoutes.resetSecondFactor, { params: { id: leo.id } })).toMatchObject({
      status: 403,
      body: { code: 'user.selfResetSecondFactor' },
    })
  })
})

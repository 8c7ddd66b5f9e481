import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { messages } from '@noroshi/contract/messages'
import type { Caller } from '#/testing/caller.ts'
import { type Mailbox, mailbox } from '#/testing/processes/mailbox.ts'
import { accountOf } from '#/testing/access/request-values.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

const { register, login, me, allowsForgottenPassword } = accountRoutes
const { forgotten, reset } = passwordRoutes
const PUBLIC_URL = 'https://noroshi.example'

let mails: Mailbox
let noroshi: TestServer
beforeAll(async () => {
  mails = await mailbox()
  noroshi = await startTestServer({ SMTP_URL: mails.url, PUBLIC_URL, TRUST_PROXY: '127.0.0.1' })
})
afterAll(async () => {
  await noroshi[Symbol.asyncDispose]()
  await mails[Symbol.asyncDispose]()
})

let addressCount = 0
/** Returns a header with a new IP address each time, so that no rate limit applies. */
const fromNewAddress = () => {
  addressCount += 1
  return { 'x-forwarded-for': `10.1.${addressCount >> 8}.${addressCount & 255}` }
}
const registerUser = async (name: string, language = 'en') => {
  const account = accountOf(name)
  const headers = { 'accept-language': language, ...fromNewAddress() }
  const { id } = await noroshi.visitor.fetch(register, { body: account, headers })
  return { ...account, id }
}
const requestMail = (email: string, headers: Record<string, string> = {}) =>
  noroshi.visitor.request(forgotten, { body: { email }, headers: { ...fromNewAddress(), ...headers } })
const tokenIn = (text = '') => /\/reset-password\?token=([\w-]{43})\s/.exec(text)?.[1] ?? 'no token'
const tokenFor = async (email: string) => {
  await requestMail(email)
  return tokenIn((await mails.next()).text)
}
const resetPassword = (token: string, password = 'a new password') =>
  noroshi.visitor.request(reset, { body: { token, password, confirmPassword: password }, headers: fromNewAddress() })
const signIn = (email: string, password: string) =>
  noroshi.visitor.request(login, { body: { email, password }, headers: fromNewAddress() })
const sessionOf = async (email: string, password: string): Promise<Caller> =>
  noroshi.as((await signIn(email, password)).body.accessToken)

describe('a request for a reset mail', () => {
  test('a user gets a mail in their stored language, whatever the language of the page', async () => {
    const [aiko, ben] = [await registerUser('aiko', 'ja'), await registerUser('ben')]
    expect((await requestMail(` ${aiko.email.toUpperCase()}`, { 'accept-language': 'en' })).body).toEqual({ ok: true })
    const mail = await mails.next()
    expect(mail).toMatchObject({
      subject: 'Noroshi：パスワードの再設定',
      from: { address: 'noroshi@noroshi.example' },
      to: [{ address: aiko.email }],
    })
    expect(mail.text).not.toContain('aiko')
    expect(mail.text).toMatch(new RegExp(`^${PUBLIC_URL}/reset-password\\?token=[\\w-]{43}\\s*$`, 'm'))
    await requestMail(ben.email, { 'accept-language': 'ja' })
    expect((await mails.next()).subject).toBe('Noroshi: choose a new password')
  })

  test('no mail contains the name of its user, since no user has confirmed the address', async () => {
    const victim = await registerUser('victim', 'ja')
    await noroshi.db
      .updateTable('users')
      .set({ first_name: 'evil.example', last_name: '当選' })
      .where('id', '=', victim.id)
      .execute()
    for (const language of ['ja', 'en']) {
      await noroshi.db.updateTable('users').set({ language }).where('id', '=', victim.id).execute()
      await requestMail(victim.email)
      const { text, subject } = await mails.next()
      expect(`${subject} ${text}`).not.toMatch(/evil|当選|\{name\}/)
    }
  })

  test('a forged Host header does not change the origin of the link', async () => {
    const { email } = await registerUser('chie')
    await requestMail(email, {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    })
    // fetch() sends its own Host header, inject() does not.
    const body = JSON.stringify({ email })
    const response = await noroshi.app.inject({
      method: 'POST',
      url: '/backend/api/auth/forget-password',
      headers: { host: 'evil.example', 'content-type': 'application/json' },
      body,
    })
    expect(response.statusCode).toBe(200)
    for (const mail of [await mails.next(), await mails.next()]) {
      expect(mail.text).toContain(`${PUBLIC_URL}/reset-password?token=`)
      expect(JSON.stringify(mail)).not.toContain('evil')
    }
  })

  test('a known and an unknown email get the same reply, before a user is looked up', async () => {
    await using box = await mailbox()
    await using server = await startTestServer({ SMTP_URL: box.url, PUBLIC_URL, TRUST_PROXY: '127.0.0.1' })
    const { email } = accountOf('dora')
    await server.visitor.fetch(register, { body: accountOf('dora') })
    const requestReset = async (address: string) => {
      const { status, body } = await server.visitor.request(forgotten, { body: { email: address }, headers: fromNewAddress() })
      return { status, body }
    }
    await server.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`.execute(tx) // no user can be looked up meanwhile
      expect(await requestReset(email)).toEqual({ status: 200, body: { ok: true } })
      expect(await requestReset('unknown@example.org')).toEqual(await requestReset(email))
    })
    const emails = [await box.next(), await box.next()]
    expect(emails.map(({ to }) => to?.[0]?.address)).toEqual([email, email])
  })

  test('one source sends five mails an hour to an email with the same reply above the limit, and another source still works', async () => {
    const { email } = await registerUser('emi')
    const from = { 'x-forwarded-for': '10.9.9.9' }
    for (let sent = 0; sent < 8; sent += 1) expect((await requestMail(email, from)).body).toEqual({ ok: true })
    for (let received = 0; received < 5; received += 1) await mails.next()
    await requestMail(email)
    expect((await mails.next()).to).toMatchObject([{ address: email }])
    expect(
      mails.emails.filter(({ to }) => to?.some((recipient) => 'address' in recipient && recipient.address === email)),
    ).toHaveLength(6)
  })

  test('a deactivated user gets no mail', async () => {
    const fuji = await registerUser('fuji')
    await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', fuji.id).execute()
    const before = mails.emails.length
    expect((await requestMail(fuji.email)).body).toEqual({ ok: true })
    const { email } = await registerUser('gen')
    await requestMail(email)
    await mails.next()
    expect(mails.emails).toHaveLength(before + 1)
  })
})

describe('a reset link', () => {
  test('a reset changes the password, ends all sessions and sockets and adds an audit entry', async () => {
    const { id, email, password } = await registerUser('hana')
    const [phone, tab] = [await sessionOf(email, password), await sessionOf(email, password)]
    const listening = await noroshi.openSocket({ token: phone.token ?? '' })
    const disconnected = new Promise((resolve) => listening.socket.once('disconnect', resolve))
    expect((await resetPassword(await tokenFor(email))).body).toEqual({ ok: true })

    expect(await listening.next('session:ended')).toEqual({ reason: 'revoked' })
    await disconnected
    for (const device of [phone, tab]) expect((await device.request(me)).status).toBe(401)
    expect((await signIn(email, password)).status).toBe(400)
    expect((await signIn(email, 'a new password')).status).toBe(200)
    const log = await noroshi.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute()
    expect(log).toMatchObject([{ action: 'user.passwordReset', actor_id: null, details: { name: 'hana' } }])
    expect(JSON.stringify(log)).not.toContain('a new password')
  })

  test('a link works once, and one of several concurrent resets succeeds', async () => {
    const { email } = await registerUser('ina')
    const token = await tokenFor(email)
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => resetPassword(token)))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
    expect((await resetPassword(token)).body).toMatchObject({ code: 'auth.resetToken' })
  })

  test('a link gets 400 after another link of the user was used, also concurrently', async () => {
    const { email } = await registerUser('jun')
    const tokens = [await tokenFor(email), await tokenFor(email)]
    const statuses = (await Promise.all(tokens.map((token) => resetPassword(token)))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('a link gets 400 after 30 minutes, for a deactivated user, and with an invented token', async () => {
    const [ken, leo] = [await registerUser('ken'), await registerUser('leo')]
    const [late, deactivated] = [await tokenFor(ken.email), await tokenFor(leo.email)]
    await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', leo.id).execute()
    expect((await resetPassword(deactivated)).status).toBe(400)
    expect((await resetPassword('x'.repeat(43))).body).toMatchObject({ message: messages['error.auth.resetToken'].en })
    noroshi.clock.advance({ minutes: 29 })
    expect(
      (await noroshi.db.selectFrom('password_resets').select('user_id').where('user_id', '=', ken.id).execute()).length,
    ).toBe(1)
    noroshi.clock.advance({ minutes: 2 })
    expect((await resetPassword(late)).status).toBe(400)
    expect((await signIn(ken.email, ken.password)).status).toBe(200)
  })

  test('a refused form does not use up the link, and its rules are those of the registration', async () => {
    const { email } = await registerUser('mio')
    const token = await tokenFor(email)
    expect((await resetPassword(token, 'short')).body).toMatchObject({
      issues: [{ path: 'password', message: 'The password needs at least 8 characters' }],
    })
    const differ = { token, password: 'a new password', confirmPassword: 'another password' }
    expect((await noroshi.visitor.request(reset, { body: differ })).body).toMatchObject({
      issues: [{ path: 'confirmPassword', message: messages['accounts.passwordsDiffer'].en }],
    })
    expect((await resetPassword(token)).status).toBe(200)
  })

  test('the database contains only a hash of the token', async () => {
    const { email } = await registerUser('nao')
    const token = await tokenFor(email)
    const rows = await noroshi.db.selectFrom('password_resets').selectAll().execute()
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true)
    expect(JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString() })))).not.toContain(token)
  })
})

test('a server without mail, or with reset mails turned off, offers no link and answers 403', async () => {
  expect(await noroshi.visitor.fetch(allowsForgottenPassword)).toEqual({ isAllowed: true })
  await noroshi.db
    .insertInto('settings')
    .values({ key: 'unit', value: JSON.stringify({ allowsForgottenPassword: false }) })
    .execute()
  await using plain = await startTestServer()
  for (const { visitor } of [noroshi, plain]) {
    expect(await visitor.fetch(allowsForgottenPassword)).toEqual({ isAllowed: false })
    const response = await visitor.request(forgotten, { body: { email: 'aiko@example.org' } })
    expect(response).toMatchObject({ status: 403, body: { code: 'auth.resetOff' } })
  }
})

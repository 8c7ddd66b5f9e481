import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { messages } from '@noroshi/contract/messages'
import type { Caller } from '#/testing/caller.ts'
import { type Mailbox, mailbox } from '#/testing/mailbox.ts'
import { accountOf } from '#/testing/right-requests.ts'
import { type Unit, unit } from '#/testing/unit.ts'

const { register, login, me, allowsForgottenPassword } = accountRoutes
const { forgotten, reset } = passwordRoutes
const PUBLIC_URL = 'https://noroshi.example'

let mails: Mailbox
let noroshi: Unit
beforeAll(async () => {
  mails = await mailbox()
  noroshi = await unit({ SMTP_URL: mails.url, PUBLIC_URL, TRUST_PROXY: '127.0.0.1' })
})
afterAll(async () => {
  await noroshi[Symbol.asyncDispose]()
  await mails[Symbol.asyncDispose]()
})

let tries = 0
/** Another address each time, so that no limit of tries hides anything. */
const elsewhere = () => {
  tries += 1
  return { 'x-forwarded-for': `10.1.${tries >> 8}.${tries & 255}` }
}
const joins = async (name: string, language = 'en') => {
  const account = accountOf(name)
  const headers = { 'accept-language': language, ...elsewhere() }
  const { id } = await noroshi.visitor.gets(register, { body: account, headers })
  return { ...account, id }
}
const asksForMail = (email: string, headers: Record<string, string> = {}) =>
  noroshi.visitor.asks(forgotten, { body: { email }, headers: { ...elsewhere(), ...headers } })
const tokenIn = (text = '') => /\/reset-password\?token=([\w-]{43})\s/.exec(text)?.[1] ?? 'no token'
const tokenFor = async (email: string) => {
  await asksForMail(email)
  return tokenIn((await mails.next()).text)
}
const chooses = (token: string, password = 'a new password') =>
  noroshi.visitor.asks(reset, { body: { token, password, confirmPassword: password }, headers: elsewhere() })
const signsIn = (email: string, password: string) =>
  noroshi.visitor.asks(login, { body: { email, password }, headers: elsewhere() })
const sessionOf = async (email: string, password: string): Promise<Caller> =>
  noroshi.as((await signsIn(email, password)).body.accessToken)

describe('who forgot the password', () => {
  test('gets a link by mail in their own language, whatever the page speaks', async () => {
    const [aiko, ben] = [await joins('aiko', 'ja'), await joins('ben')]
    expect((await asksForMail(` ${aiko.email.toUpperCase()}`, { 'accept-language': 'en' })).body).toEqual({ ok: true })
    const letter = await mails.next()
    expect(letter).toMatchObject({
      subject: 'Noroshi：パスワードの再設定',
      from: { address: 'noroshi@noroshi.example' },
      to: [{ address: aiko.email }],
    })
    expect(letter.text).toContain('aiko さん')
    expect(letter.text).toMatch(new RegExp(`^${PUBLIC_URL}/reset-password\\?token=[\\w-]{43}\\s*$`, 'm'))
    await asksForMail(ben.email, { 'accept-language': 'ja' })
    expect((await mails.next()).subject).toBe('Noroshi: choose a new password')
  })

  test('gets no other address into the link by a forged Host', async () => {
    const { email } = await joins('chie')
    await asksForMail(email, {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    })
    // fetch sends its own Host: the bare request does not.
    const body = JSON.stringify({ email })
    const answer = await noroshi.app.inject({
      method: 'POST',
      url: '/backend/api/auth/forget-password',
      headers: { host: 'evil.example', 'content-type': 'application/json' },
      body,
    })
    expect(answer.statusCode).toBe(200)
    for (const letter of [await mails.next(), await mails.next()]) {
      expect(letter.text).toContain(`${PUBLIC_URL}/reset-password?token=`)
      expect(JSON.stringify(letter)).not.toContain('evil')
    }
  })

  test('is answered alike, before anything is looked up, whether or not there is such an account', async () => {
    await using box = await mailbox()
    await using own = await unit({ SMTP_URL: box.url, PUBLIC_URL, TRUST_PROXY: '127.0.0.1' })
    const { email } = accountOf('dora')
    await own.visitor.gets(register, { body: accountOf('dora') })
    const asks = async (address: string) => {
      const { status, body } = await own.visitor.asks(forgotten, { body: { email: address }, headers: elsewhere() })
      return { status, body }
    }
    await own.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`.execute(tx) // nobody can be looked up meanwhile
      expect(await asks(email)).toEqual({ status: 200, body: { ok: true } })
      expect(await asks('nobody@example.org')).toEqual(await asks(email))
    })
    const letters = [await box.next(), await box.next()]
    expect(letters.map(({ to }) => to?.[0]?.address)).toEqual([email, email])
  })

  test('gets five mails an hour from one source, and is not told of the limit; another source still works', async () => {
    const { email } = await joins('emi')
    const from = { 'x-forwarded-for': '10.9.9.9' }
    for (let sent = 0; sent < 8; sent += 1) expect((await asksForMail(email, from)).body).toEqual({ ok: true })
    for (let got = 0; got < 5; got += 1) await mails.next()
    await asksForMail(email)
    expect((await mails.next()).to).toMatchObject([{ address: email }])
    expect(mails.letters.filter(({ to }) => to?.some((one) => 'address' in one && one.address === email))).toHaveLength(6)
  })

  test('gets nothing while the account is deactivated', async () => {
    const gone = await joins('fuji')
    await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute()
    const before = mails.letters.length
    expect((await asksForMail(gone.email)).body).toEqual({ ok: true })
    const { email } = await joins('gen')
    await asksForMail(email)
    await mails.next()
    expect(mails.letters).toHaveLength(before + 1)
  })
})

describe('the link for a new password', () => {
  test('changes the password, ends every session with its sockets, and is written down', async () => {
    const { id, email, password } = await joins('hana')
    const [phone, tab] = [await sessionOf(email, password), await sessionOf(email, password)]
    const listening = await noroshi.listens({ token: phone.token ?? '' })
    const gone = new Promise((resolve) => listening.socket.once('disconnect', resolve))
    expect((await chooses(await tokenFor(email))).body).toEqual({ ok: true })

    expect(await listening.next('session:ended')).toEqual({ reason: 'revoked' })
    await gone
    for (const device of [phone, tab]) expect((await device.asks(me)).status).toBe(401)
    expect((await signsIn(email, password)).status).toBe(400)
    expect((await signsIn(email, 'a new password')).status).toBe(200)
    const log = await noroshi.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute()
    expect(log).toMatchObject([{ action: 'user.passwordReset', actor_id: null, details: { name: 'hana' } }])
    expect(JSON.stringify(log)).not.toContain('a new password')
  })

  test('works once; of many at once one succeeds', async () => {
    const { email } = await joins('ina')
    const token = await tokenFor(email)
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => chooses(token)))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
    expect((await chooses(token)).body).toMatchObject({ code: 'auth.resetToken' })
  })

  test('is worth nothing once another link of the person was used, also at once', async () => {
    const { email } = await joins('jun')
    const tokens = [await tokenFor(email), await tokenFor(email)]
    const statuses = (await Promise.all(tokens.map((token) => chooses(token)))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('is worth nothing after 30 minutes, once the person is deactivated, and when it is made up', async () => {
    const [ken, leo] = [await joins('ken'), await joins('leo')]
    const [late, shut] = [await tokenFor(ken.email), await tokenFor(leo.email)]
    await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', leo.id).execute()
    expect((await chooses(shut)).status).toBe(400)
    expect((await chooses('x'.repeat(43))).body).toMatchObject({ message: messages['error.auth.resetToken'].en })
    noroshi.clock.advance({ minutes: 29 })
    expect(
      (await noroshi.db.selectFrom('password_resets').select('user_id').where('user_id', '=', ken.id).execute()).length,
    ).toBe(1)
    noroshi.clock.advance({ minutes: 2 })
    expect((await chooses(late)).status).toBe(400)
    expect((await signsIn(ken.email, ken.password)).status).toBe(200)
  })

  test('is not used up by a form that is refused, whose rules are those of the registration', async () => {
    const { email } = await joins('mio')
    const token = await tokenFor(email)
    expect((await chooses(token, 'short')).body).toMatchObject({
      issues: [{ path: 'password', message: 'The password needs at least 8 characters' }],
    })
    const differ = { token, password: 'a new password', confirmPassword: 'another password' }
    expect((await noroshi.visitor.asks(reset, { body: differ })).body).toMatchObject({
      issues: [{ path: 'confirmPassword', message: messages['accounts.passwordsDiffer'].en }],
    })
    expect((await chooses(token)).status).toBe(200)
  })

  test('stands in the database as a hash alone', async () => {
    const { email } = await joins('nao')
    const token = await tokenFor(email)
    const rows = await noroshi.db.selectFrom('password_resets').selectAll().execute()
    expect(rows.every(({ token_hash }) => token_hash.length === 32)).toBe(true)
    expect(JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString() })))).not.toContain(token)
  })
})

test('where no mail is set, or an administrator turned it off, no link is offered and none is sent', async () => {
  expect(await noroshi.visitor.gets(allowsForgottenPassword)).toEqual({ isAllowed: true })
  await noroshi.db
    .insertInto('settings')
    .values({ key: 'unit', value: JSON.stringify({ allowsForgottenPassword: false }) })
    .execute()
  await using plain = await unit()
  for (const { visitor } of [noroshi, plain]) {
    expect(await visitor.gets(allowsForgottenPassword)).toEqual({ isAllowed: false })
    const answer = await visitor.asks(forgotten, { body: { email: 'aiko@example.org' } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.resetOff' } })
  }
})

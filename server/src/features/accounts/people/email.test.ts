import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { emailRoutes } from '@noroshi/contract/accounts/email.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import type { Caller } from '#/testing/caller.ts'
import { type Mailbox, mailbox } from '#/testing/processes/mailbox.ts'
import { registerUser, signIn } from '#/testing/scenes/registered-user.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

const { change, confirm } = emailRoutes
const PUBLIC_URL = 'https://noroshi.example'
const changeEmail = (caller: Caller, email: string, currentPassword = 'correct horse') =>
  caller.request(change, { body: { email, currentPassword } })

describe('without mail', () => {
  let noroshi: TestServer
  beforeAll(async () => {
    noroshi = await startTestServer()
  })
  afterAll(() => noroshi[Symbol.asyncDispose]())

  test('a user changes the email at once and signs in with it', async () => {
    const { id, email, password, session } = await registerUser(noroshi, 'aiko')
    expect((await changeEmail(session, ' Aiko.Mori@Example.org')).body).toEqual({ isChanged: true })
    expect(await session.fetch(accountRoutes.me)).toMatchObject({ email: 'aiko.mori@example.org' })
    expect((await signIn(noroshi, email, password)).status).toBe(400)
    expect((await signIn(noroshi, 'aiko.mori@example.org', password)).status).toBe(200)
    const log = await noroshi.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute()
    expect(log).toMatchObject([{ action: 'user.emailChanged', actor_id: id, details: { name: 'aiko' } }])
  })

  test('a taken email gets 409, a wrong password 400, and neither changes anything', async () => {
    const [ben, chie] = [await registerUser(noroshi, 'ben'), await registerUser(noroshi, 'chie')]
    expect(await changeEmail(ben.session, chie.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'auth.emailTaken', issues: [{ path: 'email' }] },
    })
    expect(await changeEmail(ben.session, 'new@example.org', 'wrong')).toMatchObject({
      status: 400,
      body: { code: 'auth.wrongPassword', issues: [{ path: 'currentPassword' }] },
    })
    expect(await ben.session.fetch(accountRoutes.me)).toMatchObject({ email: ben.email })
  })

  test('a user changes the email ten times an hour', async () => {
    const { session } = await registerUser(noroshi, 'dora')
    for (let index = 0; index < 10; index += 1) expect((await changeEmail(session, `dora${index}@example.org`)).status).toBe(200)
    expect((await changeEmail(session, 'dora.again@example.org')).status).toBe(429)
  })
})

describe('with mail', () => {
  let mails: Mailbox
  let noroshi: TestServer
  beforeAll(async () => {
    mails = await mailbox()
    noroshi = await startTestServer({ SMTP_URL: mails.url, PUBLIC_URL })
  })
  afterAll(async () => {
    await noroshi[Symbol.asyncDispose]()
    await mails[Symbol.asyncDispose]()
  })

  const tokenIn = (text = '') => /\/confirm-email\?token=([\w-]{43})\s/.exec(text)?.[1] ?? 'no token'
  const confirmWith = (token: string) => noroshi.visitor.request(confirm, { body: { token } })

  test('the email changes when the link in the mail to the new address is confirmed, and the old address gets a note', async () => {
    const { id, email, password, session } = await registerUser(noroshi, 'emi')
    expect((await changeEmail(session, 'emi.mori@example.org')).body).toEqual({ isChanged: false })
    expect(await session.fetch(accountRoutes.me)).toMatchObject({ email })
    const mail = await mails.next()
    expect(mail).toMatchObject({ to: [{ address: 'emi.mori@example.org' }], subject: 'Noroshi: confirm your new email' })
    expect(mail.text).toContain(`${PUBLIC_URL}/confirm-email?token=`)

    const token = tokenIn(mail.text)
    const statuses = (await Promise.all([confirmWith(token), confirmWith(token), confirmWith(token)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect((await mails.next()).to).toMatchObject([{ address: email }])
    expect(await session.fetch(accountRoutes.me)).toMatchObject({ email: 'emi.mori@example.org' })
    expect((await signIn(noroshi, 'emi.mori@example.org', password)).status).toBe(200)
    const log = await noroshi.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute()
    expect(log).toMatchObject([{ action: 'user.emailChanged', actor_id: null }])
  })

  test('the reply for a taken email is that for a free one; its owner gets a mail without a link', async () => {
    const [fuji, gen] = [await registerUser(noroshi, 'fuji'), await registerUser(noroshi, 'gen')]
    expect(await changeEmail(fuji.session, gen.email)).toMatchObject({ status: 200, body: { isChanged: false } })
    const mail = await mails.next()
    expect(mail.to).toMatchObject([{ address: gen.email }])
    expect(tokenIn(mail.text)).toBe('no token')
  })

  test('a link gets 400 after an hour, after a newer one, and after the password changed; an invented one too', async () => {
    const { password, session } = await registerUser(noroshi, 'hana')
    const linkFor = async (email: string) => {
      await changeEmail(session, email)
      return tokenIn((await mails.next()).text)
    }
    const [first, second] = [await linkFor('hana1@example.org'), await linkFor('hana2@example.org')]
    expect((await confirmWith(first)).body).toMatchObject({ code: 'auth.emailToken' })
    noroshi.clock.advance({ minutes: 61 })
    expect((await confirmWith(second)).status).toBe(400)
    const third = await linkFor('hana3@example.org')
    const body = { currentPassword: password, password: 'staple battery', confirmPassword: 'staple battery' }
    await session.fetch(passwordRoutes.change, { body })
    expect((await confirmWith(third)).status).toBe(400)
    expect((await confirmWith('x'.repeat(43))).status).toBe(400)
  })

  test('a link to an address that another user took meanwhile gets 409', async () => {
    const { session } = await registerUser(noroshi, 'ina')
    await changeEmail(session, 'jun@example.org')
    const token = tokenIn((await mails.next()).text)
    await registerUser(noroshi, 'jun')
    expect(await confirmWith(token)).toMatchObject({ status: 409, body: { code: 'auth.emailTaken' } })
  })
})

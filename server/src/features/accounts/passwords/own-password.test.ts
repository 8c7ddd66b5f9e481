import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { messages } from '@noroshi/contract/messages'
import type { Caller } from '#/testing/caller.ts'
import { registerUser, signIn } from '#/testing/scenes/registered-user.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { accountOf } from '#/testing/access/request-values.ts'

const { change, reset } = passwordRoutes
const NEW = 'staple battery horse'

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const changePassword = (caller: Caller, currentPassword: string, password = NEW) =>
  caller.request(change, { body: { currentPassword, password, confirmPassword: password } })

test('a user changes the password: the other sessions and their sockets end, and this session stays', async () => {
  const { id, email, password, session } = await registerUser(noroshi, 'aiko')
  const other = noroshi.as((await signIn(noroshi, email, password)).body.accessToken)
  const [kept, listening] = [
    await noroshi.openSocket({ token: session.token ?? '' }),
    await noroshi.openSocket({ token: other.token ?? '' }),
  ]
  const disconnected = new Promise((resolve) => listening.socket.once('disconnect', resolve))
  expect((await changePassword(session, password)).body).toEqual({ ok: true })

  expect(await listening.next('session:ended')).toEqual({ reason: 'revoked' })
  await disconnected
  expect(kept.socket.connected).toBe(true)
  expect((await other.request(accountRoutes.me)).status).toBe(401)
  expect((await session.request(accountRoutes.me)).status).toBe(200)
  expect((await signIn(noroshi, email, password)).status).toBe(400)
  expect((await signIn(noroshi, email, NEW)).status).toBe(200)
  const log = await noroshi.db.selectFrom('audit_log').selectAll().where('target_id', '=', id).execute()
  expect(log).toMatchObject([{ action: 'user.passwordChanged', actor_id: id }])
  expect(JSON.stringify(log)).not.toContain(NEW)
})

test('a wrong current password changes nothing, and after twenty wrong ones the right one gets 429', async () => {
  const { email, password, session } = await registerUser(noroshi, 'ben')
  const { status, body } = await changePassword(session, 'wrong horse')
  expect({ status, body }).toMatchObject({
    status: 400,
    body: {
      code: 'auth.wrongPassword',
      issues: [{ path: 'currentPassword', message: messages['error.auth.wrongPassword'].en }],
    },
  })
  // The route limit of a minute is reached first.
  for (let attempt = 1; attempt < 20; attempt += 1) expect((await changePassword(session, 'wrong horse')).status).toBe(400)
  noroshi.clock.advance({ minutes: 2 })
  expect((await changePassword(session, password)).status).toBe(429)
  expect((await signIn(noroshi, email, password)).status).toBe(200)
  noroshi.clock.advance({ minutes: 15 })
  expect((await changePassword(session, password)).status).toBe(200)
})

test('of two concurrent changes with the same current password one succeeds', async () => {
  const { email, password, session } = await registerUser(noroshi, 'chie')
  const other = noroshi.as((await signIn(noroshi, email, password)).body.accessToken)
  const statuses = (await Promise.all([changePassword(session, password), changePassword(other, password, `${NEW} 2`)])).map(
    ({ status }) => status,
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('a common password and one of the user’s own name get 400 at registration, change and reset, and a reset link stays valid', async () => {
  const { id, password, session } = await registerUser(noroshi, 'hiroshi')
  const common = { status: 400, body: { code: 'auth.passwordCommon', issues: [{ path: 'password' }] } }
  const personal = { status: 400, body: { code: 'auth.passwordPersonal', issues: [{ path: 'password' }] } }
  expect(await changePassword(session, password, 'password1')).toMatchObject(common)
  expect(await changePassword(session, password, 'hiroshi1985')).toMatchObject(personal)

  const register = (chosen: string) =>
    noroshi.visitor.request(accountRoutes.register, {
      body: { ...accountOf('emi-tanaka'), password: chosen, confirmPassword: chosen },
    })
  expect(await register('password1')).toMatchObject(common)
  expect(await register('tanaka-emi-99')).toMatchObject(personal)

  const gen = await noroshi.admin('Gen')
  const { link } = await gen.fetch(adminUserRoutes.resetLink, { params: { id } })
  const token = new URL(link, 'http://unit').searchParams.get('token')
  const resetTo = (chosen: string) =>
    noroshi.visitor.request(reset, { body: { token, password: chosen, confirmPassword: chosen } })
  expect(await resetTo('sunshine')).toMatchObject(common)
  expect(await resetTo('hiroshi hiroshi')).toMatchObject(personal)
  expect((await resetTo(NEW)).status).toBe(200)
})

test('a change makes an earlier reset link invalid', async () => {
  const { id, password, session } = await registerUser(noroshi, 'fuji')
  const gen = await noroshi.admin('Gen')
  const { link } = await gen.fetch(adminUserRoutes.resetLink, { params: { id } })
  expect((await changePassword(session, password)).status).toBe(200)
  const token = new URL(link, 'http://unit').searchParams.get('token')
  const body = { token, password: `${NEW} 3`, confirmPassword: `${NEW} 3` }
  expect(await noroshi.visitor.request(reset, { body })).toMatchObject({ status: 400, body: { code: 'auth.resetToken' } })
})

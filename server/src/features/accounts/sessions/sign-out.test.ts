import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer } from '#/testing/test-server.ts'

const { logout, me, signOut } = accountRoutes

/** Returns the media cookie of a session, as a browser sends it. */
async function cookieOf(caller: Caller): Promise<string> {
  const { headers } = await caller.request(me)
  return headers.get('set-cookie')?.split(';')[0] ?? expect.unreachable('the reply sets no cookie')
}

test('any client ends a session by its token, with its sockets, and adds an activity entry', async () => {
  await using noroshi = await startTestServer()
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  const phone = await ben.openSocket()
  for (const caller of [noroshi.visitor, aiko])
    expect((await caller.request(signOut, { body: { accessToken: ben.token } })).status).toBe(200)

  expect(await phone.next('session:ended')).toEqual({ reason: 'logout' })
  expect((await ben.request(me)).status).toBe(401)
  expect((await aiko.request(me)).status).toBe(200)
  const log = await noroshi.db.selectFrom('activity_logs').selectAll().execute()
  expect(log).toMatchObject([{ user_id: ben.id, action: 'logout' }])
})

test('a client that sends no token, or one without a session, ends no session', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  expect((await noroshi.visitor.request(signOut, { body: { accessToken: 'A'.repeat(43) } })).status).toBe(200)
  for (const body of [{}, { accessToken: 1 }, { accessToken: 'A'.repeat(201) }])
    expect(await noroshi.visitor.request(signOut, { body })).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect((await ben.request(me)).status).toBe(200)
})

test('a logout and a late sign-out expire the media cookie of the ended session', async () => {
  await using noroshi = await startTestServer()
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  const [cookieOfBen, cookieOfAiko] = [await cookieOf(ben), await cookieOf(aiko)]
  const replies = [
    await ben.request(logout, { body: {}, headers: { cookie: cookieOfBen } }),
    await noroshi.visitor.request(signOut, { body: { accessToken: aiko.token }, headers: { cookie: cookieOfAiko } }),
  ]
  for (const { headers } of replies) {
    expect(headers.get('set-cookie')).toMatch(/^noroshi_media=; Max-Age=0; Path=\/backend; .*HttpOnly/)
    expect(headers.get('clear-site-data')).toBeNull()
  }
})

test('a late sign-out keeps the media cookie of the next user of the browser, and that of an alert', async () => {
  await using noroshi = await startTestServer()
  const [ben, aiko] = await noroshi.people('Ben', 'Aiko')
  const late = (cookie: string) => noroshi.visitor.request(signOut, { body: { accessToken: ben.token }, headers: { cookie } })
  expect((await late(await cookieOf(aiko))).headers.get('set-cookie')).toBeNull()

  const raised = await noroshi.visitor.fetch(alertRoutes.raise, { body: {} })
  const { headers } = await noroshi.visitor.request(alertRoutes.get, {
    params: { id: raised.id },
    alertToken: raised.alertToken,
  })
  const cookieOfAlert = headers.get('set-cookie')?.split(';')[0] ?? expect.unreachable('the reply sets no cookie')
  expect((await late(cookieOfAlert)).headers.get('set-cookie')).toBeNull()
})

test('a logout over https clears the files in the cache of the browser', async () => {
  await using noroshi = await startTestServer({ HTTPS: 'proxy' })
  const [ben] = await noroshi.people('Ben')
  const cookie = await cookieOf(ben)
  const { headers } = await ben.request(logout, { body: {}, headers: { cookie } })
  expect(headers.get('clear-site-data')).toBe('"cache"')
  expect(headers.get('set-cookie')).toMatch(/^__Host-noroshi_media=; Max-Age=0; Path=\/; .*Secure/)
})

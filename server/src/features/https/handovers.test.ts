import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { HandedOver, type Handover, httpsRoutes } from '@noroshi/contract/https/https.http'
import { API_BASE } from '@noroshi/contract/routes'
import { runCleanup } from '#/cleanup-jobs.ts'
import type { Caller } from '#/testing/caller.ts'
import { httpsRequest } from '#/testing/https-request.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

const startWithHttps = () => startTestServer({ HTTPS: 'auto' })
const nothing: Handover = { alertTokens: [], unsentSos: [], language: null }
const unsent = {
  clientId: randomUUID(),
  createdAt: '2026-11-20T10:00:00.000Z',
  latitude: 38.26,
  longitude: 140.88,
  accuracy: 12,
  locatedAt: 1_000,
  isRaised: false,
}

/** Hands over from the page on HTTP, and returns the code and the cookie of the browser. */
async function handOver(caller: Caller, handover: Handover = nothing) {
  const { body, headers } = await caller.request(httpsRoutes.handOver, { body: handover })
  const setCookie = headers.get('set-cookie') ?? ''
  return { code: body.code, setCookie, cookie: setCookie.split(';')[0] ?? '' }
}

const newClaimSecret = () => randomBytes(32).toString('base64url')

/** Claims from a page on HTTPS, by default from a new one. */
async function claim(
  noroshi: TestServer,
  code: string,
  cookie: string,
  { wantsSession = true, claimSecret = newClaimSecret() } = {},
) {
  const { https } = noroshi.deps
  const url = `https://127.0.0.1:${https?.port}${API_BASE}${httpsRoutes.claim.path}`
  const sent = { method: 'POST', headers: { cookie }, body: { code, claimSecret, wantsSession } }
  const { status, body } = await httpsRequest(url, https?.certificate.authorityCert ?? '', sent)
  return { status, handedOver: status === 200 ? HandedOver.parse(JSON.parse(body)) : null }
}

test('a member continues on HTTPS with a new token, and the token that HTTP used is invalid', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  const { code, cookie, setCookie } = await handOver(aiko, { ...nothing, unsentSos: [unsent], language: 'ja' })
  expect(setCookie).toMatch(
    /^noroshi_handover=[\w-]{43}; Max-Age=60; Path=\/backend\/api\/https\/handovers; HttpOnly; SameSite=Strict$/,
  )
  expect((await aiko.request(accountRoutes.me)).status).toBe(200)

  const { device_id } = await noroshi.db.selectFrom('sessions').select('device_id').executeTakeFirstOrThrow()
  const { handedOver } = await claim(noroshi, code, cookie)
  expect(handedOver).toMatchObject({ unsentSos: [unsent], language: 'ja', alertTokens: {} })
  const secure = noroshi.as(handedOver?.accessToken ?? '')
  expect((await secure.fetch(accountRoutes.me)).id).toBe(aiko.id)
  expect(handedOver?.deviceId).toBe(device_id)
  expect((await aiko.request(accountRoutes.me)).status).toBe(401)
})

test('a socket with the token that HTTP used is disconnected, and one with the new token stays', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  const [old, other] = [await aiko.openSocket(), await (await noroshi.people('Ben'))[0].openSocket()]
  const { code, cookie } = await handOver(aiko)
  const claimSecret = newClaimSecret()
  const { handedOver } = await claim(noroshi, code, cookie, { claimSecret })
  expect(await old.next('session:ended')).toEqual({ reason: 'revoked' })
  await vi.waitFor(() => expect(old.socket.connected).toBe(false), 10_000)

  const secure = await noroshi.openSocket({ token: handedOver?.accessToken ?? '' })
  expect((await claim(noroshi, code, cookie, { claimSecret })).handedOver?.accessToken).toBe(handedOver?.accessToken)
  await secure.settle()
  expect([secure.socket.connected, other.socket.connected]).toEqual([true, true])
  for (const socket of [secure, other]) socket.close()
})

test('an anonymous raiser keeps the access to the alert, and a wrong token is not handed over', async () => {
  await using noroshi = await startWithHttps()
  const { id, alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  const forged = `${randomUUID()}.${alertToken.split('.')[1]}`
  const { code, cookie } = await handOver(noroshi.visitor, { ...nothing, alertTokens: [alertToken, forged, 'x'] })
  const { handedOver } = await claim(noroshi, code, cookie)
  expect(handedOver).toEqual({
    accessToken: null,
    deviceId: null,
    alertTokens: { [id]: alertToken },
    unsentSos: [],
    language: null,
  })
})

test('a page whose claim got no reply repeats it and receives the same session, also when the first claim is late', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  const { code, cookie } = await handOver(aiko, { ...nothing, unsentSos: [unsent] })
  const claimSecret = newClaimSecret()
  const claims = await Promise.all([1, 2, 3].map(() => claim(noroshi, code, cookie, { claimSecret })))
  const [first] = claims
  for (const each of claims) expect(each).toEqual(first)
  expect(first).toMatchObject({ status: 200, handedOver: { unsentSos: [unsent] } })
  expect((await noroshi.as(first?.handedOver?.accessToken ?? '').fetch(accountRoutes.me)).id).toBe(aiko.id)
  noroshi.clock.advance({ seconds: 61 })
  expect((await claim(noroshi, code, cookie, { claimSecret })).status).toBe(404)
})

test('another page that has the code and the cookie gets nothing after the first claim, and the code is used up', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  const { code, cookie } = await handOver(aiko)
  const claimSecret = newClaimSecret()
  const { handedOver } = await claim(noroshi, code, cookie, { claimSecret })
  expect((await claim(noroshi, code, cookie)).status).toBe(404)
  expect((await claim(noroshi, code, cookie, { claimSecret })).status).toBe(404)
  expect((await noroshi.as(handedOver?.accessToken ?? '').fetch(accountRoutes.me)).id).toBe(aiko.id)
})

test('a claim without a secret of 256 bits gets 400, and the code still works', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  const { code, cookie } = await handOver(aiko)
  for (const claimSecret of ['', 'short', '%'.repeat(43)])
    expect((await claim(noroshi, code, cookie, { claimSecret })).status).toBe(400)
  expect((await claim(noroshi, code, cookie)).status).toBe(200)
})

test('another browser that has the code gets nothing, and the code is used up', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  for (const foreign of ['', 'noroshi_handover=short', `noroshi_handover=${'x'.repeat(43)}`]) {
    const { code, cookie } = await handOver(aiko)
    expect((await claim(noroshi, code, foreign)).status).toBe(404)
    expect((await claim(noroshi, code, cookie)).status).toBe(404)
  }
  expect((await aiko.request(accountRoutes.me)).status).toBe(200)
})

test('a code expires after a minute, and the clean-up deletes it', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  const [late, unused] = [await handOver(aiko), await handOver(aiko)]
  noroshi.clock.advance({ seconds: 61 })
  expect((await claim(noroshi, late.code, late.cookie)).status).toBe(404)
  expect(unused.code).not.toBe(late.code)
  await runCleanup(noroshi.deps)
  expect(await noroshi.db.selectFrom('handovers').selectAll().execute()).toEqual([])
})

test('a code is refused on HTTP, and it still works on HTTPS', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  const { code, cookie } = await handOver(aiko)
  const body = { code, claimSecret: newClaimSecret(), wantsSession: true }
  expect((await noroshi.visitor.request(httpsRoutes.claim, { body, headers: { cookie } })).status).toBe(404)
  expect((await claim(noroshi, code, cookie)).status).toBe(200)
})

test('a session that ended since, or a deactivated user, is not handed over', async () => {
  await using noroshi = await startWithHttps()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [ofAiko, ofBen] = [await handOver(aiko), await handOver(ben)]
  await aiko.fetch(accountRoutes.logout, { body: {} })
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', ben.id).execute()
  expect((await claim(noroshi, ofAiko.code, ofAiko.cookie)).handedOver?.accessToken).toBeNull()
  expect((await claim(noroshi, ofBen.code, ofBen.cookie)).handedOver?.accessToken).toBeNull()
})

test('a page on HTTPS with a session of its own takes no other one', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  const { code, cookie } = await handOver(aiko)
  expect((await claim(noroshi, code, cookie, { wantsSession: false })).handedOver?.accessToken).toBeNull()
  expect((await aiko.request(accountRoutes.me)).status).toBe(200)
})

test('the database contains neither the code nor the cookie nor a token', async () => {
  await using noroshi = await startWithHttps()
  const { alertToken = '' } = await noroshi.visitor.fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  const [aiko] = await noroshi.people('Aiko')
  const { code, cookie } = await handOver(aiko, { ...nothing, alertTokens: [alertToken] })
  const stored = await noroshi.db.selectFrom('handovers').selectAll().executeTakeFirstOrThrow()
  const text = JSON.stringify(stored) + stored.code_hash.toString('base64url') + stored.browser_hash.toString('base64url')
  for (const secret of [code, cookie.split('=')[1] ?? '', aiko.token ?? '', alertToken]) expect(text).not.toContain(secret)
})

test('an invalid handover gets 400', async () => {
  await using noroshi = await startWithHttps()
  for (const body of [
    {},
    { ...nothing, unsentSos: [{ ...unsent, clientId: 'x' }] },
    { ...nothing, language: 'fr' },
    'text',
    null,
  ])
    expect((await noroshi.visitor.request(httpsRoutes.handOver, { body })).status).toBe(400)
  const tooMany = { ...nothing, alertTokens: Array.from({ length: 51 }, () => 'x') }
  expect((await noroshi.visitor.request(httpsRoutes.handOver, { body: tooMany })).status).toBe(400)
})

test('a page of another site can neither read nor send a handover', async () => {
  await using noroshi = await startWithHttps()
  for (const { path } of [httpsRoutes.handOver, httpsRoutes.claim]) {
    const preflight = await noroshi.visitor.rawFetch(API_BASE + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://evil.lan',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    // Without a preflight, a page can send only text.
    const simple = await noroshi.visitor.rawFetch(API_BASE + path, {
      method: 'POST',
      headers: { origin: 'http://evil.lan', 'content-type': 'text/plain' },
      body: JSON.stringify(nothing),
    })
    expect([simple.headers.get('set-cookie'), simple.status >= 400]).toEqual([null, true])
  }
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alertGroupRoutes } from '@noroshi/contract/alerts/alert-groups.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { sirenRoutes } from '@noroshi/contract/siren/siren.http'
import { sirenScreenRoutes } from '@noroshi/contract/siren/siren-screens.http'
import { createScreens, stateOf, type TestScreen } from '#/testing/scenes/siren-screens.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'

let noroshi: TestServer
let admin: TestUser
let aiko: TestUser
let groupId: string
let otherGroupId: string
let screen: TestScreen
beforeAll(async () => {
  noroshi = await startTestServer()
  admin = await noroshi.admin('Gen')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

beforeEach(async () => {
  ;({ aiko, groupId, otherGroupId, screen } = await createScreens(noroshi, admin))
})

describe('the code', () => {
  const create = (body: unknown) => admin.request(sirenScreenRoutes.create, { body })
  const pair = (code: unknown) => noroshi.visitor.request(sirenRoutes.pair, { body: { code } })

  test('a code works once, even if it is typed in lower case without its hyphen', async () => {
    const { code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Gate', groupIds: [groupId] } })
    expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    for (const confused of ['I', 'L', 'O', 'U']) expect(code).not.toContain(confused)
    const typed = code.toLowerCase().replace('-', ' ')
    const first = await pair(typed)
    expect(first.status).toBe(201)
    expect(Buffer.from(first.body.token, 'base64url')).toHaveLength(32)
    const second = await pair(code)
    expect([second.status, second.body]).toMatchObject([400, { code: 'siren.codeInvalid', issues: [{ path: 'code' }] }])
  })

  test('only one of several simultaneous requests gets a token for a code', async () => {
    const { code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Gate', groupIds: [groupId] } })
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await pair(code)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400])
  })

  test('an expired code, a wrong one and a malformed one get 400', async () => {
    const { code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Gate', groupIds: [groupId] } })
    noroshi.clock.advance({ hours: 24, minutes: 1 })
    expect((await pair(code)).body).toMatchObject({ code: 'siren.codeInvalid' })
    expect((await pair('00000-00000')).body).toMatchObject({ code: 'siren.codeInvalid' })
    for (const malformed of ['', '7K3QF', 'x'.repeat(41), 7, null])
      expect([(await pair(malformed)).status, malformed]).toEqual([400, malformed])
  })

  test('an address that tries more than ten codes in a minute gets 429', async () => {
    const statuses = []
    for (let index = 0; index < 12; index++) statuses.push((await pair('00000-00000')).status)
    expect(statuses).toContain(429)
    expect(statuses.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 400))
  })

  test('the database contains neither the code nor the token', async () => {
    const { code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Gate', groupIds: [groupId] } })
    const rows = await noroshi.db.selectFrom('siren_screens').selectAll().execute()
    const stored = JSON.stringify(rows.map((row) => [row, row.code_hash?.toString('latin1'), row.token_hash?.toString('latin1')]))
    for (const secret of [code.replace('-', ''), screen.token ?? '']) expect(stored).not.toContain(secret)
  })

  test.each([
    ['without a name', { name: ' ', groupIds: [randomUUID()] }, 400],
    ['without a group', { name: 'Gate', groupIds: [] }, 400],
    ['with an unknown group', { name: 'Gate', groupIds: [randomUUID()] }, 404],
  ])('an administrator who adds a screen %s gets an error', async (_, body, status) => {
    expect((await create(body)).status).toBe(status)
  })

  test('an administrator who adds a screen for a deleted group gets 404', async () => {
    await admin.fetch(alertGroupRoutes.remove, { params: { id: groupId } })
    expect((await create({ name: 'Gate', groupIds: [groupId, otherGroupId] })).body).toMatchObject({
      code: 'alertGroup.notFound',
    })
  })
})

describe('administration', () => {
  test('an administrator sees when a screen was connected and last seen, and no secret', async () => {
    const read = async () => {
      await stateOf(screen)
      const { items } = await admin.fetch(sirenScreenRoutes.list)
      return items.find(({ id }) => id === screen.id) ?? expect.unreachable()
    }
    const first = await read()
    expect(first).toMatchObject({ name: 'Hall', groups: [{ id: groupId, isAnonymous: false }] })
    expect(first.lastSeenAt).toBe(first.pairedAt) // exact to a minute
    noroshi.clock.advance({ minutes: 5 })
    const later = await read()
    expect(Date.parse(later.lastSeenAt ?? '')).toBeGreaterThan(Date.parse(first.lastSeenAt ?? '') + 4 * 60_000)
  })

  test('a revoked screen loses its sockets and its token at once', async () => {
    await aiko.fetch(alertRoutes.raise, { body: { textContent: '' } })
    const socket = await screen.openSocket()
    await admin.fetch(sirenScreenRoutes.revoke, { params: { id: screen.id } })
    await socket.next('siren:revoked')
    expect((await stateOf(screen)).body).toMatchObject({ code: 'unauthorized' })
    await expect(screen.openSocket()).rejects.toThrow('unauthorized')
    await expect.poll(() => socket.socket.connected).toBe(false)
    const again = await admin.request(sirenScreenRoutes.revoke, { params: { id: screen.id } })
    expect([again.status, again.body]).toMatchObject([404, { code: 'siren.screenNotFound' }])
  })

  test('a screen that is revoked during its handshake is disconnected', async () => {
    let lookups = 0
    const { screens } = noroshi.deps
    const find = screens.find.bind(screens)
    const id = screen.id
    // The handshake reads the screen, then the revocation is committed, then the socket joins its topics.
    screens.find = async (token, kind) => {
      const found = await find(token, kind)
      if (++lookups === 1) await admin.fetch(sirenScreenRoutes.revoke, { params: { id } })
      return found
    }
    try {
      const socket = await screen.openSocket()
      await expect.poll(() => socket.socket.connected).toBe(false)
    } finally {
      screens.find = find
    }
  })

  test('a revoked screen that was never connected cannot use its code', async () => {
    const { id, code } = await admin.fetch(sirenScreenRoutes.create, { body: { name: 'Gate', groupIds: [groupId] } })
    await admin.fetch(sirenScreenRoutes.revoke, { params: { id } })
    expect((await noroshi.visitor.request(sirenRoutes.pair, { body: { code } })).status).toBe(400)
  })
})

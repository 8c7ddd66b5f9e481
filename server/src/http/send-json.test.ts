import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { joinOpenAlertGroups } from '#/features/alerts/groups/alert-groups.service.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'
import { Piece } from './gzip.ts'
import { ReadyJson, sendJson } from './send-json.ts'

let noroshi: TestServer
let ben: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  ;[ben] = await noroshi.people('Ben')
  for (let count = 0; count < 40; count += 1) {
    const id = uuidv7()
    const row = { id, email: `${id}@example.org`, password_hash: 'none', first_name: '森', location_sharing: 'always' }
    await noroshi.db.insertInto('users').values(row).execute()
    await joinOpenAlertGroups(noroshi.db, id)
    const position = { user_id: id, latitude: count, longitude: 140, accuracy: null, at: noroshi.clock.now() }
    await noroshi.db.insertInto('user_positions').values(position).execute()
  }
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Injects a request, since `fetch` would decode the reply. */
const request = (path: string, encoding?: string) =>
  noroshi.app.inject({
    url: API_BASE + path,
    headers: { authorization: `Bearer ${ben.token}`, ...(encoding !== undefined && { 'accept-encoding': encoding }) },
  })

test.each([accountRoutes.positions, alertRoutes.locations, alertRoutes.groupMembers])(
  'a large reply of $path is compressed for a client that accepts gzip and has the same content',
  async ({ path }) => {
    const plain = await request(path)
    const compressed = await request(path, 'br;q=0, gzip')
    expect(plain.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept-Encoding' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(compressed.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' })
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
    expect(plain.json<{ items: unknown[] }>().items).toHaveLength(40)
    expect(compressed.rawPayload.length * 3).toBeLessThan(plain.rawPayload.length)
    expect(Number(compressed.headers['content-length'])).toBe(compressed.rawPayload.length)
  },
)

test('a small reply, or a reply to a client that rejects gzip, is not compressed', async () => {
  expect((await request(accountRoutes.positions.path, 'gzip;q=0')).headers['content-encoding']).toBeUndefined()
  const small = await request(accountRoutes.me.path, 'gzip')
  expect(small.headers['content-encoding']).toBeUndefined()
  expect(small.json<{ id: string }>().id).toBe(ben.id)
})

test('a failed compression gets an uncompressed error, and the next request succeeds', async () => {
  const app = fastify()
  const piece = new Piece('x'.repeat(5000))
  vi.spyOn(piece, 'deflated').mockRejectedValueOnce(new Error('no memory'))
  const json = new ReadyJson([piece])
  app.get('/', (request, reply) => sendJson(request, reply, json))
  const get = () => app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  const failed = await get()
  expect(failed.statusCode).toBe(500)
  expect(failed.headers['content-encoding']).toBeUndefined()
  expect(failed.json()).toMatchObject({ statusCode: 500 })
  expect(gunzipSync((await get()).rawPayload).toString()).toBe('x'.repeat(5000))
  await app.close()
})

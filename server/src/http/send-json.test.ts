import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { API_BASE } from '@noroshi/contract/routes'
import { joinOpenAlertGroups } from '#/features/alerts/alert-groups.service.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'
import { Piece } from './gzip.ts'
import { ReadyJson, sendJson } from './send-json.ts'

let noroshi: Unit
let ben: Person
beforeAll(async () => {
  noroshi = await unit()
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

/** Straight into the app: `fetch` would take the encoding off. */
const ask = (path: string, encoding?: string) =>
  noroshi.app.inject({
    url: API_BASE + path,
    headers: { authorization: `Bearer ${ben.token}`, ...(encoding !== undefined && { 'accept-encoding': encoding }) },
  })

test.each([accountRoutes.positions, alertRoutes.locations, alertRoutes.groupMembers])(
  'a large reply of $path is compressed for who takes that, and says the same as for who does not',
  async ({ path }) => {
    const plain = await ask(path)
    const squeezed = await ask(path, 'br;q=0, gzip')
    expect(plain.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept-Encoding' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(squeezed.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' })
    expect(gunzipSync(squeezed.rawPayload).toString()).toBe(plain.body)
    expect(plain.json<{ items: unknown[] }>().items).toHaveLength(40)
    expect(squeezed.rawPayload.length * 3).toBeLessThan(plain.rawPayload.length)
    expect(Number(squeezed.headers['content-length'])).toBe(squeezed.rawPayload.length)
  },
)

test('nobody gets compressed what they refuse, or what is small', async () => {
  expect((await ask(accountRoutes.positions.path, 'gzip;q=0')).headers['content-encoding']).toBeUndefined()
  const small = await ask(accountRoutes.me.path, 'gzip')
  expect(small.headers['content-encoding']).toBeUndefined()
  expect(small.json<{ id: string }>().id).toBe(ben.id)
})

test('where compressing fails the refusal is plain, and the next who asks is answered', async () => {
  const app = fastify()
  const piece = new Piece('x'.repeat(5000))
  vi.spyOn(piece, 'packed').mockRejectedValueOnce(new Error('no memory'))
  const json = new ReadyJson([piece])
  app.get('/', (request, reply) => sendJson(request, reply, json))
  const asked = () => app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  const refused = await asked()
  expect(refused.statusCode).toBe(500)
  expect(refused.headers['content-encoding']).toBeUndefined()
  expect(refused.json()).toMatchObject({ statusCode: 500 })
  expect(gunzipSync((await asked()).rawPayload).toString()).toBe('x'.repeat(5000))
  await app.close()
})

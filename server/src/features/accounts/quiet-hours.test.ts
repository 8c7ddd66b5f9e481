import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

const { setQuietHours, me } = accountRoutes
const night = { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' }

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

test('a user sets and removes their quiet hours, and their other devices refetch them', async () => {
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const [phone, other] = [await aiko.openSocket(), await ben.openSocket()]
  expect((await aiko.fetch(setQuietHours, { body: { quietHours: night } })).quietHours).toEqual(night)
  expect(await phone.next('users:quiet_hours')).toEqual({})
  expect((await aiko.fetch(me)).quietHours).toEqual(night)
  expect((await aiko.fetch(setQuietHours, { body: { quietHours: null } })).quietHours).toBeNull()
  await other.settle()
  expect([(await ben.fetch(me)).quietHours, other.names()]).toEqual([null, []])
})

test.each([
  ['an hour that does not exist', { ...night, from: '24:00' }],
  ['an unknown time zone', { ...night, timeZone: 'Asia/Nowhere' }],
  ['an end that is the beginning', { ...night, to: night.from }],
  ['a missing end', { from: night.from, timeZone: night.timeZone }],
])('%s gets 400', async (_name, quietHours) => {
  const [aiko] = await noroshi.people('Aiko')
  const reply = await aiko.request(setQuietHours, { body: { quietHours: quietHours as typeof night } })
  expect([reply.status, (await aiko.fetch(me)).quietHours]).toEqual([400, null])
})

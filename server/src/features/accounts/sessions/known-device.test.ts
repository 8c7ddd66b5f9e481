import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { longTest } from '#/testing/long-test.ts'
import { from, PROXY } from '#/testing/scenes/alert-sources.ts'
import { accountOf } from '#/testing/access/request-values.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

const { login, register, logout } = accountRoutes
let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

interface SignIn {
  readonly email: string
  readonly password: string
  readonly deviceId?: string
}
const signIn = (body: SignIn) => noroshi.visitor.request(login, { body })
const guess = async (email: string, deviceId?: string) => {
  for (let round = 0; round < 20; round += 1)
    await signIn({ email, password: `wrong ${round}`, ...(deviceId !== undefined && { deviceId }) })
}

longTest('twenty wrong passwords on the same Wi-Fi do not lock out the owner on a device that signed in before', async () => {
  const [aiko, deviceId] = [accountOf('aiko'), randomUUID()]
  await noroshi.visitor.fetch(register, { body: aiko })
  const owner = { email: aiko.email, password: aiko.password, deviceId }
  const { accessToken } = await noroshi.visitor.fetch(login, { body: owner })
  await noroshi.as(accessToken).fetch(logout, { body: {} })
  await guess(aiko.email)
  expect((await signIn({ email: aiko.email, password: aiko.password })).status).toBe(429)
  expect((await signIn({ ...owner, deviceId: randomUUID() })).status).toBe(429)
  expect((await signIn(owner)).status).toBe(200)
})

test('the device of one account is unknown to another', async () => {
  const [ben, chie, deviceId] = [accountOf('ben'), accountOf('chie'), randomUUID()]
  for (const account of [ben, chie]) await noroshi.visitor.fetch(register, { body: account })
  await noroshi.visitor.fetch(login, { body: { email: ben.email, password: ben.password, deviceId } })
  await guess(chie.email)
  expect((await signIn({ email: chie.email, password: chie.password, deviceId })).status).toBe(429)
})

test('guesses with the device of another user from elsewhere do not lock out its owner', async () => {
  await using proxied = await startTestServer(PROXY)
  const [emi, deviceId] = [accountOf('emi'), randomUUID()]
  await proxied.visitor.fetch(register, { body: emi })
  const owner = { email: emi.email, password: emi.password, deviceId }
  const signInFrom = async (address: string, body: SignIn) =>
    (await proxied.visitor.request(login, { body, headers: from(address) })).status
  expect(await signInFrom('10.0.0.1', owner)).toBe(200)
  const statuses: number[] = []
  for (let round = 0; round < 41; round += 1)
    statuses.push(await signInFrom('10.0.0.2', { ...owner, password: `wrong ${round}` }))
  expect(statuses.indexOf(429)).toBe(40) // those of the device, and those of the address
  expect(await signInFrom('10.0.0.1', owner)).toBe(200)
})

import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { isIP } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { pushRoutes } from '@noroshi/contract/push/push.http'
import { addDevice } from '#/testing/scenes/calls.ts'
import { expectKinds, raise, resolve, settle, start, WAIT } from '#/testing/scenes/push-devices.ts'
import type { PushDevice } from '#/testing/processes/push-service.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void

const countSubscriptions = async ({ db }: TestServer) => (await db.selectFrom('push_subscriptions').select('id').execute()).length

test.each([404, 410])('a subscription that the push service has ended (%i) is deleted', async (status) => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  await service.subscribe(ben)
  service.answer = async () => ({ status })
  await raise(aya)
  await expect.poll(() => countSubscriptions(noroshi), WAIT).toBe(0)
})

test.each([401, 403])(
  'a subscription that the push service does not authorize (%i), unlike others, is deleted',
  async (status) => {
    const { service, noroshi } = await start()
    const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
    const [defective, other] = [await service.subscribe(ben), await service.subscribe(chie)]
    await raise(aya)
    await Promise.all([expectKinds(defective, ['alert']), expectKinds(other, ['alert'])])
    service.answer = async (path) => (defective.endpoint.endsWith(path) ? { status } : undefined)
    noroshi.expectsInLog(/reach the push service/)
    const { id } = await raise(noroshi.visitor)
    await expectKinds(other, ['alert', 'alert'])
    const postponed = () =>
      noroshi.db
        .selectFrom('push_notifications')
        .select('attempts')
        .where('entity_id', '=', id)
        .where('due_at', 'is not', null)
        .executeTakeFirst()
    await expect.poll(async () => (await postponed())?.attempts, WAIT).toBe(1)
    expect(await countSubscriptions(noroshi)).toBe(2)
    noroshi.clock.advance({ seconds: 6 })
    await raise(noroshi.visitor) // triggers the sender
    await expect.poll(() => countSubscriptions(noroshi), WAIT).toBe(1)
    await settle(noroshi)
    expect(defective.kinds()).toEqual(['alert'])
  },
)

test('an alarm that the push service authorizes for no device, as with a wrong clock, is retried and deletes nothing', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const device = await service.subscribe(ben)
  let refusals = 0
  service.answer = async () => (refusals++ < 1 ? { status: 403 } : undefined)
  noroshi.expectsInLog(/do not reach the push service .*: status 403/, /reach the push service .* again/)
  await raise(aya)
  await expect.poll(() => refusals, WAIT).toBe(1)
  await noroshi.consumers.flush()
  expect(await countSubscriptions(noroshi)).toBe(1)
  noroshi.clock.advance({ seconds: 6 })
  await raise(noroshi.visitor) // triggers the sender
  await expectKinds(device, ['alert', 'alert'])
})

test.each([400, 413])('a message that the push service refuses (%i) is dropped, and its subscription stays', async (status) => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const device = await service.subscribe(ben)
  service.answer = async () => ({ status })
  noroshi.expectsInLog(/reach the push service/)
  await raise(aya)
  await noroshi.consumers.flush()
  await expect.poll(() => noroshi.db.selectFrom('push_notifications').select('tag').execute(), WAIT).toEqual([])
  service.answer = async () => undefined
  const { id } = await raise(noroshi.visitor)
  await expectKinds(device, ['alert'])
  expect(device.received[0]?.payload.id).toBe(id)
})

test('a subscription ends with its session: by logout, revocation, deactivation and unsubscription', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie, dora, emi] = await noroshi.people('Aya', 'Ben', 'Chie', 'Dora', 'Emi')
  const admin = await noroshi.admin('Gen')
  const phone = await addDevice(noroshi, chie)
  const devices: PushDevice[] = []
  for (const caller of [ben, phone, dora, emi]) devices.push(await service.subscribe(caller))
  await ben.fetch(accountRoutes.logout, { body: { location: null } })
  const { items } = await chie.fetch(sessionRoutes.list)
  await chie.fetch(sessionRoutes.end, { params: { id: items.find(({ isCurrent }) => !isCurrent)?.id ?? '' } })
  await admin.fetch(adminUserRoutes.deactivate, { params: { id: dora.id } })
  expect(await countSubscriptions(noroshi)).toBe(1)
  await emi.fetch(pushRoutes.unsubscribe)
  await emi.fetch(pushRoutes.unsubscribe)
  expect(await countSubscriptions(noroshi)).toBe(0)
  const kept = await service.subscribe(chie)
  await raise(aya)
  await expectKinds(kept, ['alert'])
  expect(devices.flatMap((device) => device.kinds())).toEqual([])
})

test('a browser that renews its subscription gets the end of the alarm that it shows', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const old = await service.subscribe(ben)
  const { id } = await raise(aya)
  await expectKinds(old, ['alert'])
  await settle(noroshi)
  const renewed = await service.subscribe(ben)
  await resolve(aya, id)
  await expectKinds(renewed, ['alertResolved'])
  expect(old.kinds()).toEqual(['alert'])
})

test('a device belongs to the last user who subscribed with its secret, and no other user takes its endpoint', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const body = service.newSubscription()
  await aya.fetch(pushRoutes.subscribe, { body })
  await aya.fetch(pushRoutes.subscribe, { body })
  const stolen = { ...service.newSubscription(), endpoint: body.endpoint }
  expect(await chie.request(pushRoutes.subscribe, { body: stolen })).toMatchObject({ status: 409 })
  await ben.fetch(pushRoutes.subscribe, { body })
  const rows = await noroshi.db.selectFrom('push_subscriptions').select('user_id').execute()
  expect(rows).toEqual([{ user_id: ben.id }])
  for (let device = 0; device < 3; device++) await service.subscribe(ben)
  expect(await countSubscriptions(noroshi)).toBe(1) // one for each session
})

test('invalid subscriptions get 400 with a reason in the language of the caller', async () => {
  const { service, noroshi } = await start()
  const [aya] = await noroshi.people('Aya')
  const valid = service.newSubscription()
  const put = (body: unknown, language = 'en') =>
    aya.request(pushRoutes.subscribe, { body, headers: { 'accept-language': language } })
  const refused = { ...valid, endpoint: 'https://127.0.0.1/push' }
  expect((await put(refused)).body).toMatchObject({ code: 'push.badEndpoint', message: 'This push service is not allowed' })
  expect((await put(refused, 'ja')).body).toMatchObject({ message: 'このプッシュサービスは利用できません' })
  const notOnCurve = { ...valid, keys: { ...valid.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }
  expect((await put(notOnCurve)).body).toMatchObject({ code: 'push.badKeys', issues: [{ path: 'keys' }] })
  expect((await put(notOnCurve, 'ja')).body).toMatchObject({ message: '通知の登録に使う鍵が正しくありません' })
  for (const body of [
    {},
    { ...valid, endpoint: 'push' },
    { ...valid, endpoint: `https://push.example.org/${'x'.repeat(2000)}` },
    { ...valid, keys: {} },
    { ...valid, keys: { ...valid.keys, auth: 'short' } },
  ])
    expect(await put(body)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect(await countSubscriptions(noroshi)).toBe(0)
})

/** The DNS returns these addresses for `push.example.org` until the test ends. */
function resolveTo(...addresses: string[]) {
  const { lookup } = dns
  const found = addresses.map((address): LookupAddress => ({ address, family: isIP(address) }))
  const replaced = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((host: string, options: object, callback: LookupCallback) =>
      host === 'push.example.org' ? callback(null, found) : lookup(host, { ...options, all: true }, callback)) as typeof lookup)
  syncBuiltinESMExports()
  onTestFinished(() => {
    replaced.mockRestore()
    syncBuiltinESMExports()
  })
}

test.each([
  [['127.0.0.1'], 400],
  [['192.168.1.1'], 400],
  [['169.254.169.254'], 400],
  [['fd00::1'], 400],
  [['8.8.8.8', '10.0.0.1'], 400],
  [['8.8.8.8'], 200],
])('a subscription whose host has the addresses %j gets %i', async (addresses, status) => {
  const { service, noroshi } = await start()
  const [aya] = await noroshi.people('Aya')
  resolveTo(...addresses)
  const body = { ...service.newSubscription(), endpoint: 'https://push.example.org/push' }
  const reply = await aya.request(pushRoutes.subscribe, { body })
  expect(reply.status).toBe(status)
  if (status === 400) expect(reply.body).toMatchObject({ code: 'push.badEndpoint' })
  expect(await countSubscriptions(noroshi)).toBe(status === 200 ? 1 : 0)
})

test('without PUSH_CONTACT there is no key and no subscription', async () => {
  const { noroshi, service } = await start()
  const [aya] = await noroshi.people('Aya')
  expect((await aya.fetch(pushRoutes.key)).publicKey).toMatch(/^[\w-]{87}$/)
  await using off = await startTestServer()
  const [ben] = await off.people('Ben')
  expect(await ben.fetch(pushRoutes.key)).toEqual({ publicKey: null })
  const reply = await ben.request(pushRoutes.subscribe, { body: service.newSubscription(), headers: { 'accept-language': 'ja' } })
  expect(reply).toMatchObject({ status: 403, body: { code: 'push.off', message: 'このサーバーは通知を送りません' } })
})

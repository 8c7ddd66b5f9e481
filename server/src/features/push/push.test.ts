import { expect, onTestFinished, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { pushRoutes } from '@noroshi/contract/push/push.http'
import { newId } from '#/db/ids.ts'
import { presentAlertChange } from '#/features/alerts/alerts.present.ts'
import { alertById } from '#/features/alerts/alerts.sql.ts'
import { repeatDueAlarms } from '#/features/alerts/repeats.service.ts'
import { addDevice, callUser, rejectCall, sessionOf } from '#/testing/calls.ts'
import type { Caller } from '#/testing/caller.ts'
import { createGroup, markThread, sendMessage, startPersonalChat } from '#/testing/chats.ts'
import { createAlertGroup } from '#/testing/groups.ts'
import { type PushDevice, PushService } from '#/testing/push-service.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

const WAIT = { timeout: 20_000, interval: 20 }
const POSITION = { latitude: '38.2601', longitude: '140.8801' }

async function start() {
  const service = await PushService.start()
  onTestFinished(() => service.close())
  const noroshi = await startTestServer(service.settings)
  onTestFinished(() => noroshi[Symbol.asyncDispose]())
  return { service, noroshi }
}

const raise = (caller: Caller, textContent = 'the bridge is gone') =>
  caller.fetch(alertRoutes.raise, { body: { textContent, ...POSITION } })
const resolve = (caller: Caller, AlertId: string) => caller.fetch(alertRoutes.resolve, { body: { AlertId } })
const answer = (caller: Caller, id: string) => caller.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'seen' } })

const expectKinds = (device: PushDevice, kinds: readonly string[]) => expect.poll(() => device.kinds(), WAIT).toEqual(kinds)

/** Resolves when the server has no more notifications to send. */
async function settle({ consumers, db }: TestServer): Promise<void> {
  await consumers.flush()
  const pending = () => db.selectFrom('push_notifications').select('tag').where('due_at', 'is not', null).execute()
  await expect.poll(pending, WAIT).toEqual([])
}

const countSubscriptions = async ({ db }: TestServer) => (await db.selectFrom('push_subscriptions').select('id').execute()).length

test('an SOS is pushed to its audience without an open page, not to outsiders, and without its location and text', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, dora] = await noroshi.people('Aya', 'Ben', 'Dora')
  await createAlertGroup(noroshi, [aya, ben])
  await noroshi.db
    .updateTable('users')
    .set({ language: 'ja', first_name: '遥', last_name: '佐藤' })
    .where('id', '=', aya.id)
    .execute()
  await noroshi.db.updateTable('users').set({ language: 'ja' }).where('id', '=', ben.id).execute()
  const [own, audience, outsider] = [await service.subscribe(aya), await service.subscribe(ben), await service.subscribe(dora)]
  const { id, alertMessageThread } = await raise(aya)
  await expectKinds(audience, ['alert'])
  const [received] = audience.received
  expect(received?.payload).toEqual({
    kind: 'alert',
    id,
    tag: `alert:${id}`,
    messageThreadId: alertMessageThread.MessageThreadId,
    title: '佐藤 遥さんからのSOS',
    body: '開いて詳細を確認してください',
  })
  expect(received?.text).not.toMatch(/bridge|38\.26|140\.88/)
  expect(received?.headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(Number(received?.headers['ttl'])).toBeGreaterThan(40_000)

  await resolve(ben, id)
  await expectKinds(audience, ['alert', 'alertResolved'])
  expect(audience.received[1]?.headers['topic']).toBe(received?.headers['topic'])
  expect(audience.received[1]?.payload.body).toBe('解決済みです')
  await settle(noroshi)
  expect([own.kinds(), outsider.kinds()]).toEqual([[], []])
})

test('an alarm repeats for users who have not seen the alert, and a resolved one is not pushed', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [seen, unseen] = [await service.subscribe(ben), await service.subscribe(chie)]
  const { id } = await raise(aya)
  await Promise.all([expectKinds(seen, ['alert']), expectKinds(unseen, ['alert'])])
  await answer(ben, id)
  noroshi.clock.advance({ minutes: 2 })
  await repeatDueAlarms(noroshi.deps)
  await expectKinds(unseen, ['alert', 'alert'])
  await settle(noroshi)
  expect(seen.kinds()).toEqual(['alert'])
})

test('a reopened alert is pushed again to users who have not seen it', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [seen, unseen] = [await service.subscribe(ben), await service.subscribe(chie)]
  const { id } = await raise(aya)
  await Promise.all([expectKinds(seen, ['alert']), expectKinds(unseen, ['alert'])])
  await answer(ben, id)
  await resolve(aya, id)
  await Promise.all([expectKinds(seen, ['alert', 'alertResolved']), expectKinds(unseen, ['alert', 'alertResolved'])])
  const admin = await noroshi.admin('Gen')
  await admin.fetch(alertRoutes.reopen, { params: { id } })
  await expectKinds(unseen, ['alert', 'alertResolved', 'alert'])
  await settle(noroshi)
  expect(seen.kinds()).toEqual(['alert', 'alertResolved'])
})

test('the resolution of an alert that is reopened by now removes no notification', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const device = await service.subscribe(ben)
  const { id } = await raise(aya)
  await expectKinds(device, ['alert'])
  await settle(noroshi)
  await noroshi.deps.transaction(async (tx) => {
    const row = (await alertById(tx, id, null)) ?? expect.unreachable()
    tx.emit('alert:resolved', [], presentAlertChange(row, []))
  })
  await settle(noroshi)
  expect(device.kinds()).toEqual(['alert'])
})

test('an alert whose notification a device shows is delivered to its user, and still repeats until the user has seen it', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const device = await service.subscribe(ben)
  const { id } = await raise(aya)
  await expectKinds(device, ['alert'])
  await ben.fetch(pushRoutes.alertShown, { params: { id } })
  const { counts } = await aya.fetch(alertRoutes.ledger, { params: { id } })
  expect(counts).toMatchObject({ delivered: 1, seen: 0 })
  noroshi.clock.advance({ minutes: 2 })
  await repeatDueAlarms(noroshi.deps)
  await expectKinds(device, ['alert', 'alert'])
})

test('an alarm is retried at a push service that failed, unless the user has seen it meanwhile', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [seen, unseen] = [await service.subscribe(ben), await service.subscribe(chie)]
  let failures = 0
  service.answer = async () => (failures++ < 2 ? { status: 503 } : undefined)
  noroshi.expectsInLog(/do not reach the push service http:\/\/127.0.0.1:\d+: status 503/, /reach the push service .* again/)
  const { id } = await raise(aya)
  await expect.poll(() => failures, WAIT).toBe(2)
  await answer(ben, id)
  noroshi.clock.advance({ seconds: 6 })
  await raise(noroshi.visitor) // triggers the sender
  await expect.poll(() => unseen.received.map(({ payload }) => payload.id), WAIT).toContain(id)
  await settle(noroshi)
  expect(seen.received.map(({ payload }) => payload.id)).not.toContain(id)
  expect(noroshi.log.filter((line) => line.includes('do not reach'))).toHaveLength(1)
})

test('a device that does not answer delays no other, and a redirect is not followed', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie, dora] = await noroshi.people('Aya', 'Ben', 'Chie', 'Dora')
  const [silent, moved, device] = [await service.subscribe(ben), await service.subscribe(chie), await service.subscribe(dora)]
  const answered = Promise.withResolvers<undefined>()
  const other = service.newSubscription()
  service.answer = async (path) => {
    if (silent.endpoint.endsWith(path)) return answered.promise
    return moved.endpoint.endsWith(path) ? { status: 307, headers: { location: other.endpoint } } : undefined
  }
  noroshi.expectsInLog(/reach the push service/)
  await raise(aya)
  await expectKinds(device, ['alert'])
  expect([silent.kinds(), moved.kinds()]).toEqual([[], []])
  answered.resolve(undefined)
  await expectKinds(silent, ['alert'])
})

test('a device that does not answer leaves all other requests to its push service for a later alarm', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, ...others] = await noroshi.people('Aya', 'Ben', ...Array.from({ length: 40 }, (_, index) => `Chie ${index}`))
  const silent = await service.subscribe(ben)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<undefined>()
  onTestFinished(() => answered.resolve(undefined))
  const second = Promise.withResolvers<undefined>()
  let requests = 0
  service.answer = async (path) => {
    if (silent.endpoint.endsWith(path)) {
      asked.resolve()
      return answered.promise
    }
    if (++requests > 1) second.resolve(undefined)
    return second.promise // a single worker would send no second request
  }
  await raise(aya)
  await asked.promise
  const devices: PushDevice[] = []
  for (const other of others) devices.push(await service.subscribe(other))
  const { id } = await raise(noroshi.visitor)
  const alarmed = () => devices.filter(({ received }) => received.some(({ payload }) => payload.id === id)).length
  await expect.poll(alarmed, WAIT).toBe(40)
  expect(silent.kinds()).toEqual([])
  answered.resolve(undefined)
  await expectKinds(silent, ['alert', 'alert'])
})

test('in a flood of anonymous alerts, a device is still alarmed for the SOS of a member', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  await service.subscribe(ben)
  const { id: subscription_id } = await noroshi.db.selectFrom('push_subscriptions').select('id').executeTakeFirstOrThrow()
  const [dueAt, expiresAt] = [new Date(Date.now() + 3_600_000), new Date(Date.now() + 7_200_000)]
  const waiting = Array.from({ length: 50 }, (_, index) => ({
    subscription_id,
    tag: `alert:flood ${index}`,
    kind: 'alert',
    entity_id: newId(),
    due_at: dueAt,
    expires_at: expiresAt,
  }))
  await noroshi.db.insertInto('push_notifications').values(waiting).execute()
  const { id: anonymous } = await raise(noroshi.visitor)
  const { id: named } = await raise(aya)
  await noroshi.consumers.flush()
  const stored = await noroshi.db.selectFrom('push_notifications').select('entity_id').execute()
  expect(stored.map((row) => row.entity_id)).toContain(named)
  expect(stored.map((row) => row.entity_id)).not.toContain(anonymous)
})

test.each([404, 410])('a subscription that the push service has ended (%i) is deleted', async (status) => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  await service.subscribe(ben)
  service.answer = async () => ({ status })
  await raise(aya)
  await expect.poll(() => countSubscriptions(noroshi), WAIT).toBe(0)
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

test('messages of a thread are one notification, which reading on another device removes', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const device = await service.subscribe(ben)
  const outsider = await service.subscribe(chie)
  const { id } = await startPersonalChat(aya, ben)
  await sendMessage(aya, id, 'meet at the hall')
  await sendMessage(aya, id)
  await expectKinds(device, ['messages'])
  const tag = `messages:${id}`
  const title = 'Aya'
  expect(device.received[0]?.payload).toEqual({ kind: 'messages', id, tag, count: 2, title, body: '2 new messages' })
  expect(device.received[0]?.headers['urgency']).toBe('normal')
  await markThread(ben, id)
  await expectKinds(device, ['messages', 'messagesRead'])
  expect(device.received[1]?.headers['topic']).toBe(device.received[0]?.headers['topic'])
  await settle(noroshi)
  expect(outsider.kinds()).toEqual([])
})

test('a drill is pushed as a drill to its participants only, and its end replaces it', async () => {
  const { service, noroshi } = await start()
  const [ben, chie] = await noroshi.people('Ben', 'Chie')
  await noroshi.db.updateTable('users').set({ language: 'ja' }).where('id', '=', ben.id).execute()
  const [own, outsider] = [await service.subscribe(ben), await service.subscribe(chie)]
  const { id } = await ben.fetch(drillRoutes.start, { body: {} })
  await expectKinds(own, ['alert'])
  expect(own.received[0]?.payload).toMatchObject({
    id,
    title: '【訓練】Benさんの訓練アラーム',
    body: 'これは訓練です。開いて回答してください',
  })
  await resolve(ben, id)
  await expectKinds(own, ['alert', 'alertResolved'])
  expect(own.received[1]?.payload).toMatchObject({ body: '訓練は終了しました' })
  await settle(noroshi)
  expect(outsider.kinds()).toEqual([])
})

test('messages that a member reads at once are not pushed to their devices, and the name of a group is the title', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [reading, away, own] = [await service.subscribe(ben), await service.subscribe(chie), await service.subscribe(aya)]
  const { id } = await createGroup(aya, [ben, chie], 'Night Watch')
  await sendMessage(aya, id)
  await markThread(ben, id)
  await expectKinds(away, ['messages'])
  expect(away.received[0]?.payload).toMatchObject({ title: 'Night Watch', body: '1 new message' })
  await settle(noroshi)
  expect([reading.kinds(), own.kinds()]).toEqual([[], []])
})

test('a call rings on the devices of its receiver until it is over', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [device, outsider] = [await service.subscribe(ben), await service.subscribe(chie)]
  const call = await callUser(aya, ben)
  const session = sessionOf(call, ben)
  await expectKinds(device, ['call'])
  const { payload, headers } = device.received[0] ?? {}
  expect(payload).toMatchObject({ id: session.id, callId: call.id, isGroupCall: false, isMissed: false, title: 'Aya' })
  expect(payload?.body).toBe('Incoming call')
  expect(Number(headers?.['ttl'])).toBeLessThanOrEqual(30)
  await rejectCall(ben, session)
  await expectKinds(device, ['call', 'callEnded'])
  await settle(noroshi)
  expect(outsider.kinds()).toEqual([])
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

test('without PUSH_CONTACT there is no key and no subscription', async () => {
  const { noroshi, service } = await start()
  const [aya] = await noroshi.people('Aya')
  expect((await aya.fetch(pushRoutes.key)).publicKey).toMatch(/^[\w-]{87}$/)
  await using off = await startTestServer()
  const [ben] = await off.people('Ben')
  expect(await ben.fetch(pushRoutes.key)).toEqual({ publicKey: null })
  const reply = await ben.request(pushRoutes.subscribe, { body: service.newSubscription(), headers: { 'accept-language': 'ja' } })
  expect(reply).toMatchObject({ status: 403, body: { code: 'push.off', message: 'このユニットは通知を送りません' } })
})

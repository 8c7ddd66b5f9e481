import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { pushRoutes } from '@noroshi/contract/push/push.http'
import { newId } from '#/db/ids.ts'
import { presentAlertChange } from '#/features/alerts/alerts.present.ts'
import { alertById } from '#/features/alerts/alerts.sql.ts'
import { repeatDueAlarms } from '#/features/alerts/reach/repeats.service.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { answer, expectKinds, raise, resolve, settle, start, WAIT } from '#/testing/scenes/push-devices.ts'

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
  expect(seen.kinds()).toEqual(['alert', 'alertSeen'])
})

test('a reopened alert is pushed again to users who have not seen it', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [seen, unseen] = [await service.subscribe(ben), await service.subscribe(chie)]
  const { id } = await raise(aya)
  await Promise.all([expectKinds(seen, ['alert']), expectKinds(unseen, ['alert'])])
  await answer(ben, id)
  await expectKinds(seen, ['alert', 'alertSeen'])
  await resolve(aya, id)
  await Promise.all([expectKinds(seen, ['alert', 'alertSeen', 'alertResolved']), expectKinds(unseen, ['alert', 'alertResolved'])])
  const admin = await noroshi.admin('Gen')
  await admin.fetch(alertRoutes.reopen, { params: { id } })
  await expectKinds(unseen, ['alert', 'alertResolved', 'alert'])
  await settle(noroshi)
  expect(seen.kinds()).toEqual(['alert', 'alertSeen', 'alertResolved'])
})

test('an alarm that its user has seen on another device is closed by the device that shows it, and only there', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [phone, unseen] = [await service.subscribe(ben), await service.subscribe(chie)]
  const { id, alertMessageThread } = await raise(aya)
  await Promise.all([expectKinds(phone, ['alert']), expectKinds(unseen, ['alert'])])
  await settle(noroshi)
  await answer(ben, id)
  await answer(ben, id, 'responding')
  await expectKinds(phone, ['alert', 'alertSeen'])
  const [alarm, seen] = phone.received
  expect(seen?.payload).toEqual({
    kind: 'alertSeen',
    id,
    tag: `alert:${id}`,
    messageThreadId: alertMessageThread.MessageThreadId,
    title: 'SOS from Aya',
    body: 'Seen',
  })
  expect([seen?.headers['topic'], seen?.headers['urgency']]).toEqual([alarm?.headers['topic'], 'normal'])
  noroshi.clock.advance({ minutes: 2 })
  await repeatDueAlarms(noroshi.deps)
  await expectKinds(unseen, ['alert', 'alert'])
  await resolve(aya, id)
  await Promise.all([
    expectKinds(phone, ['alert', 'alertSeen', 'alertResolved']),
    expectKinds(unseen, ['alert', 'alert', 'alertResolved']),
  ])
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
  const stored = async () =>
    (await noroshi.db.selectFrom('push_notifications').select('entity_id').execute()).map((row) => row.entity_id)
  await expect.poll(stored, WAIT).toContain(named)
  expect(await stored()).not.toContain(anonymous)
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

import { expect, test } from 'vitest'
import { alertHandlingRoutes } from '@noroshi/contract/alerts/handling.http'
import { remindOfStalled } from '#/features/alerts/handling/stalled.service.ts'
import { expectKinds, raise, settle, start } from '#/testing/scenes/push-devices.ts'

test('a decision about an alert removes its reminder and leaves its alarms', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const gen = await noroshi.admin('Gen')
  const [audience, administrator] = [await service.subscribe(ben), await service.subscribe(gen)]
  const { id } = await raise(aya)
  await aya.fetch(alertHandlingRoutes.classify, { params: { id }, body: { kind: 'fire' } })
  await settle(noroshi)
  expect([audience.kinds(), administrator.kinds()]).toEqual([['alert'], ['alert']])
  noroshi.clock.advance({ minutes: 11 })
  await remindOfStalled(noroshi.deps)
  await expectKinds(administrator, ['alert', 'alertStalled'])
  await ben.fetch(alertHandlingRoutes.change, { params: { id }, body: { assignee: { userId: ben.id } } })
  await expectKinds(administrator, ['alert', 'alertStalled', 'alertStalledOver'])
  await settle(noroshi)
  expect(audience.kinds()).toEqual(['alert'])
})

test('of alerts that stand still together, a user gets a push about the one that needs help first', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const gen = await noroshi.admin('Gen')
  const administrator = await service.subscribe(gen)
  const assigned = await raise(aya)
  await ben.fetch(alertHandlingRoutes.change, { params: { id: assigned.id }, body: { assignee: { userId: gen.id } } })
  const unattended = await raise(ben)
  await settle(noroshi)
  noroshi.clock.advance({ minutes: 21 })
  await remindOfStalled(noroshi.deps)
  await settle(noroshi)
  const reminders = administrator.received.filter(({ payload }) => payload.kind === 'alertStalled')
  expect(reminders.map(({ payload }) => payload.tag)).toContain(`alertStalled:${unattended.id}`)
  expect(reminders).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import type { Caller } from '#/testing/caller.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { answer, expectKinds, raise, resolve, settle, start } from '#/testing/scenes/push-devices.ts'
import { longTest } from '#/testing/long-test.ts'

const write = (caller: Caller, alertId: string) =>
  caller.fetch(alertRoutes.sendMessage, { body: { alertId, text: 'which floor, 38.26?' } })

longTest(
  'a question in the chat of an alert is pushed to its raiser, without its text, until the alert is resolved',
  async () => {
    const { service, noroshi } = await start()
    const [aya, ben, chie, dora] = await noroshi.people('Aya', 'Ben', 'Chie', 'Dora')
    await createAlertGroup(noroshi, [aya, ben, chie])
    const [raiser, own, reader, outsider] = [
      await service.subscribe(aya),
      await service.subscribe(ben),
      await service.subscribe(chie),
      await service.subscribe(dora),
    ]
    const { id, alertMessageThread } = await raise(aya)
    await Promise.all([expectKinds(own, ['alert']), expectKinds(reader, ['alert'])])
    await write(ben, id)
    await write(ben, id)
    await expectKinds(raiser, ['alertChat'])
    const [received] = raiser.received
    expect(received?.payload).toEqual({
      kind: 'alertChat',
      id,
      tag: `alertChat:${id}`,
      messageThreadId: alertMessageThread.MessageThreadId,
      title: 'Your SOS',
      body: 'New messages in the chat of the alert',
    })
    expect(received?.text).not.toMatch(/floor|38\.26/)
    expect(received?.headers['urgency']).toBe('high')
    await settle(noroshi)
    await resolve(ben, id)
    await expectKinds(raiser, ['alertChat', 'alertChatRead'])
    expect(raiser.received[1]?.headers['topic']).toBe(received?.headers['topic'])
    expect(raiser.received[1]?.payload.body).toBe('Resolved')
    await write(ben, id)
    await settle(noroshi)
    expect(raiser.kinds()).toEqual(['alertChat', 'alertChatRead'])
    expect([own.kinds(), reader.kinds(), outsider.kinds()]).toEqual([['alert', 'alertResolved'], ['alert', 'alertResolved'], []])
  },
)

test('a reply of the raiser is pushed to users who respond or have written, and closes the notification of the raiser', async () => {
  const { service, noroshi } = await start()
  const [aya, ben, chie, emi] = await noroshi.people('Aya', 'Ben', 'Chie', 'Emi')
  const { id } = await raise(aya)
  await answer(ben, id, 'responding')
  await answer(emi, id)
  await noroshi.consumers.flush()
  const [raiser, responder, asking, reader] = [
    await service.subscribe(aya),
    await service.subscribe(ben),
    await service.subscribe(chie),
    await service.subscribe(emi),
  ]
  await write(chie, id)
  await Promise.all([expectKinds(raiser, ['alertChat']), expectKinds(responder, ['alertChat'])])
  expect(responder.received[0]?.payload).toMatchObject({ title: 'SOS from Aya' })
  await settle(noroshi)
  await write(aya, id)
  await Promise.all([
    expectKinds(raiser, ['alertChat', 'alertChatRead']),
    expectKinds(responder, ['alertChat', 'alertChat']),
    expectKinds(asking, ['alertChat']),
  ])
  await settle(noroshi)
  expect(reader.kinds()).toEqual([])
})

test('a user who is no longer in the audience of an alert gets no message of its chat', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const groupId = await createAlertGroup(noroshi, [aya, ben])
  const { id } = await raise(aya)
  await answer(ben, id, 'responding')
  await noroshi.consumers.flush()
  const device = await service.subscribe(ben)
  await noroshi.db.deleteFrom('alert_group_members').where('group_id', '=', groupId).where('user_id', '=', ben.id).execute()
  await write(aya, id)
  await settle(noroshi)
  expect(device.kinds()).toEqual([])
})

longTest('the chat of a drill is pushed as that of a drill', async () => {
  const { service, noroshi } = await start()
  const [ben] = await noroshi.people('Ben')
  const device = await service.subscribe(ben)
  const { id } = await ben.fetch(drillRoutes.start, { body: {} })
  await expectKinds(device, ['alert'])
  const admin = await noroshi.admin('Gen')
  await write(admin, id)
  await expectKinds(device, ['alert', 'alertChat'])
  expect(device.received[1]?.payload).toMatchObject({ title: 'Your drill' })
})

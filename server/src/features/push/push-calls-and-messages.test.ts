import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { callUser, rejectCall, sessionOf } from '#/testing/scenes/calls.ts'
import { createGroup, markThread, sendMessage, startPersonalChat } from '#/testing/scenes/chats.ts'
import { expectKinds, settle, start, WAIT } from '#/testing/scenes/push-devices.ts'
import { longTest } from '#/testing/long-test.ts'

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

test('a message that follows a reading at once is pushed', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const device = await service.subscribe(ben)
  const { id } = await startPersonalChat(aya, ben)
  await sendMessage(aya, id)
  await settle(noroshi)
  await markThread(ben, id)
  await sendMessage(aya, id)
  await expect.poll(() => device.kinds().at(-1), WAIT).toBe('messages')
  expect(device.received.at(-1)?.payload).toMatchObject({ count: 1 })
})

longTest(
  'messages that a member reads at once are not pushed to their devices, and the name of a group is the title',
  async () => {
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
  },
)

longTest('a muted thread sends no notification until the mute is over, and its calls ring', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const device = await service.subscribe(ben)
  const { id } = await startPersonalChat(aya, ben)
  const mutedUntil = new Date(noroshi.deps.now().getTime() + 3_600_000).toISOString()
  await sendMessage(aya, id)
  // The mute counts at the time of sending: this message is not sent yet.
  await ben.fetch(threadRoutes.changeSettings, { params: { id }, body: { mutedUntil } })
  await sendMessage(aya, id)
  await settle(noroshi)
  expect(device.kinds()).toEqual([])
  await callUser(aya, ben)
  await expectKinds(device, ['call'])
  noroshi.clock.advance({ hours: 1 })
  await sendMessage(aya, id)
  await expect.poll(() => device.kinds(), WAIT).toContain('messages')
})

longTest(
  'a mention notifies also in a muted group, and a deletion of the only unread message closes its notification',
  async () => {
    const { service, noroshi } = await start()
    const [aya, ben] = await noroshi.people('Aya', 'Ben')
    const device = await service.subscribe(ben)
    const { id } = await createGroup(aya, [ben])
    await ben.fetch(threadRoutes.changeSettings, { params: { id }, body: { mutedUntil: 'forever' } })
    const sent = await sendMessage(aya, id, '@Ben come', { mentions: [{ userId: ben.id, start: 0, length: 4 }] })
    await expectKinds(device, ['messages'])
    await aya.fetch(messageChangeRoutes.delete, { params: { id: sent.id } })
    await expectKinds(device, ['messages', 'messagesRead'])
    await sendMessage(aya, id)
    await settle(noroshi)
    expect(device.kinds()).toEqual(['messages', 'messagesRead'])
  },
)

longTest('quiet hours of a member hold back messages and not calls, and end at their time', async () => {
  const { service, noroshi } = await start()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const device = await service.subscribe(ben)
  const { id } = await startPersonalChat(aya, ben)
  const at = (minutes: number) => new Date(noroshi.deps.now().getTime() + minutes * 60_000).toISOString().slice(11, 16)
  const quietHours = { from: at(-60), to: at(120), timeZone: 'UTC' }
  await ben.fetch(accountRoutes.setQuietHours, { body: { quietHours } })
  await sendMessage(aya, id)
  await settle(noroshi)
  expect(device.kinds()).toEqual([])
  await callUser(aya, ben)
  await expectKinds(device, ['call'])
  noroshi.clock.advance({ hours: 3 })
  await sendMessage(aya, id)
  await expect.poll(() => device.kinds(), WAIT).toContain('messages')
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

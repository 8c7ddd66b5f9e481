import { expect, onTestFinished, test } from 'vitest'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { AppClient } from '#/testing/alarm-app/app-client.ts'
import { link, publishMessages, settle, startServer, WAIT } from '#/testing/scenes/alarm-apps.ts'
import { answer, raise } from '#/testing/scenes/push-devices.ts'
import { deleteOverflow } from './alarm-app.sql.ts'

test.each(['json', 'ws'] as const)(
  'an app that returns (%s) gets hundreds of messages at once, in order and once',
  async (protocol) => {
    const noroshi = await startServer()
    const [ben] = await noroshi.people('Ben')
    const { client } = await link(ben, { protocol })
    client.close()
    await publishMessages(noroshi, ben, 300)
    client.open()
    await expect.poll(() => client.received.length, { timeout: 5000 }).toBe(301)
    const ids = client.received.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
    expect([client.repeated, client.opened]).toEqual([0, 2])
    // Also while the stream is open.
    await publishMessages(noroshi, ben, 300)
    await expect.poll(() => client.received.length, { timeout: 5000 }).toBe(601)
  },
)

test('a phone with many published messages gets an anonymous SOS, and the oldest messages are deleted', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const { client } = await link(ben)
  await publishMessages(noroshi, ben, 130)
  await raise(noroshi.visitor)
  await expect.poll(() => client.titles(), WAIT).toContain('SOS')
  const devices = await noroshi.db.selectFrom('alarm_app_devices').select('id').execute()
  await deleteOverflow(
    noroshi.db,
    devices.map(({ id }) => id),
  )
  const kinds = await noroshi.db.selectFrom('alarm_app_messages').select('kind').execute()
  expect(kinds.filter(({ kind }) => kind !== 'alert')).toHaveLength(100)
  expect(kinds.some(({ kind }) => kind === 'alert')).toBe(true)
})

test('a phone that returns does not sound for an alert that its user has seen meanwhile', async () => {
  const noroshi = await startServer()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const { client } = await link(ben)
  client.close()
  const { id } = await raise(aya)
  await settle(noroshi)
  await answer(ben, id)
  await settle(noroshi)
  await client.poll()
  expect(client.titles()).toEqual(['Noroshi is linked'])
})

test('of several streams of one device, the last two stay', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const { topic } = await ben.fetch(alarmAppRoutes.link, { body: { isLooping: true } })
  const clients: AppClient[] = []
  onTestFinished(() => clients.forEach((client) => client.close()))
  for (let opened = 0; opened < 5; opened++) {
    const client = new AppClient(noroshi.url, topic, { retries: [600_000] }).open()
    clients.push(client)
    await expect.poll(() => client.isOpen, WAIT).toBe(true)
  }
  await expect.poll(() => clients.map(({ isOpen }) => isOpen), WAIT).toEqual([false, false, false, true, true])
})

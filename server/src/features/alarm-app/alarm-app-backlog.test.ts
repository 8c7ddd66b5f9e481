import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { createSession } from '#/features/accounts/sessions/sessions.service.ts'
import { registerErrorHandler } from '#/http/errors.ts'
import { AppClient } from '#/testing/alarm-app/app-client.ts'
import { Caller } from '#/testing/caller.ts'
import { link, publishMessages, settle, startServer, WAIT } from '#/testing/scenes/alarm-apps.ts'
import { answer, raise } from '#/testing/scenes/push-devices.ts'
import { deleteOverflow } from './alarm-app.sql.ts'
import { registerAppStreams } from './alarm-app-streams.routes.ts'
import { AppStreams } from './streams.service.ts'

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

test('the eleventh app of a user ends the oldest one, and a request gets the messages of four topics at most', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const oldest = await link(ben)
  const topics = [oldest.topic]
  for (let linked = 1; linked < 11; linked++) {
    const session = await createSession(noroshi.db, ben.id, 'another phone', noroshi.clock.now())
    topics.push((await new Caller(noroshi.url, session).fetch(alarmAppRoutes.link, { body: { isLooping: true } })).topic)
    if (linked === 9) {
      expect(oldest.client.isOpen).toBe(true)
      noroshi.clock.advance({ minutes: 1 }) // ten links a minute
    }
  }
  await expect.poll(() => oldest.client.status, WAIT).toBe(403)
  oldest.client.close()
  const statusOf = async (topic: string) => (await new AppClient(noroshi.url, topic).poll()).status
  expect(await Promise.all(topics.map(statusOf))).toEqual([403, ...topics.slice(1).map(() => 200)])

  const several = new AppClient(noroshi.url, topics.slice(1, 7).join(','))
  await several.poll('all')
  expect(several.received.map(({ topic }) => topic).toSorted()).toEqual(topics.slice(1, 5).toSorted())
})

test('a process with its max of streams refuses another one with 503 until one ends, and answers polls', async () => {
  const noroshi = await startServer()
  const app = fastify({ routerOptions: { maxParamLength: 1000 } })
  registerErrorHandler(app)
  registerAppStreams(app, noroshi.deps, await AppStreams.create(noroshi.deps, 2), randomBytes(32))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` // it listens on TCP
  const users = await noroshi.people('Aya', 'Ben', 'Chie', 'Dai')
  const [aya, ben, chie, dai] = await Promise.all(
    users.map(async (user, index) => {
      const { topic } = await user.fetch(alarmAppRoutes.link, { body: { isLooping: true } })
      const client = new AppClient(url, topic, { protocol: index % 2 === 0 ? 'json' : 'ws', retries: [50] })
      onTestFinished(() => client.close())
      return client
    }),
  )
  for (const client of [aya, ben]) {
    client?.open()
    await expect.poll(() => client?.isOpen, WAIT).toBe(true)
  }
  for (const client of [chie, dai]) {
    client?.open()
    await expect.poll(() => client?.status, WAIT).toBe(503)
    expect((await client?.poll())?.status).toBe(200)
  }
  dai?.close()
  aya?.close()
  await expect.poll(() => chie?.isOpen, WAIT).toBe(true)
})

import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { pushRoutes } from '@noroshi/contract/push/push.http'
import { parsePushPayload } from '@noroshi/contract/push/push.payload'
import { AppClient, type AppMessage } from '#/testing/alarm-app/app-client.ts'
import { type BrowserKeys, decryptPush, newBrowserKeys } from '#/testing/processes/push-service.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { link, startServer, WAIT } from '#/testing/scenes/alarm-apps.ts'
import { raise } from '#/testing/scenes/push-devices.ts'
import type { Caller } from '#/testing/caller.ts'
import type { TestServer } from '#/testing/test-server.ts'
import { deleteOldMessages } from '../alarm-app.service.ts'
import { longTest } from '#/testing/long-test.ts'

const PUSH = { PUSH_CONTACT: 'mailto:unit@example.org' }
const newTopic = () => `up${randomBytes(9).toString('base64').replaceAll(/[+/]/g, 'x')}`

/** Opens the stream of a linked app that also names topics of browsers, as the app does when a browser registers. */
async function openStream(user: Caller, pushTopics: readonly string[], protocol: 'json' | 'ws' = 'json') {
  const { topic } = await link(user)
  const client = new AppClient(user.url, [topic, ...pushTopics].join(','), { protocol, retries: [50] }).open()
  onTestFinished(() => client.close())
  await expect.poll(() => client.isOpen, WAIT).toBe(true)
  return { topic, client }
}

/** Subscribes the browser of a session at an endpoint. */
async function subscribe(user: Caller, endpoint: string): Promise<BrowserKeys> {
  const keys = newBrowserKeys()
  const p256dh = keys.ecdh.getPublicKey('base64url')
  await user.fetch(pushRoutes.subscribe, { body: { endpoint, keys: { p256dh, auth: keys.authSecret.toString('base64url') } } })
  return keys
}

const publish = ({ url }: TestServer, topic: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${url}/${topic}?up=1`, { method: 'POST', body: typeof body === 'string' ? body : new Uint8Array(body), headers })
const bytesOf = ({ message = '', encoding }: AppMessage) => {
  expect(encoding).toBe('base64')
  return Buffer.from(message, 'base64')
}
/** Returns the texts that a client has received for a topic. */
const textsFor = (client: AppClient, topic: string) =>
  client.received.filter((message) => message.topic === topic).map((message) => bytesOf(message).toString())

test.each(['json', 'ws'] as const)(
  'an SOS reaches a browser that subscribes at this server by the app of the phone (%s), and only it can decrypt it',
  async (protocol) => {
    const noroshi = await startServer(PUSH)
    const [aya, ben] = await noroshi.people('Aya', 'Ben')
    await createAlertGroup(noroshi, [aya, ben])
    const topic = newTopic()
    const { client } = await openStream(ben, [topic], protocol)
    const endpoint = `${noroshi.url}/${topic}?up=1`
    expect(await (await fetch(endpoint)).json()).toEqual({ unifiedpush: { version: 1 } })
    const keys = await subscribe(ben, endpoint)
    const { id } = await raise(aya)
    await expect.poll(() => client.received.filter((message) => message.topic === topic), WAIT).toHaveLength(1)
    const [pushed] = client.received.filter((message) => message.topic === topic)
    const payload = pushed && parsePushPayload(decryptPush(bytesOf(pushed), keys))
    expect(payload).toMatchObject({ kind: 'alert', id })
    expect(JSON.stringify(pushed)).not.toContain('Aya')
  },
)

longTest('a subscription before the app has named the topic gets its notification when it has', async () => {
  const noroshi = await startServer(PUSH)
  noroshi.expectsInLog(/Notifications (do not )?reach the push service/)
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const topic = newTopic()
  const keys = await subscribe(ben, `${noroshi.url}/${topic}?up=1`)
  await raise(aya)
  const tried = () => noroshi.db.selectFrom('push_notifications').select('attempts').where('attempts', '>', 0).execute()
  await expect.poll(tried, WAIT).toHaveLength(1)
  const { client } = await openStream(ben, [topic])
  noroshi.clock.advance({ seconds: 6 })
  await expect.poll(() => client.received.filter((message) => message.topic === topic).length, WAIT).toBe(1)
  const pushed = client.received.find((message) => message.topic === topic)
  expect(pushed && parsePushPayload(decryptPush(bytesOf(pushed), keys))).toMatchObject({ kind: 'alert' })
})

test('messages of other servers arrive as bytes, in order, by stream and by poll with since, also after a cut', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const [topic, second] = [newTopic(), newTopic()]
  const { client } = await openStream(ben, [topic, second])
  expect((await publish(noroshi, topic, Buffer.from([0xff, 0x00, 0x80]))).status).toBe(201)
  await expect
    .poll(() => client.received.filter((message) => message.topic === topic).map(bytesOf), WAIT)
    .toEqual([Buffer.from([0xff, 0x00, 0x80])])
  client.close()
  for (const text of ['one', 'two']) expect((await publish(noroshi, topic, text)).status).toBe(201)
  expect((await publish(noroshi, second, 'other')).status).toBe(201)
  client.open()
  await expect.poll(() => textsFor(client, topic).slice(1), WAIT).toEqual(['one', 'two'])
  expect(textsFor(client, second)).toEqual(['other'])
  // A poll names one topic, and gets neither the other one nor the messages of the linked app.
  const polling = new AppClient(noroshi.url, topic)
  await polling.poll('all')
  expect(textsFor(polling, topic).slice(1)).toEqual(['one', 'two'])
  expect(polling.received).toHaveLength(3)
  const since = new AppClient(noroshi.url, topic)
  await since.poll(polling.received.at(1)?.id)
  expect(textsFor(since, topic)).toEqual(['two'])
})

test('no message is lost between the first naming of a topic and the start of its stream', async () => {
  const noroshi = await startServer()
  const people = await noroshi.people('Aya', 'Ben', 'Chie', 'Dora')
  await Promise.all(
    people.map(async (user, index) => {
      const { topic: linked } = await link(user)
      for (let round = 0; round < 5; round++) {
        const topic = newTopic()
        // As an app without any message, which asks for no earlier ones.
        const client = new AppClient(noroshi.url, `${linked},${topic}`, { protocol: index % 2 === 0 ? 'json' : 'ws' }).open()
        onTestFinished(() => client.close())
        let status = 404
        for (let attempt = 0; attempt < 4 && status !== 201; attempt++) status = (await publish(noroshi, topic, 'first')).status
        if (status !== 201) {
          await expect.poll(() => client.isOpen, WAIT).toBe(true)
          await noroshi.db.deleteFrom('rate_limits').execute()
          expect((await publish(noroshi, topic, 'first')).status).toBe(201)
        }
        await expect.poll(() => textsFor(client, topic), WAIT).toEqual(['first'])
        client.close()
        await noroshi.db.deleteFrom('rate_limits').execute()
      }
    }),
  )
})

test('unknown topics are limited for each address, and a stream without a linked app makes none known', async () => {
  const noroshi = await startServer()
  const topic = newTopic()
  expect((await fetch(`${noroshi.url}/${topic}/json`)).status).toBe(404)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 5; attempt++) statuses.push((await publish(noroshi, topic, 'x')).status)
  expect(statuses).toEqual([404, 404, 404, 404, 429])
  expect((await fetch(`${noroshi.url}/nw${'0'.repeat(44)},${topic}/json`)).status).toBe(429)
  expect(await noroshi.db.selectFrom('unified_push_topics').selectAll().execute()).toEqual([])
})

test('a body above 4096 bytes or without bytes is refused, and one of 4096 bytes arrives', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const topic = newTopic()
  const { client } = await openStream(ben, [topic])
  expect((await publish(noroshi, topic, randomBytes(4097))).status).toBe(413)
  expect((await publish(noroshi, topic, '')).status).toBe(400)
  const largest = randomBytes(4096)
  expect((await publish(noroshi, topic, largest, { 'content-type': 'application/json' })).status).toBe(201)
  await expect.poll(() => client.received.filter((one) => one.topic === topic).map(bytesOf), WAIT).toEqual([largest])
})

test('a flood of one address gets 429, is kept up to ten messages, and deletes no notification of this server', async () => {
  const noroshi = await startServer(PUSH)
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const topic = newTopic()
  const { client } = await openStream(ben, [topic])
  await subscribe(ben, `${noroshi.url}/${topic}?up=1`)
  await raise(aya)
  await expect.poll(() => client.received.filter((message) => message.topic === topic).length, WAIT).toBe(1)
  const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => publish(noroshi, topic, `flood ${index}`)))
  const counts = Map.groupBy(replies, ({ status }) => status)
  expect([counts.get(201)?.length, counts.get(429)?.length]).toEqual([60, 40])
  const kept = await noroshi.db.selectFrom('unified_push_messages').select('is_own').execute()
  expect(kept.filter((one) => one.is_own)).toHaveLength(1)
  expect(kept.filter((one) => !one.is_own)).toHaveLength(10)
  // Its own notifications are not limited.
  await raise(noroshi.visitor)
  const own = () => noroshi.db.selectFrom('unified_push_messages').select('seq').where('is_own', '=', true).execute()
  await expect.poll(async () => (await own()).length, WAIT).toBe(2)
})

test('a message expires after its TTL, and one with the subject of an earlier one replaces it', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const topic = newTopic()
  const { client } = await openStream(ben, [topic])
  client.close()
  await publish(noroshi, topic, 'short', { ttl: '60' })
  await publish(noroshi, topic, 'before', { ttl: '3600', topic: 'subject' })
  await publish(noroshi, topic, 'after', { ttl: '3600', topic: 'subject' })
  await publish(noroshi, topic, 'long')
  const polled = async () => {
    const polling = new AppClient(noroshi.url, topic)
    await polling.poll('all')
    return textsFor(polling, topic)
  }
  expect(await polled()).toEqual(['short', 'after', 'long'])
  noroshi.clock.advance({ minutes: 2 })
  expect(await polled()).toEqual(['after', 'long'])
  noroshi.clock.advance({ hours: 11 })
  expect(await polled()).toEqual(['long'])
  await deleteOldMessages(noroshi.deps)
  expect(await noroshi.db.selectFrom('unified_push_messages').select('seq').execute()).toHaveLength(1)
})

test('a message of another server leaves an own one with the same subject', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const topic = newTopic()
  const { client } = await openStream(ben, [topic])
  client.close()
  await publish(noroshi, topic, 'own', { ttl: '3600', topic: 'subject' })
  await noroshi.db.updateTable('unified_push_messages').set({ is_own: true }).execute()
  await publish(noroshi, topic, 'foreign', { ttl: '3600', topic: 'subject' })
  const polling = new AppClient(noroshi.url, topic)
  await polling.poll('all')
  expect(textsFor(polling, topic)).toEqual(['own', 'foreign'])
})

test('the topics end with the linked app, and another link on the phone takes them over', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const topic = newTopic()
  const { client } = await openStream(ben, [topic])
  await publish(noroshi, topic, 'before')
  await ben.fetch(alarmAppRoutes.unlink)
  await expect.poll(() => client.status, WAIT).toBe(403)
  client.close()
  expect((await publish(noroshi, topic, 'x')).status).toBe(404)
  expect((await fetch(`${noroshi.url}/${topic}/json?poll=1`)).status).toBe(404)
  const later = await openStream(ben, [topic])
  expect((await publish(noroshi, topic, 'after')).status).toBe(201)
  await expect.poll(() => textsFor(later.client, topic), WAIT).toEqual(['after'])
})

test('a device has at most ten topics: a further one replaces the one that was named first', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const topics = Array.from({ length: 11 }, newTopic)
  const [first = '', ...others] = topics
  const { topic, client } = await openStream(ben, [first])
  client.close()
  noroshi.clock.advance({ minutes: 1 })
  const later = new AppClient(noroshi.url, [topic, ...others].join(',')).open()
  onTestFinished(() => later.close())
  await expect.poll(() => later.isOpen, WAIT).toBe(true)
  expect((await publish(noroshi, first, 'x')).status).toBe(404)
  expect((await publish(noroshi, others[0] ?? '', 'x')).status).toBe(201)
})

test.each([
  ['the path is no topic', 'http://127.0.0.1/push?up=1'],
  ['the query is another one', 'http://127.0.0.1/upABCDEFGHIJKL'],
  ['the host is another one', 'http://192.0.2.7/upABCDEFGHIJKL?up=1'],
])('an endpoint at a private address is refused where %s', async (_case, endpoint) => {
  const noroshi = await startServer(PUSH)
  const [ben] = await noroshi.people('Ben')
  const p256dh = newBrowserKeys().ecdh.getPublicKey('base64url')
  const reply = await ben.request(pushRoutes.subscribe, { body: { endpoint, keys: { p256dh, auth: 'A'.repeat(22) } } })
  expect(reply.status).toBe(400)
})

test('a topic of a browser is in no line of the log', async () => {
  const noroshi = await startServer({ ...PUSH, LOG_LEVEL: 'info' })
  noroshi.expectsInLog(/"msg":"(request|Server listening[^"]*)"/)
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const topic = newTopic()
  const { client } = await openStream(ben, [topic])
  await subscribe(ben, `${noroshi.url}/${topic}?up=1`)
  await raise(aya)
  await publish(noroshi, topic, 'x')
  await fetch(`${noroshi.url}/${topic}/auth`)
  await fetch(`${noroshi.url}/${topic}?up=1`)
  await expect.poll(() => client.received.filter((message) => message.topic === topic).length, WAIT).toBe(2)
  expect(noroshi.log.join('')).not.toContain(topic)
})

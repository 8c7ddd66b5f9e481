import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { AppClient } from '#/testing/alarm-app/app-client.ts'
import { SharedDatabase, type SharingServer } from '#/testing/shared-database.ts'

let shared: SharedDatabase
let first: SharingServer
let second: SharingServer
beforeAll(async () => {
  shared = await SharedDatabase.create()
  first = await shared.startServer()
  second = await shared.startServer()
})
afterAll(() => shared[Symbol.asyncDispose]())

const createUser = (name: string) => shared.createUser(name)

test('an alert that is raised at one server reaches the sockets of the other', async () => {
  const [aiko, ben] = [await createUser('Aiko'), await createUser('Ben')]
  const socket = await second.openSocket(ben.token)
  const raised = await aiko.on(first).fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  expect((await socket.next('alert:new_alert')).id).toBe(raised.id)
  socket.close()
})

test('a member who joins at one server receives the messages that are sent at the other, until they are removed', async () => {
  const [aiko, ben, chie] = [await createUser('Aiko'), await createUser('Ben'), await createUser('Chie')]
  const socket = await second.openSocket(ben.token)
  const body = { name: 'Night watch', description: '', recipients: [chie.id] }
  const { id } = await aiko.on(first).fetch(threadRoutes.createGroup, { body })
  const params = { id }
  await aiko.on(first).fetch(threadRoutes.addMembers, { params, body: { userIds: [ben.id] } })
  await socket.next('message-threads:new_group')
  await chie.on(second).fetch(messageRoutes.send, { body: { messageThreadId: id, text: 'hello' } })
  expect((await socket.next('messages:new_message')).text).toBe('hello')

  await aiko.on(first).fetch(threadRoutes.removeMember, { params: { id, userId: ben.id } })
  await socket.next('membership:changed')
  await chie.on(second).fetch(messageRoutes.send, { body: { messageThreadId: id, text: 'later' } })
  await socket.settle()
  expect(socket.payloadsOf('messages:new_message')).toHaveLength(1)
  socket.close()
})

test('a session that ends at one server disconnects its sockets at the other', async () => {
  const ben = await createUser('Ben')
  const socket = await second.openSocket(ben.token)
  const { items } = await ben.on(first).fetch(sessionRoutes.list)
  await ben.on(first).fetch(sessionRoutes.end, { params: { id: items[0]?.id ?? '' } })
  expect(await socket.next('session:ended')).toEqual({ reason: 'revoked' })
  await vi.waitFor(() => expect(socket.socket.connected).toBe(false), 5000)
})

test('an alarm app at one server gets alarms that are raised at the other, until its link is removed there', async () => {
  const [aiko, ben] = [await createUser('Aiko'), await createUser('Ben')]
  const { topic } = await ben.on(first).fetch(alarmAppRoutes.link, { body: { isLooping: true } })
  const app = new AppClient(ben.on(second).url, topic, { retries: [50] }).open()
  await vi.waitFor(() => expect(app.opened).toBe(1), 5000)
  await aiko.on(first).fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  await vi.waitFor(() => expect(app.titles()).toContain('SOS'), 5000)
  await ben.on(first).fetch(alarmAppRoutes.unlink)
  await vi.waitFor(() => expect(app.status).toBe(403), 5000)
  app.close()
})

test('a client that continues at the other server with its cursor misses nothing', async () => {
  const [aiko, ben, chie] = [await createUser('Aiko'), await createUser('Ben'), await createUser('Chie')]
  const socket = await first.openSocket(ben.token)
  await aiko.on(second).fetch(alertRoutes.raise, { body: { textContent: 'one' } })
  await socket.next('alert:new_alert')
  const since = socket.received.at(-1)?.meta.cursor ?? ''
  socket.close()
  const missed = await chie.on(first).fetch(alertRoutes.raise, { body: { textContent: 'two' } })
  const reply = await ben.on(second).fetch(eventRoutes.since, { query: { since } })
  expect(reply.complete).toBe(true)
  expect(reply.events.map(({ payload }) => (payload as { id?: string }).id)).toContain(missed.id) // an alert's payload has an id
})

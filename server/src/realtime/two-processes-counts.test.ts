import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import { hashPassword } from '#/features/accounts/passwords/hashing.ts'
import { rollCallForm } from '#/testing/scenes/roll-calls.ts'
import { Caller } from '#/testing/caller.ts'
import { SharedDatabase, type SharingServer } from '#/testing/shared-database.ts'

// Counts and limits that both processes write.

const PASSWORD = 'correct horse battery'
const WRONG_PASSWORDS_MAX = 20
const GROUPS_A_MINUTE = 20

let shared: SharedDatabase
let first: SharingServer
let second: SharingServer
beforeAll(async () => {
  shared = await SharedDatabase.create()
  first = await shared.startServer()
  second = await shared.startServer()
})
afterAll(() => shared[Symbol.asyncDispose]())

/** Returns the first server for even numbers and the second one for odd numbers. */
const serverOf = (index: number) => (index % 2 === 0 ? first : second)

test('a user who creates groups at both servers gets 429 at the limit of one', async () => {
  const [aiko, ben] = [await shared.createUser('Aiko'), await shared.createUser('Ben')]
  const body = { name: 'Night watch', description: '', recipients: [ben.id] }
  const requests = Array.from({ length: GROUPS_A_MINUTE + 6 }, (_, index) =>
    aiko.on(serverOf(index)).request(threadRoutes.createGroup, { body }),
  )
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  expect((await ben.on(second).request(threadRoutes.createGroup, { body: { ...body, recipients: [aiko.id] } })).status).toBe(201)
})

test('wrong passwords at both servers count together, and then the right password gets 429 at both', async () => {
  const { id } = await shared.createUser('Aiko')
  const values = { password_hash: await hashPassword(PASSWORD) }
  await shared.databases.db.updateTable('users').set(values).where('id', '=', id).execute()
  const signIn = ({ url }: SharingServer, password: string) =>
    new Caller(url, null).request(accountRoutes.login, { body: { email: `${id}@example.org`, password, location: null } })
  expect((await signIn(first, PASSWORD)).status).toBe(200)
  for (let attempt = 0; attempt < WRONG_PASSWORDS_MAX; attempt++)
    expect((await signIn(serverOf(attempt), 'wrong')).status).toBe(400)
  expect([(await signIn(first, PASSWORD)).status, (await signIn(second, PASSWORD)).status]).toEqual([429, 429])
})

test('acknowledgements and answers at both servers are in one ledger, whose counts reach the sockets of both', async () => {
  const users = await Promise.all(['Aiko', 'Ben', 'Chie', 'Dora'].map((name) => shared.createUser(name)))
  const [aiko, ben, chie, dora] = users as [(typeof users)[number], ...typeof users]
  if (!ben || !chie || !dora) return expect.unreachable()
  const { id } = await aiko.on(first).fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  const sockets = [await first.openSocket(ben.token), await second.openSocket(chie.token), await second.openSocket(dora.token)]
  await Promise.all(sockets.map((socket) => socket.send('alert:delivered', { alertIds: [id] })))
  await ben.on(second).fetch(alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
  await chie.on(first).fetch(alertRoutes.answer, { params: { id }, body: { answer: 'cannotHelp' } })
  for (const socket of sockets)
    await vi.waitFor(() => {
      const events = socket.payloadsOf('alert:ledger') as EventPayload<'alert:ledger'>[]
      expect(events.at(-1)?.counts).toMatchObject({ delivered: 3, seen: 2, responding: 1, cannotHelp: 1 })
      const versions = events.map(({ version }) => version)
      expect(versions).toEqual(versions.toSorted((a, b) => a - b))
      // Both servers may emit the same state. A version stands for one state.
      for (const { version, counts } of events) expect(counts).toEqual(events.find((event) => event.version === version)?.counts)
    }, 10_000)
  for (const socket of sockets) socket.close()
})

test('answers at both servers emit at most one tally a second, and the last answer is in one', async () => {
  const asker = await shared.createUser('Gen')
  await shared.databases.db.updateTable('users').set({ is_admin: true }).where('id', '=', asker.id).execute()
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => shared.createUser(`Person ${index}`)))
  const body = { ...rollCallForm(), clientId: randomUUID() }
  const { id } = await asker.on(first).fetch(rollCallRoutes.ask, { body })
  const boards = [await first.openSocket(asker.token), await second.openSocket(asker.token)]
  for (const board of boards) expect(await board.send('roll-call:join', { rollCallId: id })).toEqual({ ok: true })
  const start = performance.now()
  for (const [index, person] of people.entries()) {
    const answer = { state: 'safe' as const, clientId: randomUUID() }
    await person.on(serverOf(index)).fetch(rollCallRoutes.answer, { params: { id }, body: answer })
  }
  for (const board of boards) {
    const tallies = () => board.payloadsOf('roll-call:tally') as EventPayload<'roll-call:tally'>[]
    await vi.waitFor(() => expect(tallies().at(-1)?.counts.safe).toBe(people.length), 10_000)
    // The events are a second apart, so that no more of them are within the time of the test.
    expect(tallies().length - 1).toBeLessThanOrEqual((performance.now() - start) / 1000)
  }
  for (const board of boards) board.close()
})

test('read marks at both servers raise the watermarks of all members to the lowest of them', async () => {
  const [aiko, ben, chie] = [await shared.createUser('Aiko'), await shared.createUser('Ben'), await shared.createUser('Chie')]
  const body = { name: 'Night watch', description: '', recipients: [ben.id, chie.id] }
  const { id } = await aiko.on(first).fetch(threadRoutes.createGroup, { body })
  const sockets = [await first.openSocket(aiko.token), await second.openSocket(aiko.token)]
  for (let index = 0; index < 6; index++)
    await aiko.on(serverOf(index)).fetch(messageRoutes.send, { body: { messageThreadId: id, text: `line ${index}` } })
  const mark = (user: typeof ben, server: SharingServer, seq: number) =>
    user.on(server).fetch(messageRoutes.setStatuses, { body: [{ messageThreadId: id, status: 'seen', seq }] })
  await Promise.all([mark(ben, first, 6), mark(ben, second, 2), mark(chie, second, 4), mark(chie, first, 1)])
  for (const socket of sockets)
    await vi.waitFor(() => {
      const events = socket.payloadsOf('messages:status_updated') as EventPayload<'messages:status_updated'>[]
      const seen = events.map(({ watermarks }) => watermarks.seenSeq)
      expect(seen.at(-1)).toBe(4)
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    }, 10_000)
  for (const socket of sockets) socket.close()
})

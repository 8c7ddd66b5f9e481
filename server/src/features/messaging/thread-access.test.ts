import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '@noroshi/contract/define'
import { groupPictureRoutes } from '@noroshi/contract/messaging/group-picture.http'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { lastSeenRoutes } from '@noroshi/contract/messaging/last-seen.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { messagingCommands } from '@noroshi/contract/messaging/messaging.events'
import { receiptRoutes } from '@noroshi/contract/messaging/receipts.http'
import { pollRoutes } from '@noroshi/contract/messaging/polls.http'
import { threadMediaRoutes } from '@noroshi/contract/messaging/thread-media.http'
import { threadDraftRoutes } from '@noroshi/contract/messaging/thread-drafts.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { messagingAccess, type ThreadAccessRule, type ThreadTarget } from '#/testing/access/access-rules-messaging.ts'
import { startPersonalChat, setAcceptance, createGroup, removeMember, sendMessage, requestSend } from '#/testing/scenes/chats.ts'
import type { TestSocket } from '#/testing/test-socket.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

// Checks the routes of threads and messages by the access table, after a removal and after a block.

interface Scenario {
  readonly noroshi: TestServer
  readonly target: ThreadTarget
  readonly file: string
  /** In the order of the statuses in the access table. */
  readonly people: readonly TestUser[]
  readonly sockets: readonly TestSocket[]
}

const NOTE = { field: 'messageMedia', name: 'note.txt', bytes: new TextEncoder().encode('two of us') }
const withNote = async (person: TestUser, messageThreadId: string) => {
  const message = await person.fetch(messageRoutes.upload, { form: { messageThreadId, text: 'umbrella' }, files: [NOTE] })
  return { messageId: message.id, file: message.messageMedias[0]?.mediaUrl ?? '' }
}

async function startGroupScenario(noroshi: TestServer): Promise<Scenario> {
  const [admin, outsider, removed, member] = await noroshi.people('Aiko', 'Dora', 'Ben', 'Chie')
  const { id } = await createGroup(admin, [removed, member])
  const { messageId, file } = await withNote(admin, id)
  const people = [outsider, removed, member]
  const sockets = await Promise.all(people.map((person) => person.openSocket()))
  for (const socket of sockets) await socket.send('message-threads:join', { messageThreadId: id })
  await removeMember(admin, id, removed)
  return { noroshi, target: { groupId: id, personalId: id, messageId, memberId: admin.id }, file, people, sockets }
}

async function startPersonalScenario(noroshi: TestServer): Promise<Scenario> {
  const [outsider, blocked, blocking] = await noroshi.people('Dora', 'Ben', 'Chie')
  const { id } = await startPersonalChat(blocked, blocking)
  const { messageId, file } = await withNote(blocked, id)
  const people = [outsider, blocked, blocking]
  const sockets = await Promise.all(people.map((person) => person.openSocket()))
  await setAcceptance(blocking, id, false)
  return { noroshi, target: { groupId: id, personalId: id, messageId, memberId: blocking.id }, file, people, sockets }
}

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const rulesOf = <Key extends string>(routes: Record<Key, Route>, rules: Record<Key, ThreadAccessRule>) =>
  (Object.keys(routes) as Key[]).flatMap((key) => {
    const { thread, request } = rules[key]
    return thread ? [{ name: `${routes[key].method} ${routes[key].path}`, route: routes[key], request, thread }] : []
  })
const cases = [
  ...rulesOf(threadRoutes, messagingAccess.threads),
  ...rulesOf(groupPictureRoutes, messagingAccess.groupPicture),
  ...rulesOf(lastSeenRoutes, messagingAccess.lastSeen),
  ...rulesOf(threadDraftRoutes, messagingAccess.threadDrafts),
  ...rulesOf(messageRoutes, messagingAccess.messages),
  ...rulesOf(messageChangeRoutes, messagingAccess.messageChanges),
  ...rulesOf(receiptRoutes, messagingAccess.receipts),
  ...rulesOf(pollRoutes, messagingAccess.polls),
  ...rulesOf(threadMediaRoutes, messagingAccess.threadMedia),
]

const scenarios = { group: startGroupScenario, personal: startPersonalScenario }
describe.each(['group', 'personal'] as const)('of a %s', (kind) => {
  test.each(cases)('$name answers each user by its rule after the removal', async ({ route, request, thread }) => {
    const { target, people } = await scenarios[kind](noroshi)
    const statuses: number[] = []
    for (const person of people) statuses.push((await person.request(route, request?.(target))).status)
    expect(statuses).toEqual(thread[kind])
  })
})

test('files, commands, search and lists of a group are available to current members only', async () => {
  const { target, file, people, sockets } = await startGroupScenario(noroshi)
  const statuses = await Promise.all(people.map(async (person) => (await person.rawFetch(file)).status))
  expect(statuses).toEqual([404, 404, 200])
  for (const [index, person] of people.entries()) {
    const isMember = index === 2
    const found = await person.fetch(messageSearchRoutes.search, { query: { text: 'umbrella' } })
    expect(found.items.map(({ message }) => message.id)).toEqual(isMember ? [target.messageId] : [])
    expect((await person.fetch(threadRoutes.groups)).items).toHaveLength(isMember ? 1 : 0)
  }
  const commands = Object.keys(messagingCommands) as (keyof typeof messagingCommands)[] // the contract's own keys
  for (const name of commands) {
    const oks = []
    for (const socket of sockets) oks.push((await socket.send(name, { messageThreadId: target.groupId })).ok)
    expect(oks, name).toEqual(name === 'message-threads:leave' ? [true, true, true] : [false, false, true])
  }
})

test('a removed member’s socket receives neither messages nor hints of the group', async () => {
  const { target, people, sockets } = await startGroupScenario(noroshi)
  const member = people[2]
  if (!member) throw new Error('expected three users')
  for (const socket of sockets) {
    await socket.settle()
    socket.received.length = 0
  }
  await sockets[2]?.send('messages:typing', { messageThreadId: target.groupId })
  await sendMessage(member, target.groupId)
  for (const [index, socket] of sockets.entries()) {
    if (index === 2) await socket.next('messages:new_message')
    await socket.settle()
    if (index < 2) expect(socket.names()).toEqual([])
  }
})

test('a blocked thread emits no message, typing or watermarks, and its earlier messages remain readable', async () => {
  const { target, file, people, sockets } = await startPersonalScenario(noroshi)
  const [outsider, blocked, blocking] = people
  if (!outsider || !blocked || !blocking) throw new Error('expected three users')
  for (const socket of sockets) {
    await socket.settle()
    socket.received.length = 0
  }
  expect((await requestSend(blocked, target.groupId, 'a word')).status).toBe(403)
  for (const socket of sockets.slice(1)) {
    await socket.send('message-threads:join', { messageThreadId: target.groupId })
    await socket.send('messages:typing', { messageThreadId: target.groupId })
  }
  await blocked.fetch(messageRoutes.setStatuses, { body: [{ messageThreadId: target.groupId, status: 'seen' }] })
  for (const socket of sockets) await socket.settle()
  expect(sockets.map((socket) => socket.names().filter((name) => name !== 'messages:status_updated_multiple'))).toEqual([
    [],
    [],
    [],
  ])
  const statuses = await Promise.all([outsider, blocked, blocking].map(async (person) => (await person.rawFetch(file)).status))
  expect(statuses).toEqual([404, 200, 200])
})

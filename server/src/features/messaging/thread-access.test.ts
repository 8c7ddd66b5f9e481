import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '@noroshi/contract/define'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { messagingCommands } from '@noroshi/contract/messaging/messaging.events'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { Sent } from '#/testing/caller.ts'
import { startPersonalChat, setAcceptance, createGroup, removeMember, sendMessage, requestSend } from '#/testing/chats.ts'
import type { TestSocket } from '#/testing/test-socket.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

// Checks every route of threads and messages for three users. Group: an outsider, a removed member, a member. Personal thread: an
// outsider, the blocked member, the blocking member. A new route or command without a rule fails here.

type Statuses = readonly [number, number, number]
interface AccessRule {
  readonly route: Route
  readonly sent: (target: Target) => Sent
  readonly group: Statuses
  readonly personal: Statuses
}
interface Target {
  readonly id: string
  readonly messageId: string
  readonly otherId: string
}

const byId = ({ id }: Target): Sent => ({ params: { id } })
const byMember = ({ id, otherId }: Target): Sent => ({ params: { id, userId: otherId } })
const form = { name: 'Day watch' }
const noOne: Statuses = [404, 404, 404]
const forMembers: Statuses = [404, 404, 200]
/** A member who is not an admin of the group. */
const forAdmins: Statuses = [404, 404, 403]
const forBoth: Statuses = [404, 200, 200]
const unlessBlocked: Statuses = [404, 403, 403]

const rules: Record<string, Omit<AccessRule, 'route'>> = {
  'threads.group': { sent: byId, group: forMembers, personal: noOne },
  'threads.editGroup': { sent: (target) => ({ ...byId(target), body: form }), group: forAdmins, personal: noOne },
  'threads.myMembership': { sent: byId, group: forMembers, personal: noOne },
  'threads.get': { sent: byId, group: forMembers, personal: forBoth },
  // The blocked member accepts the thread for themselves; the block remains (the next rows).
  'threads.accept': {
    sent: (target) => ({ ...byId(target), body: { hasAccepted: true } }),
    group: noOne,
    personal: [404, 200, 200],
  },
  'threads.members': { sent: byId, group: forMembers, personal: noOne },
  'threads.addMembers': {
    sent: (target) => ({ ...byId(target), body: { userIds: [target.otherId] } }),
    group: forAdmins,
    personal: noOne,
  },
  'threads.removeMember': { sent: byMember, group: forAdmins, personal: noOne },
  'threads.makeAdmin': { sent: byMember, group: forAdmins, personal: noOne },
  'threads.removeAdmin': { sent: byMember, group: forAdmins, personal: noOne },
  'threads.leave': { sent: byId, group: forMembers, personal: noOne },
  'messages.list': { sent: byId, group: forMembers, personal: forBoth },
  'messages.send': {
    sent: ({ id }) => ({ body: { messageThreadId: id, text: 'a word' } }),
    group: [404, 404, 201],
    personal: unlessBlocked,
  },
  'messages.upload': {
    sent: ({ id }) => ({ form: { messageThreadId: id, latitude: '38', longitude: '140' } }),
    group: [404, 404, 201],
    personal: unlessBlocked,
  },
  'messages.setStatus': {
    sent: ({ messageId }) => ({ params: { id: messageId }, body: { status: 'seen' } }),
    group: forMembers,
    personal: forBoth,
  },
  'messages.speakMessage': {
    sent: ({ messageId }) => ({ params: { id: messageId } }),
    group: forMembers,
    personal: forBoth,
  },
  'messages.setSpeechState': {
    sent: ({ id }) => ({ body: { messageThreadId: id, isTextToSpeechEnable: true } }),
    group: forMembers,
    personal: forBoth,
  },
}
/** Routes without a thread id, or that skip threads of other users. Tests below, and read-aloud.test.ts, check their replies. */
const OWN = ['threads.groups', 'threads.createGroup', 'threads.personal', 'threads.startPersonal', 'threads.personalWith']
const ACROSS_THREADS = [
  'threads.unreadPersonal',
  'messages.setStatuses',
  'messages.search',
  'messages.speechState',
  'messages.speak',
]

const routes: Record<string, Route> = {
  ...Object.fromEntries(Object.entries(threadRoutes).map(([name, route]) => [`threads.${name}`, route])),
  ...Object.fromEntries(Object.entries(messageRoutes).map(([name, route]) => [`messages.${name}`, route])),
}

interface Scenario {
  readonly noroshi: TestServer
  readonly target: Target
  readonly file: string
  /** In the order of `Statuses`. */
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
  return { noroshi, target: { id, messageId, otherId: admin.id }, file, people, sockets }
}

async function startPersonalScenario(noroshi: TestServer): Promise<Scenario> {
  const [outsider, blocked, blocking] = await noroshi.people('Dora', 'Ben', 'Chie')
  const { id } = await startPersonalChat(blocked, blocking)
  const { messageId, file } = await withNote(blocked, id)
  const people = [outsider, blocked, blocking]
  const sockets = await Promise.all(people.map((person) => person.openSocket()))
  await setAcceptance(blocking, id, false)
  return { noroshi, target: { id, messageId, otherId: blocking.id }, file, people, sockets }
}

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

test('every route of threads and messages has a rule', () => {
  expect([...Object.keys(rules), ...OWN, ...ACROSS_THREADS].toSorted()).toEqual(Object.keys(routes).toSorted())
})

const scenarios = { group: startGroupScenario, personal: startPersonalScenario }
describe.each(['group', 'personal'] as const)('of a %s', (kind) => {
  test.each(Object.keys(rules))('%s answers each user by its rule after the removal', async (name) => {
    const { target, people } = await scenarios[kind](noroshi)
    const route = routes[name]
    const rule = rules[name]
    if (!route || !rule) throw new Error(`${name} has no rule`)
    const statuses: number[] = []
    for (const person of people) statuses.push((await person.request(route, rule.sent(target))).status)
    expect(statuses).toEqual(rule[kind])
  })
})

test('files, commands, search and lists of a group are available to current members only', async () => {
  const { target, file, people, sockets } = await startGroupScenario(noroshi)
  const statuses = await Promise.all(people.map(async (person) => (await person.rawFetch(file)).status))
  expect(statuses).toEqual([404, 404, 200])
  for (const [index, person] of people.entries()) {
    const isMember = index === 2
    const found = await person.fetch(messageRoutes.search, { query: { text: 'umbrella' } })
    expect(found.items.map(({ message }) => message.id)).toEqual(isMember ? [target.messageId] : [])
    expect((await person.fetch(threadRoutes.groups)).items).toHaveLength(isMember ? 1 : 0)
  }
  const commands = Object.keys(messagingCommands) as (keyof typeof messagingCommands)[] // the contract's own keys
  for (const name of commands) {
    const oks = []
    for (const socket of sockets) oks.push((await socket.send(name, { messageThreadId: target.id })).ok)
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
  await sockets[2]?.send('messages:typing', { messageThreadId: target.id })
  await sendMessage(member, target.id)
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
  expect((await requestSend(blocked, target.id, 'a word')).status).toBe(403)
  for (const socket of sockets.slice(1)) {
    await socket.send('message-threads:join', { messageThreadId: target.id })
    await socket.send('messages:typing', { messageThreadId: target.id })
  }
  await blocked.fetch(messageRoutes.setStatuses, { body: [{ messageThreadId: target.id, status: 'seen' }] })
  for (const socket of sockets) await socket.settle()
  expect(sockets.map((socket) => socket.names().filter((name) => name !== 'messages:status_updated_multiple'))).toEqual([
    [],
    [],
    [],
  ])
  const statuses = await Promise.all([outsider, blocked, blocking].map(async (person) => (await person.rawFetch(file)).status))
  expect(statuses).toEqual([404, 200, 200])
})

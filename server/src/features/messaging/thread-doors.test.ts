import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '@noroshi/contract/define'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { messagingCommands } from '@noroshi/contract/messaging/messaging.events'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { Sent } from '#/testing/caller.ts'
import { begins, decides, makesGroup, removes, says, writes } from '#/testing/chats.ts'
import type { Listener } from '#/testing/listener.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

// Every door that leads into a thread, and who stands before it: for a group an outsider, who was removed from it, and a member; for a
// personal thread an outsider, who is blocked by the other, and who blocks the other. A new route or command without its line fails here.

type Statuses = readonly [number, number, number]
interface Door {
  readonly route: Route
  readonly sent: (place: Place) => Sent
  readonly group: Statuses
  readonly personal: Statuses
}
interface Place {
  readonly id: string
  readonly messageId: string
  readonly otherId: string
}

const byId = ({ id }: Place): Sent => ({ params: { id } })
const about = ({ id, otherId }: Place): Sent => ({ params: { id, userId: otherId } })
const form = { name: 'Day watch' }
const noneOf: Statuses = [404, 404, 404]
const forMembers: Statuses = [404, 404, 200]
/** A member who is no admin of the group. */
const forAdmins: Statuses = [404, 404, 403]
const forBoth: Statuses = [404, 200, 200]
const unlessBlocked: Statuses = [404, 403, 403]

const doors: Record<string, Omit<Door, 'route'>> = {
  'threads.group': { sent: byId, group: forMembers, personal: noneOf },
  'threads.editGroup': { sent: (at) => ({ ...byId(at), body: form }), group: forAdmins, personal: noneOf },
  'threads.myMembership': { sent: byId, group: forMembers, personal: noneOf },
  'threads.get': { sent: byId, group: forMembers, personal: forBoth },
  // The one who is blocked accepts for themselves; the block stays (the next rows).
  'threads.accept': { sent: (at) => ({ ...byId(at), body: { hasAccepted: true } }), group: noneOf, personal: [404, 200, 200] },
  'threads.members': { sent: byId, group: forMembers, personal: noneOf },
  'threads.addMembers': { sent: (at) => ({ ...byId(at), body: { userIds: [at.otherId] } }), group: forAdmins, personal: noneOf },
  'threads.removeMember': { sent: about, group: forAdmins, personal: noneOf },
  'threads.makeAdmin': { sent: about, group: forAdmins, personal: noneOf },
  'threads.removeAdmin': { sent: about, group: forAdmins, personal: noneOf },
  'threads.leave': { sent: byId, group: forMembers, personal: noneOf },
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
}
/** They name no thread, or pass over those of others: what they answer is proven below. */
const OWN = ['threads.groups', 'threads.createGroup', 'threads.personal', 'threads.startPersonal', 'threads.personalWith']
const OVER_ALL = ['threads.unreadPersonal', 'messages.setStatuses', 'messages.search']

const routes: Record<string, Route> = {
  ...Object.fromEntries(Object.entries(threadRoutes).map(([name, route]) => [`threads.${name}`, route])),
  ...Object.fromEntries(Object.entries(messageRoutes).map(([name, route]) => [`messages.${name}`, route])),
}

interface Stage {
  readonly noroshi: Unit
  readonly place: Place
  readonly file: string
  /** In the order of the columns. */
  readonly people: readonly Person[]
  readonly sockets: readonly Listener[]
}

const NOTE = { field: 'messageMedia', name: 'note.txt', bytes: new TextEncoder().encode('two of us') }
const withNote = async (person: Person, messageThreadId: string) => {
  const message = await person.gets(messageRoutes.upload, { form: { messageThreadId, text: 'umbrella' }, files: [NOTE] })
  return { messageId: message.id, file: message.messageMedias[0]?.mediaUrl ?? '' }
}

async function groupStage(noroshi: Unit): Promise<Stage> {
  const [admin, outsider, removed, member] = await noroshi.people('Aiko', 'Dora', 'Ben', 'Chie')
  const { id } = await makesGroup(admin, [removed, member])
  const { messageId, file } = await withNote(admin, id)
  const people = [outsider, removed, member]
  const sockets = await Promise.all(people.map((person) => person.listens()))
  for (const socket of sockets) await socket.asks('message-threads:join', { messageThreadId: id })
  await removes(admin, id, removed)
  return { noroshi, place: { id, messageId, otherId: admin.id }, file, people, sockets }
}

async function personalStage(noroshi: Unit): Promise<Stage> {
  const [outsider, blocked, blocking] = await noroshi.people('Dora', 'Ben', 'Chie')
  const { id } = await begins(blocked, blocking)
  const { messageId, file } = await withNote(blocked, id)
  const people = [outsider, blocked, blocking]
  const sockets = await Promise.all(people.map((person) => person.listens()))
  await decides(blocking, id, false)
  return { noroshi, place: { id, messageId, otherId: blocking.id }, file, people, sockets }
}

let noroshi: Unit
beforeAll(async () => {
  noroshi = await unit()
})
afterAll(() => noroshi[Symbol.asyncDispose]())

test('every route of messages has its line', () => {
  expect([...Object.keys(doors), ...OWN, ...OVER_ALL].toSorted()).toEqual(Object.keys(routes).toSorted())
})

const stages = { group: groupStage, personal: personalStage }
describe.each(['group', 'personal'] as const)('of a %s', (kind) => {
  test.each(Object.keys(doors))('%s opens to those alone for whom it is, from the answer to the removal on', async (name) => {
    const { place, people } = await stages[kind](noroshi)
    const route = routes[name]
    const door = doors[name]
    if (!route || !door) throw new Error(`${name} has no line`)
    const statuses: number[] = []
    for (const person of people) statuses.push((await person.asks(route, door.sent(place))).status)
    expect(statuses).toEqual(door[kind])
  })
})

test('a group’s file, room, search and count answer its members alone, from the answer to the removal on', async () => {
  const { place, file, people, sockets } = await groupStage(noroshi)
  const statuses = await Promise.all(people.map(async (person) => (await person.fetch(file)).status))
  expect(statuses).toEqual([404, 404, 200])
  for (const [index, person] of people.entries()) {
    const isMember = index === 2
    const found = await person.gets(messageRoutes.search, { query: { text: 'umbrella' } })
    expect(found.items.map(({ message }) => message.id)).toEqual(isMember ? [place.messageId] : [])
    expect((await person.gets(threadRoutes.groups)).items).toHaveLength(isMember ? 1 : 0)
  }
  const commands = Object.keys(messagingCommands) as (keyof typeof messagingCommands)[] // the contract's own keys
  for (const name of commands) {
    const oks = []
    for (const socket of sockets) oks.push((await socket.asks(name, { messageThreadId: place.id })).ok)
    expect(oks, name).toEqual(name === 'message-threads:leave' ? [true, true, true] : [false, false, true])
  }
})

test('nothing of a group comes to the socket of who was removed, a word or a hint', async () => {
  const { place, people, sockets } = await groupStage(noroshi)
  const member = people[2]
  if (!member) throw new Error('three stand there')
  for (const socket of sockets) {
    await socket.settles()
    socket.heard.length = 0
  }
  await sockets[2]?.asks('messages:typing', { messageThreadId: place.id })
  await says(member, place.id)
  for (const [index, socket] of sockets.entries()) {
    if (index === 2) await socket.next('messages:new_message')
    await socket.settles()
    if (index < 2) expect(socket.names()).toEqual([])
  }
})

test('between two of whom one blocks the other nothing is told: no word, no typing, no look; what was sent stays readable', async () => {
  const { place, file, people, sockets } = await personalStage(noroshi)
  const [outsider, blocked, blocking] = people
  if (!outsider || !blocked || !blocking) throw new Error('three stand there')
  for (const socket of sockets) {
    await socket.settles()
    socket.heard.length = 0
  }
  expect((await writes(blocked, place.id, 'a word')).status).toBe(403)
  for (const socket of sockets.slice(1)) {
    await socket.asks('message-threads:join', { messageThreadId: place.id })
    await socket.asks('messages:typing', { messageThreadId: place.id })
  }
  await blocked.gets(messageRoutes.setStatuses, { body: [{ messageThreadId: place.id, status: 'seen' }] })
  for (const socket of sockets) await socket.settles()
  expect(sockets.map((socket) => socket.names().filter((name) => name !== 'messages:status_updated_multiple'))).toEqual([
    [],
    [],
    [],
  ])
  const statuses = await Promise.all([outsider, blocked, blocking].map(async (person) => (await person.fetch(file)).status))
  expect(statuses).toEqual([404, 200, 200])
})

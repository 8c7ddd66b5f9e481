import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { clientCommands, type CommandName } from '@noroshi/contract/realtime'
import { alertRoom } from '#/realtime/rooms.ts'
import type { Listener } from '#/testing/listener.ts'
import { listensAs, type World, world } from '#/testing/world.ts'

// Whatever a socket sends: an acknowledged refusal, or the end of that socket alone. The server lives, and an SOS is always taken.

let given: World
beforeAll(async () => {
  given = await world()
})
afterAll(async () => {
  expect((await given.noroshi.visitor.fetch('/livez')).status).toBe(200)
  await given[Symbol.asyncDispose]()
})

const id = randomUUID()
/** Every id that a command may carry. */
const named = (one: unknown) => ({ userId: one, alertId: one, alertIds: [one], messageThreadId: one })
const wrongPayloads: [name: string, payload: unknown][] = [
  ['null', null],
  ['a number', 7],
  ['a boolean', true],
  ['a text', 'x'],
  ['a list', [id]],
  ['a list of lists', [[[]]]],
  ['bytes', Buffer.from('bytes')],
  ['an empty object', {}],
  ['unknown fields', { unknown: id }],
  ['another prototype', JSON.parse('{"__proto__":{"userId":1}}')],
  ['ids that are numbers', named(1)],
  ['ids that are null', { ...named(null), alertIds: null }],
  ['ids that are objects', { ...named({ id }), alertIds: { 0: id } }],
  ['broken ids', named('x')],
  ['ids with a null character', named(`${id}\u0000`)],
  ['half a surrogate pair', named('\ud800')],
  ['no ids', { alertIds: [] }],
  ['too many ids', { alertIds: Array.from({ length: 501 }, () => id) }],
  ['50 KB', named('a'.repeat(12_000))],
]
/** What no client of ours sends. */
const emits = ({ socket }: Listener, ...sent: unknown[]) =>
  socket.emit(...(sent as unknown as Parameters<typeof socket.emit<'users:unauthorized'>>))
const isFine = (name: CommandName, payload: unknown) => clientCommands[name].safeParse(payload).success

describe.each(Object.keys(clientCommands) as CommandName[])('%s', (name) => {
  test.each(['audience', 'visitor'] as const)('of the %s is refused when what it carries is wrong', async (actor) => {
    const listening = await listensAs(given, actor)
    for (const [what, payload] of wrongPayloads) {
      if (isFine(name, payload)) continue
      expect({ what, ack: await listening.asks(name, payload) }).toEqual({ what, ack: { ok: false, code: 'invalid' } })
    }
    await listening.settles()
  })

  test('without an acknowledgement asked for, with more beside it, or with nothing, harms nobody', async () => {
    const listening = await listensAs(given, 'audience')
    emits(listening, name)
    emits(listening, name, {})
    emits(listening, name, { alertId: given.alertId }, { more: 1 }, [2])
    emits(listening, name, null, 'no function')
    await listening.settles()
  })
})

test('a command that does not exist is let pass, and the socket goes on', async () => {
  const listening = await listensAs(given, 'audience')
  for (const name of ['unknown', 'constructor', '__proto__', 'toString', 'error', 'a'.repeat(1000)]) emits(listening, name, {})
  await listening.settles()
})

const ended = (listening: Listener) => new Promise((resolve) => listening.socket.once('disconnect', resolve))

test('commands of one socket are carried out in the order in which they were sent', async () => {
  const listening = await listensAs(given, 'admin')
  const page = { alertId: given.alertId }
  for (let round = 0; round < 20; round += 1) {
    emits(listening, 'alert:join_alert_page', page)
    emits(listening, 'alert:leave_alert_page', page)
  }
  await listening.settles()
  const own = given.noroshi.io.sockets.sockets.get(listening.socket.id ?? '')
  expect(own?.rooms.has(alertRoom(given.alertId))).toBe(false)
})

test('a flood of commands ends the socket that sends it, and no other', async () => {
  const [hostile, other] = [await listensAs(given, 'outsider'), await listensAs(given, 'audience')]
  const over = ended(hostile)
  for (let sent = 0; sent < 1000; sent += 1) emits(hostile, 'alert:join_alert_page', { alertId: given.alertId })
  await over
  await other.settles()
})

test('a packet of 100 KB ends the socket that sent it, and no other', async () => {
  const [hostile, other] = [await listensAs(given, 'outsider'), await listensAs(given, 'audience')]
  const over = ended(hostile)
  hostile.socket.emit('alert:join_alert_page', { alertId: 'a'.repeat(100_000) }, () => undefined)
  await over
  await other.settles()
})

test.each<[string, { [key: string]: unknown }]>([
  ['a number', { token: 1, alertTokens: 2 }],
  ['objects', { token: { $ne: null }, alertTokens: { length: 3 } }],
  ['a null character', { token: 'a\u0000', alertTokens: ['\u0000.\u0000'] }],
  ['half a surrogate pair', { token: '\ud800', alertTokens: ['\ud800.x'] }],
  ['10 KB', { token: 'a'.repeat(10_000), alertTokens: ['b'.repeat(10_000)] }],
  ['a hundred tokens', { alertTokens: Array.from({ length: 100 }, () => `${id}.x`) }],
  ['a token of nobody', { token: id, alertTokens: [`${id}.${'A'.repeat(43)}`, '.', '', `${id}.`, 'x.y.z'] }],
])('a handshake with %s is a visitor’s', async (_, auth) => {
  const socket = io(given.noroshi.url, { transports: ['websocket'], auth, forceNew: true, reconnection: false })
  await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject))
  const ack: unknown = await socket.timeout(5000).emitWithAck('alert:join_alert_page', { alertId: given.alertId })
  expect(ack).toEqual({ ok: false, code: 'alert.notFound' })
  socket.disconnect()
})

test('of many alert tokens, one that is none takes the others along nowhere', async () => {
  const { alertToken = '' } = given.actors.token
  const none = 'x'.repeat(5000)
  for (const alertTokens of [
    [none, alertToken],
    [...Array.from({ length: 30 }, () => `${id}.x`), alertToken],
  ]) {
    const listening = await given.noroshi.listens({ alertTokens })
    expect(await listening.asks('alert:join_alert_page', { alertId: given.alertId })).toEqual({ ok: true })
  }
})

const types = [
  'application/json',
  'text/plain',
  'multipart/form-data',
  'x',
  '',
  'application/json; charset=',
  ';;',
  'あ'.length.toString(),
]
const bodies = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '\u0000',
  '['.repeat(100_000),
  '{"__proto__":{"latitude":1}}',
  'a=1',
  'あ'.repeat(100_000),
]

test.each(types)('an SOS that calls itself ‘%s’ is raised, whatever it carries', async (type) => {
  for (const body of bodies) {
    const response = await given.noroshi.visitor.fetch('/backend/api/alerts', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    expect(response.status, `${body.slice(0, 20)}: ${await response.clone().text()}`).toBe(201)
  }
})

test.each(['', 'Bearer', 'Bearer x', 'Bearer  ', 'Basic eDp5', 'Bearer a b c', '.', 'x'.repeat(8000)])(
  'an SOS with the credentials ‘%s’ is raised without a name',
  async (credentials) => {
    const headers = { authorization: credentials, 'x-alert-token': credentials }
    expect((await given.noroshi.visitor.asks(alertRoutes.raise, { headers, body: {} })).status).toBe(201)
  },
)

test('an SOS keeps what can be kept of its words', async () => {
  const { noroshi } = given
  const words = async (textContent: unknown) => {
    const { id: alertId, alertToken } = await noroshi.visitor.gets(alertRoutes.raise, { body: { textContent } })
    return (await noroshi.visitor.gets(alertRoutes.get, { params: { id: alertId }, alertToken })).textContent
  }
  expect(await words('  fire\u0000 at \ud800the bridge ')).toBe('fire at \ufffdthe bridge')
  expect(await words('🔥'.repeat(10_000))).toBe('🔥'.repeat(5000))
  expect(await words(`a${'🔥'.repeat(10_000)}`)).toBe(`a${'🔥'.repeat(4999)}`)
  expect(await words(['no words'])).toBe('')
})

import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { clientCommands, type CommandName } from '@noroshi/contract/realtime'
import { alertRoom } from '#/features/alerts/alerts.rooms.ts'
import type { TestSocket } from '#/testing/test-socket.ts'
import { openSocketAs, type World, createWorld } from '#/testing/scenes/world.ts'

// Invalid input of a socket is acknowledged with an error or disconnects only that socket. The server keeps running, and an SOS
// is always accepted.

let target: World
beforeAll(async () => {
  target = await createWorld()
})
afterAll(async () => {
  expect((await target.noroshi.visitor.rawFetch('/livez')).status).toBe(200)
  await target[Symbol.asyncDispose]()
})

const id = randomUUID()
/** Returns a payload with every id field of the commands. */
const withId = (one: unknown) => ({ userId: one, alertId: one, alertIds: [one], messageThreadId: one })
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
  ['ids that are numbers', withId(1)],
  ['ids that are null', { ...withId(null), alertIds: null }],
  ['ids that are objects', { ...withId({ id }), alertIds: { 0: id } }],
  ['broken ids', withId('x')],
  ['ids with a null character', withId(`${id}\u0000`)],
  ['half a surrogate pair', withId('\ud800')],
  ['no ids', { alertIds: [] }],
  ['too many ids', { alertIds: Array.from({ length: 501 }, () => id) }],
  ['50 KB', withId('a'.repeat(12_000))],
]
/** Emits arguments that the web client never sends. */
const emit = ({ socket }: TestSocket, ...args: unknown[]) =>
  socket.emit(...(args as unknown as Parameters<typeof socket.emit<'users:join_room'>>))
const isValid = (name: CommandName, payload: unknown) => clientCommands[name].payload.safeParse(payload).success

describe.each(Object.keys(clientCommands) as CommandName[])('%s', (name) => {
  test.each(['audience', 'visitor'] as const)('of the %s with an invalid payload is acknowledged as invalid', async (actor) => {
    const socket = await openSocketAs(target, actor)
    for (const [label, payload] of wrongPayloads) {
      if (isValid(name, payload)) continue
      expect({ label, ack: await socket.send(name, payload) }).toEqual({ label, ack: { ok: false, code: 'invalid' } })
    }
    await socket.settle()
  })

  test('without a payload is acknowledged', async () => {
    const socket = await openSocketAs(target, 'audience')
    const ack = new Promise((resolve) => emit(socket, name, resolve))
    expect(await ack).toEqual(isValid(name, undefined) ? { ok: true } : { ok: false, code: 'invalid' })
  })

  test('without an acknowledgement callback or with additional arguments, the socket stays connected', async () => {
    const socket = await openSocketAs(target, 'audience')
    emit(socket, name)
    emit(socket, name, {})
    emit(socket, name, { alertId: target.alertId }, { more: 1 }, [2])
    emit(socket, name, null, 'no function')
    await socket.settle()
  })
})

test('an unknown command is ignored, and the socket stays connected', async () => {
  const socket = await openSocketAs(target, 'audience')
  for (const name of ['unknown', 'constructor', '__proto__', 'toString', 'error', 'a'.repeat(1000)]) emit(socket, name, {})
  await socket.settle()
})

const disconnected = (socket: TestSocket) => new Promise((resolve) => socket.socket.once('disconnect', resolve))

test('commands of one socket on one topic run in the order of sending', async () => {
  const socket = await openSocketAs(target, 'admin')
  const page = { alertId: target.alertId }
  for (let round = 0; round < 20; round += 1) {
    emit(socket, 'alert:join_alert_page', page)
    emit(socket, 'alert:leave_alert_page', page)
  }
  await socket.send('alert:leave_alert_page', page)
  const own = target.noroshi.io.sockets.sockets.get(socket.socket.id ?? '')
  expect(own?.rooms.has(alertRoom(target.alertId))).toBe(false)
})

test('a flood of commands disconnects only the socket that sends it', async () => {
  const [hostile, other] = [await openSocketAs(target, 'outsider'), await openSocketAs(target, 'audience')]
  const isDisconnected = disconnected(hostile)
  for (let count = 0; count < 1000; count += 1) emit(hostile, 'alert:join_alert_page', { alertId: target.alertId })
  await isDisconnected
  await other.settle()
})

test('a packet of 100 KB disconnects only the socket that sends it', async () => {
  const [hostile, other] = [await openSocketAs(target, 'outsider'), await openSocketAs(target, 'audience')]
  const isDisconnected = disconnected(hostile)
  hostile.socket.emit('alert:join_alert_page', { alertId: 'a'.repeat(100_000) }, () => undefined)
  await isDisconnected
  await other.settle()
})

test.each<[string, { [key: string]: unknown }]>([
  ['a number', { token: 1, alertTokens: 2 }],
  ['objects', { token: { $ne: null }, alertTokens: { length: 3 } }],
  ['a null character', { token: 'a\u0000', alertTokens: ['\u0000.\u0000'] }],
  ['half a surrogate pair', { token: '\ud800', alertTokens: ['\ud800.x'] }],
  ['10 KB', { token: 'a'.repeat(10_000), alertTokens: ['b'.repeat(10_000)] }],
  ['a hundred tokens', { alertTokens: Array.from({ length: 100 }, () => `${id}.x`) }],
  ['unknown tokens', { token: id, alertTokens: [`${id}.${'A'.repeat(43)}`, '.', '', `${id}.`, 'x.y.z'] }],
])('a handshake with %s connects as a visitor', async (_, auth) => {
  const socket = io(target.noroshi.url, { transports: ['websocket'], auth, forceNew: true, reconnection: false })
  await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject))
  const ack: unknown = await socket.timeout(5000).emitWithAck('alert:join_alert_page', { alertId: target.alertId })
  expect(ack).toEqual({ ok: false, code: 'alert.notFound' })
  socket.disconnect()
})

test('an invalid alert token in the handshake does not invalidate the others', async () => {
  const { alertToken = '' } = target.actors.token
  const none = 'x'.repeat(5000)
  for (const alertTokens of [
    [none, alertToken],
    [...Array.from({ length: 30 }, () => `${id}.x`), alertToken],
  ]) {
    const socket = await target.noroshi.openSocket({ alertTokens })
    expect(await socket.send('alert:join_alert_page', { alertId: target.alertId })).toEqual({ ok: true })
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

test.each(types)('an SOS with the content type ‘%s’ is raised with any body', async (type) => {
  for (const body of bodies) {
    const response = await target.noroshi.visitor.rawFetch('/backend/api/alerts', {
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
    expect((await target.noroshi.visitor.request(alertRoutes.raise, { headers, body: {} })).status).toBe(201)
  },
)

test('an SOS keeps the storable part of its text', async () => {
  const { noroshi } = target
  const raisedText = async (textContent: unknown) => {
    const { id: alertId, alertToken } = await noroshi.visitor.fetch(alertRoutes.raise, { body: { textContent } })
    return (await noroshi.visitor.fetch(alertRoutes.get, { params: { id: alertId }, alertToken })).textContent
  }
  expect(await raisedText('  fire\u0000 at \ud800the bridge ')).toBe('fire at \ufffdthe bridge')
  expect(await raisedText('🔥'.repeat(10_000))).toBe('🔥'.repeat(5000))
  expect(await raisedText(`a${'🔥'.repeat(10_000)}`)).toBe(`a${'🔥'.repeat(4999)}`)
  expect(await raisedText(['no text'])).toBe('')
})

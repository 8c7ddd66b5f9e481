import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

test('a member receives an SOS at once, with its text and its location', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.openSocket()

  const raised = await aiko.fetch(alertRoutes.raise, {
    body: { RaisedBy: ben.id, latitude: '38.2682', longitude: '140.8694', textContent: 'the bridge is gone' },
  })

  expect(raised).toMatchObject({ isExisting: false, recipientCount: 1 })
  const alert = await listening.next('alert:new_alert')
  expect(alert).toMatchObject({ id: raised.id, latitude: 38.2682, longitude: 140.8694, textContent: 'the bridge is gone' })
  expect(alert.raisedBy?.id).toBe(aiko.id)
  const { viewer, ...read } = await ben.fetch(alertRoutes.get, { params: { id: raised.id } })
  expect(read).toEqual(alert)
  expect(viewer).toMatchObject({ inAudience: true, isRaiser: false })
})

test('a visitor raises an anonymous SOS and can read it only with the token', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.openSocket()
  const { id, alertToken } = await noroshi.visitor.fetch(alertRoutes.raise, { body: { clientId: randomUUID() } })

  expect((await listening.next('alert:new_alert')).raisedBy).toBeNull()
  expect((await noroshi.visitor.request(alertRoutes.get, { params: { id } })).status).toBe(404)
  const opened = await noroshi.visitor.fetch(alertRoutes.get, { params: { id }, alertToken })
  expect(opened.viewer).toMatchObject({ holdsToken: true, inAudience: false })
})

test('an SOS with a location in full-width digits or with direction marks has this location', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const sent = [
    { latitude: '３８．２６８２', longitude: '１４０．８６９４' },
    { latitude: '\u202a38.2682\u202c', longitude: ' 140.8694 ' },
    { latitude: '−38.2682', longitude: '－140.8694' },
  ]
  const found = []
  for (const body of sent) {
    const { id } = await noroshi.visitor.fetch(alertRoutes.raise, { body: { ...body, clientId: randomUUID() } })
    const { latitude, longitude } = await ben.fetch(alertRoutes.get, { params: { id } })
    found.push([latitude, longitude])
  }
  expect(found).toEqual([
    [38.2682, 140.8694],
    [38.2682, 140.8694],
    [-38.2682, -140.8694],
  ])
})

test.each([
  ['no body', undefined],
  ['a body that is not JSON', 'help!'],
  ['a list', '[1,2]'],
  ['wrong types', JSON.stringify({ latitude: {}, longitude: [], textContent: 7, clientId: 'x', accuracy: 'far' })],
  ['a location outside the world', JSON.stringify({ latitude: 999, longitude: '-999' })],
  ['a hexadecimal location', JSON.stringify({ latitude: '0x10', longitude: '0x20' })],
  ['a location with exponents', JSON.stringify({ latitude: '3e1', longitude: '1E2' })],
  ['a location that is no number', JSON.stringify({ latitude: true, longitude: ['140'] })],
  ['a location with a comma', JSON.stringify({ latitude: '38,26', longitude: '140,86' })],
  ['half a location', JSON.stringify({ latitude: '38.26', longitude: '0b11' })],
  ['300 KB of text', JSON.stringify({ textContent: 'a'.repeat(300_000) })],
  ['a null character', JSON.stringify({ textContent: 'a\u0000b' })],
])('an SOS with %s gets 201', async (_, body) => {
  await using noroshi = await startTestServer()
  const response = await noroshi.visitor.request(alertRoutes.raise, { ...(body !== undefined && { body }) })
  expect(response.status).toBe(201)
  const { id, alertToken } = response.body
  const alert = await noroshi.visitor.fetch(alertRoutes.get, { params: { id }, alertToken })
  expect(alert).toMatchObject({ latitude: null, longitude: null })
})

test('an SOS with the same clientId returns the same alert with the newer location', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.openSocket()
  const clientId = randomUUID()
  const bodies = [{ clientId }, { clientId, latitude: '38', longitude: '140' }, { clientId }]
  const answers = await Promise.all(bodies.map((body) => aiko.fetch(alertRoutes.raise, { body })))

  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers.filter(({ isExisting }) => !isExisting)).toHaveLength(1)
  await listening.next('alert:new_alert')
  const alert = await ben.fetch(alertRoutes.get, { params: { id: answers[0]?.id ?? '' } })
  expect(alert).toMatchObject({ latitude: 38, longitude: 140 })
  expect(listening.names().filter((name) => name === 'alert:new_alert')).toHaveLength(1)
})

test('an SOS with the same clientId and coordinates updates the accuracy', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const sos = { clientId: randomUUID(), latitude: '38', longitude: '140' }
  const { id } = await aiko.fetch(alertRoutes.raise, { body: { ...sos, accuracy: 900 } })
  await aiko.fetch(alertRoutes.raise, { body: { ...sos, accuracy: 12 } })
  expect(await aiko.fetch(alertRoutes.get, { params: { id } })).toMatchObject({ latitude: 38, longitude: 140, accuracy: 12 })
})

test('a second SOS within two minutes joins the first, and a later one is a new alert', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const first = await aiko.fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
  const second = await aiko.fetch(alertRoutes.raise, { body: { textContent: 'two of us' } })
  expect(second).toMatchObject({ id: first.id, isExisting: true })
  expect((await aiko.fetch(alertRoutes.get, { params: { id: first.id } })).textContent).toBe('fire\ntwo of us')
  noroshi.clock.advance({ minutes: 3 })
  expect((await aiko.fetch(alertRoutes.raise, { body: {} })).id).not.toBe(first.id)
})

test('anonymous SOS of different devices are separate alerts', async () => {
  await using noroshi = await startTestServer()
  const raised = await Promise.all(
    Array.from({ length: 20 }, () => noroshi.visitor.fetch(alertRoutes.raise, { body: { clientId: randomUUID() } })),
  )
  expect(new Set(raised.map(({ id }) => id)).size).toBe(20)
})

test('an SOS with an ended session is raised anonymously', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.openSocket()
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', aiko.id).execute()
  expect((await aiko.request(alertRoutes.raise, { body: {} })).status).toBe(201)
  expect((await listening.next('alert:new_alert')).raisedBy).toBeNull()
})

test('a user raises an SOS while other work uses all connections of the main pool', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const blocked = Array.from({ length: 25 }, () => noroshi.db.connection().execute(() => released))
  expect((await aiko.request(alertRoutes.raise, { body: { textContent: 'fire' } })).status).toBe(201)
  release()
  await Promise.all(blocked)
  expect((await aiko.fetch(alertRoutes.list)).items).toMatchObject([{ raisedBy: { id: aiko.id } }])
})

/** Sends these bytes and then nothing. Returns the response when the server closes the connection. */
async function sendAndStall(noroshi: TestServer, ...parts: string[]): Promise<string> {
  const socket = connect(Number(new URL(noroshi.url).port), '127.0.0.1')
  for (const part of parts) socket.write(part)
  return await text(socket)
}

test.each([
  ['a complete body', '{"textContent":"fire"}', 'fire'],
  ['an incomplete body', '{"textContent":"fi', ''],
])('an SOS that stalls after %s is raised, and its connection is closed', async (_, body, expectedText) => {
  await using noroshi = await startTestServer()
  const head = 'POST /backend/api/alerts HTTP/1.1\r\nHost: unit\r\nContent-Length: 4000000000\r\n\r\n'
  expect(await sendAndStall(noroshi, head, body)).toMatch(/^HTTP\/1\.1 201 [^]*connection: close/i)
  expect(await noroshi.db.selectFrom('alerts').select('text_content').execute()).toEqual([{ text_content: expectedText }])
})

test('an SOS with an endless body is raised at the limit, and its connection is closed', async () => {
  await using noroshi = await startTestServer()
  const socket = connect(Number(new URL(noroshi.url).port), '127.0.0.1')
  socket.on('error', () => undefined) // cut off
  socket.write('POST /backend/api/alerts HTTP/1.1\r\nHost: unit\r\nTransfer-Encoding: chunked\r\n\r\n')
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`
  let response = ''
  socket.on('data', (bytes: Buffer) => (response += bytes.toString()))
  const cutOff = new Promise((resolve) => socket.once('close', resolve))
  for (let sent = 0; sent < 1100 && !socket.destroyed; sent += 1)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), cutOff]).catch(() => undefined)
  await cutOff
  expect(response).toMatch(/^HTTP\/1\.1 201 /)
})

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { type Unit, unit } from '#/testing/unit.ts'

test('an SOS reaches everyone else at once, with its words and its place', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.listens()

  const raised = await aiko.gets(alertRoutes.raise, {
    body: { RaisedBy: ben.id, latitude: '38.2682', longitude: '140.8694', textContent: 'the bridge is gone' },
  })

  expect(raised).toMatchObject({ isExisting: false, recipientCount: 1 })
  const alert = await listening.next('alert:new_alert')
  expect(alert).toMatchObject({ id: raised.id, latitude: 38.2682, longitude: 140.8694, textContent: 'the bridge is gone' })
  expect(alert.raisedBy?.id).toBe(aiko.id)
  const { viewer, ...read } = await ben.gets(alertRoutes.get, { params: { id: raised.id } })
  expect(read).toEqual(alert)
  expect(viewer).toMatchObject({ inAudience: true, isRaiser: false })
})

test('a visitor raises an SOS anonymously and opens it with the token alone', async () => {
  await using noroshi = await unit()
  const [ben] = await noroshi.people('Ben')
  const listening = await ben.listens()
  const { id, alertToken } = await noroshi.visitor.gets(alertRoutes.raise, { body: { clientId: randomUUID() } })

  expect((await listening.next('alert:new_alert')).raisedBy).toBeNull()
  expect((await noroshi.visitor.asks(alertRoutes.get, { params: { id } })).status).toBe(404)
  const opened = await noroshi.visitor.gets(alertRoutes.get, { params: { id }, alertToken })
  expect(opened.viewer).toMatchObject({ holdsToken: true, inAudience: false })
})

test.each([
  ['no body', undefined],
  ['no JSON', 'help!'],
  ['a list', '[1,2]'],
  ['wrong types', JSON.stringify({ latitude: {}, longitude: [], textContent: 7, clientId: 'x', accuracy: 'far' })],
  ['a place outside the world', JSON.stringify({ latitude: 999, longitude: '-999' })],
  ['300 KB of words', JSON.stringify({ textContent: 'a'.repeat(300_000) })],
  ['a null character', JSON.stringify({ textContent: 'a\u0000b' })],
])('an SOS with %s is raised all the same', async (_, body) => {
  await using noroshi = await unit()
  const answer = await noroshi.visitor.asks(alertRoutes.raise, { ...(body !== undefined && { body }) })
  expect(answer.status).toBe(201)
  const { id, alertToken } = answer.body
  const alert = await noroshi.visitor.gets(alertRoutes.get, { params: { id }, alertToken })
  expect(alert).toMatchObject({ latitude: null, longitude: null })
})

test('the same clientId answers the same alert and takes the newer place', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.listens()
  const clientId = randomUUID()
  const bodies = [{ clientId }, { clientId, latitude: '38', longitude: '140' }, { clientId }]
  const answers = await Promise.all(bodies.map((body) => aiko.gets(alertRoutes.raise, { body })))

  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers.filter(({ isExisting }) => !isExisting)).toHaveLength(1)
  await listening.next('alert:new_alert')
  const alert = await ben.gets(alertRoutes.get, { params: { id: answers[0]?.id ?? '' } })
  expect(alert).toMatchObject({ latitude: 38, longitude: 140 })
  expect(listening.names().filter((name) => name === 'alert:new_alert')).toHaveLength(1)
})

test('a second SOS within two minutes joins the first; later it is a new one', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const first = await aiko.gets(alertRoutes.raise, { body: { textContent: 'fire' } })
  const second = await aiko.gets(alertRoutes.raise, { body: { textContent: 'two of us' } })
  expect(second).toMatchObject({ id: first.id, isExisting: true })
  expect((await aiko.gets(alertRoutes.get, { params: { id: first.id } })).textContent).toBe('fire\ntwo of us')
  noroshi.clock.advance({ minutes: 3 })
  expect((await aiko.gets(alertRoutes.raise, { body: {} })).id).not.toBe(first.id)
})

test('anonymous alerts of different devices are never merged', async () => {
  await using noroshi = await unit()
  const raised = await Promise.all(
    Array.from({ length: 20 }, () => noroshi.visitor.gets(alertRoutes.raise, { body: { clientId: randomUUID() } })),
  )
  expect(new Set(raised.map(({ id }) => id)).size).toBe(20)
})

test('an SOS with a session that is over is raised anonymously', async () => {
  await using noroshi = await unit()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const listening = await ben.listens()
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', aiko.id).execute()
  expect((await aiko.asks(alertRoutes.raise, { body: {} })).status).toBe(201)
  expect((await listening.next('alert:new_alert')).raisedBy).toBeNull()
})

test('an SOS with a session is raised while other work holds every connection there is for it', async () => {
  await using noroshi = await unit()
  const [aiko] = await noroshi.people('Aiko')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = Array.from({ length: 25 }, () => noroshi.db.connection().execute(() => released))
  expect((await aiko.asks(alertRoutes.raise, { body: { textContent: 'fire' } })).status).toBe(201)
  release()
  await Promise.all(holding)
  expect((await aiko.gets(alertRoutes.list)).items).toMatchObject([{ raisedBy: { id: aiko.id } }])
})

/** A connection that sends just this and then nothing; what it got when the unit closed it. */
async function sendsAndStops(noroshi: Unit, ...parts: string[]): Promise<string> {
  const socket = connect(Number(new URL(noroshi.url).port), '127.0.0.1')
  for (const part of parts) socket.write(part)
  return await text(socket)
}

test.each([
  ['words that are whole', '{"textContent":"fire"}', 'fire'],
  ['words that are cut off', '{"textContent":"fi', ''],
])('an SOS whose body stalls is raised with %s, and its connection is closed', async (_, body, words) => {
  await using noroshi = await unit()
  const head = 'POST /backend/api/alerts HTTP/1.1\r\nHost: unit\r\nContent-Length: 4000000000\r\n\r\n'
  expect(await sendsAndStops(noroshi, head, body)).toMatch(/^HTTP\/1\.1 201 [^]*connection: close/i)
  expect(await noroshi.db.selectFrom('alerts').select('text_content').execute()).toEqual([{ text_content: words }])
})

test('an SOS whose body has no end is raised at its limit, and cut off', async () => {
  await using noroshi = await unit()
  const socket = connect(Number(new URL(noroshi.url).port), '127.0.0.1')
  socket.on('error', () => undefined) // cut off
  socket.write('POST /backend/api/alerts HTTP/1.1\r\nHost: unit\r\nTransfer-Encoding: chunked\r\n\r\n')
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`
  let answer = ''
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
  const cutOff = new Promise((resolve) => socket.once('close', resolve))
  for (let sent = 0; sent < 1100 && !socket.destroyed; sent += 1)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), cutOff]).catch(() => undefined)
  await cutOff
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
})

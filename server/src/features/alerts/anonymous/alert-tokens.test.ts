import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { cursorAfterAll } from '#/testing/cursors.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

const { raise, get, messages, upload, resolve } = alertRoutes

/** Raises an anonymous SOS and returns its token with functions of its device. */
async function anonymousSos({ visitor, openSocket }: TestServer, body: object = {}) {
  const { id, alertToken = '' } = await visitor.fetch(raise, { body })
  return {
    id,
    alertToken,
    readStatus: async () => (await visitor.request(get, { params: { id }, alertToken })).status,
    addInformation: (form: Record<string, string>) => visitor.request(upload, { form: { alertId: id, ...form }, alertToken }),
    openSocket: () => openSocket({ alertTokens: [alertToken] }),
  }
}

describe('the token of an anonymous alert', () => {
  test('a token gives access to its alert, chat and events, and not to another alert', async () => {
    await using noroshi = await startTestServer()
    const [ben] = await noroshi.people('Ben')
    const own = await anonymousSos(noroshi)
    const other = await anonymousSos(noroshi)
    const { visitor } = noroshi
    const alertToken = own.alertToken
    const cursor = await cursorAfterAll(visitor, { alertToken })
    await ben.fetch(alertRoutes.sendMessage, { body: { alertId: own.id, text: 'I come' } })
    await ben.fetch(alertRoutes.sendMessage, { body: { alertId: other.id, text: 'not for you' } })

    expect((await visitor.fetch(messages, { params: { id: own.id }, alertToken })).items).toMatchObject([{ text: 'I come' }])
    const { events } = await visitor.fetch(eventRoutes.since, { query: { since: cursor }, alertToken })
    expect(events).toMatchObject([{ name: 'messages:new_message', payload: { text: 'I come' } }])
    for (const route of [get, messages])
      expect((await visitor.request(route, { params: { id: other.id }, alertToken })).status).toBe(404)
  })

  test('a changed token, or one for another alert, gets 404', async () => {
    await using noroshi = await startTestServer()
    const { id, alertToken } = await anonymousSos(noroshi)
    const other = await anonymousSos(noroshi)
    const [, mac = ''] = alertToken.split('.')
    const changed = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`
    for (const wrong of [
      `${id}.${changed}`,
      `${id}.${other.alertToken.split('.')[1]}`,
      `${id}.`,
      id,
      `${id.toUpperCase()}.${mac}`,
      `${id}.${mac}.`.repeat(2),
    ])
      expect((await noroshi.visitor.request(get, { params: { id }, alertToken: wrong })).status, wrong).toBe(404)
  })

  test('a token is valid until 24 hours after the resolution, and again after the alert is reopened', async () => {
    await using noroshi = await startTestServer()
    const [ben] = await noroshi.people('Ben')
    const admin = await noroshi.admin('Gen')
    const sos = await anonymousSos(noroshi)
    noroshi.clock.advance({ hours: 24 * 30 })
    expect(await sos.readStatus()).toBe(200)
    await ben.fetch(resolve, { body: { AlertId: sos.id } })
    noroshi.clock.advance({ hours: 23, minutes: 59 })
    expect(await sos.readStatus()).toBe(200)
    await admin.fetch(alertRoutes.reopen, { params: { id: sos.id } })
    noroshi.clock.advance({ hours: 24 })
    expect(await sos.readStatus()).toBe(200)
    await ben.fetch(resolve, { body: { AlertId: sos.id } })
    noroshi.clock.advance({ hours: 24, minutes: 1 })
    expect(await sos.readStatus()).toBe(404)
    expect(await sos.addInformation({ textContent: 'still here' })).toMatchObject({ status: 404 })
    const late = await sos.openSocket()
    expect(await late.send('alert:join_alert_page', { alertId: sos.id })).toEqual({ ok: false, code: 'alert.notFound' })
    expect((await ben.request(get, { params: { id: sos.id } })).status).toBe(200)
  })

  test('only a repeated clientId gets the same token, and a signed-in user gets none', async () => {
    await using noroshi = await startTestServer()
    const [aiko] = await noroshi.people('Aiko')
    const clientId = randomUUID()
    const sos = await anonymousSos(noroshi, { clientId })
    expect((await noroshi.visitor.fetch(raise, { body: { clientId } })).alertToken).toBe(sos.alertToken)
    expect(await aiko.fetch(raise, { body: {} })).not.toHaveProperty('alertToken')
    expect((await noroshi.visitor.fetch(raise, { body: { clientId: randomUUID() } })).id).not.toBe(sos.id)
  })

  test('a second SOS with the token joins the first', async () => {
    await using noroshi = await startTestServer()
    const { id, alertToken } = await anonymousSos(noroshi, { textContent: 'fire' })
    const body = { textContent: 'at the school', clientId: randomUUID() }
    expect(await noroshi.visitor.fetch(raise, { body, alertToken })).toMatchObject({ id, isExisting: true })
    expect((await noroshi.visitor.fetch(get, { params: { id }, alertToken })).textContent).toBe('fire\nat the school')
    noroshi.clock.advance({ minutes: 3 })
    expect((await noroshi.visitor.fetch(raise, { body: {}, alertToken })).id).not.toBe(id)
  })
})

describe('the device of an anonymous raiser', () => {
  test('an anonymous raiser receives the messages, changes, counts and resolution of their alert only', async () => {
    await using noroshi = await startTestServer()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const sos = await anonymousSos(noroshi)
    const device = await sos.openSocket()
    await aiko.fetch(raise, { body: {} })
    await ben.fetch(alertRoutes.sendMessage, { body: { alertId: sos.id, text: 'I come' } })
    await ben.fetch(alertRoutes.answer, { params: { id: sos.id }, body: { answer: 'responding' } })
    await sos.addInformation({ textContent: 'second floor' })

    expect(await device.next('messages:new_message')).toMatchObject({ text: 'I come', alertId: sos.id })
    expect(await device.next('alert:existing_alert')).toMatchObject({ id: sos.id, textContent: 'second floor' })
    expect(await device.next('alert:ledger')).toMatchObject({ alertId: sos.id, responders: [] })
    expect(await device.send('alert:leave_alert_page', { alertId: sos.id })).toEqual({ ok: true })
    await ben.fetch(resolve, { body: { AlertId: sos.id } })
    expect(await device.next('alert:resolved')).toMatchObject({ id: sos.id, resolvedBy: { id: ben.id } })
    expect(device.names()).not.toContain('alert:new_alert')
    expect(device.names()).not.toContain('alert:answered')
  })

  test('a device continues to receive the events of its token after its session ended', async () => {
    await using noroshi = await startTestServer()
    const [ben, chie] = await noroshi.people('Ben', 'Chie')
    const { id, alertToken } = await anonymousSos(noroshi)
    const device = await noroshi.openSocket({ token: chie.token ?? '', alertTokens: [alertToken] })
    await device.send('users:unauthorized', {})
    await ben.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'I come' } })
    expect(await device.next('messages:new_message')).toMatchObject({ text: 'I come' })
  })

  test('only the anonymous raiser and the audience add information, until the resolution', async () => {
    await using noroshi = await startTestServer()
    const [ben, dora] = await noroshi.people('Ben', 'Dora')
    const admin = await noroshi.admin('Gen')
    await noroshi.db.updateTable('alert_groups').set({ is_anonymous: false }).execute()
    await createAlertGroup(noroshi, [ben], true)
    const sos = await anonymousSos(noroshi)
    const form = (textContent: string) => ({ form: { alertId: sos.id, textContent } })
    expect((await sos.addInformation({ textContent: 'one', latitude: '38', longitude: '140' })).status).toBe(200)
    expect((await ben.request(upload, form('two'))).body).toMatchObject({ textContent: 'one\ntwo', latitude: 38 })
    expect((await dora.request(upload, form('three'))).status).toBe(404)
    expect((await admin.request(upload, form('four'))).status).toBe(403)
    await ben.fetch(resolve, { body: { AlertId: sos.id } })
    expect(await sos.addInformation({ textContent: 'five' })).toMatchObject({
      status: 409,
      body: { code: 'alert.alreadyResolved' },
    })
    expect((await ben.request(upload, form('six'))).status).toBe(409)
  })
})

test('a caller without a session who knows the client id of a named alert gets no token for it', async () => {
  await using noroshi = await startTestServer()
  const [ben] = await noroshi.people('Ben')
  const clientId = randomUUID()
  const { id } = await ben.fetch(raise, { body: { clientId, textContent: 'flooded' } })
  const repeated = await noroshi.visitor.fetch(raise, { body: { clientId } })
  expect(repeated).toMatchObject({ id, isExisting: true })
  expect(repeated.alertToken).toBeUndefined()
  expect((await noroshi.visitor.request(get, { params: { id } })).status).toBe(404)
})

test('a socket without access to an alert cannot join its room and receives no events', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
  await createAlertGroup(noroshi, [aiko, ben])
  const { id } = await aiko.fetch(raise, { body: {} })
  const other = await anonymousSos(noroshi)
  const sockets = [await noroshi.openSocket(), await dora.openSocket(), await other.openSocket()]
  for (const socket of sockets)
    expect(await socket.send('alert:join_alert_page', { alertId: id })).toEqual({ ok: false, code: 'alert.notFound' })
  const since = sockets.map(({ received: heard }) => heard.length)
  await ben.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: 'I come' } })
  await ben.fetch(resolve, { body: { AlertId: id } })
  for (const [index, socket] of sockets.entries()) {
    await socket.settle()
    expect(socket.received.slice(since[index])).toEqual([])
  }
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { alertGroup } from '#/testing/groups.ts'
import { type Unit, unit } from '#/testing/unit.ts'

const { raise, get, messages, upload, resolve } = alertRoutes

/** An anonymous SOS, and the device that holds its token. */
async function anonymousSos({ visitor, listens }: Unit, body: object = {}) {
  const { id, alertToken = '' } = await visitor.gets(raise, { body })
  return {
    id,
    alertToken,
    opens: async () => (await visitor.asks(get, { params: { id }, alertToken })).status,
    adds: (form: Record<string, string>) => visitor.asks(upload, { form: { alertId: id, ...form }, alertToken }),
    listens: () => listens({ alertTokens: [alertToken] }),
  }
}

describe('the token of an anonymous alert', () => {
  test('opens that alert, its chat and its events, and no other', async () => {
    await using noroshi = await unit()
    const [ben] = await noroshi.people('Ben')
    const own = await anonymousSos(noroshi)
    const other = await anonymousSos(noroshi)
    const { visitor } = noroshi
    const alertToken = own.alertToken
    const { cursor } = await visitor.gets(eventRoutes.since, { alertToken })
    await ben.gets(alertRoutes.sendMessage, { body: { alertId: own.id, text: 'I come' } })
    await ben.gets(alertRoutes.sendMessage, { body: { alertId: other.id, text: 'not for you' } })

    expect((await visitor.gets(messages, { params: { id: own.id }, alertToken })).items).toMatchObject([{ text: 'I come' }])
    const { events } = await visitor.gets(eventRoutes.since, { query: { since: cursor }, alertToken })
    expect(events).toMatchObject([{ name: 'messages:new_message', payload: { text: 'I come' } }])
    for (const route of [get, messages])
      expect((await visitor.asks(route, { params: { id: other.id }, alertToken })).status).toBe(404)
  })

  test('is none when a letter of it is another, or when it names another alert', async () => {
    await using noroshi = await unit()
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
      expect((await noroshi.visitor.asks(get, { params: { id }, alertToken: wrong })).status, wrong).toBe(404)
  })

  test('lives until 24 hours after the resolution, and again after a reopening', async () => {
    await using noroshi = await unit()
    const [ben] = await noroshi.people('Ben')
    const admin = await noroshi.admin('Gen')
    const sos = await anonymousSos(noroshi)
    noroshi.clock.advance({ hours: 24 * 30 })
    expect(await sos.opens()).toBe(200)
    await ben.gets(resolve, { body: { AlertId: sos.id } })
    noroshi.clock.advance({ hours: 23, minutes: 59 })
    expect(await sos.opens()).toBe(200)
    await admin.gets(alertRoutes.reopen, { params: { id: sos.id } })
    noroshi.clock.advance({ hours: 24 })
    expect(await sos.opens()).toBe(200)
    await ben.gets(resolve, { body: { AlertId: sos.id } })
    noroshi.clock.advance({ hours: 24, minutes: 1 })
    expect(await sos.opens()).toBe(404)
    expect(await sos.adds({ textContent: 'still here' })).toMatchObject({ status: 404 })
    const late = await sos.listens()
    expect(await late.asks('alert:join_alert_page', { alertId: sos.id })).toEqual({ ok: false, code: 'alert.notFound' })
    expect((await ben.asks(get, { params: { id: sos.id } })).status).toBe(200)
  })

  test('is given again for the same clientId alone, and never to somebody who is signed in', async () => {
    await using noroshi = await unit()
    const [aiko] = await noroshi.people('Aiko')
    const clientId = randomUUID()
    const sos = await anonymousSos(noroshi, { clientId })
    expect((await noroshi.visitor.gets(raise, { body: { clientId } })).alertToken).toBe(sos.alertToken)
    expect(await aiko.gets(raise, { body: {} })).not.toHaveProperty('alertToken')
    expect((await noroshi.visitor.gets(raise, { body: { clientId: randomUUID() } })).id).not.toBe(sos.id)
  })

  test('lets a second SOS of its device join the first', async () => {
    await using noroshi = await unit()
    const { id, alertToken } = await anonymousSos(noroshi, { textContent: 'fire' })
    const body = { textContent: 'at the school', clientId: randomUUID() }
    expect(await noroshi.visitor.gets(raise, { body, alertToken })).toMatchObject({ id, isExisting: true })
    expect((await noroshi.visitor.gets(get, { params: { id }, alertToken })).textContent).toBe('fire\nat the school')
    noroshi.clock.advance({ minutes: 3 })
    expect((await noroshi.visitor.gets(raise, { body: {}, alertToken })).id).not.toBe(id)
  })
})

describe('the device of an anonymous raiser', () => {
  test('hears words, changes, counts and the resolution live, and nothing of other alerts', async () => {
    await using noroshi = await unit()
    const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
    const sos = await anonymousSos(noroshi)
    const device = await sos.listens()
    await aiko.gets(raise, { body: {} })
    await ben.gets(alertRoutes.sendMessage, { body: { alertId: sos.id, text: 'I come' } })
    await ben.gets(alertRoutes.answer, { params: { id: sos.id }, body: { answer: 'responding' } })
    await sos.adds({ textContent: 'second floor' })

    expect(await device.next('messages:new_message')).toMatchObject({ text: 'I come', alertId: sos.id })
    expect(await device.next('alert:existing_alert')).toMatchObject({ id: sos.id, textContent: 'second floor' })
    expect(await device.next('alert:ledger')).toMatchObject({ alertId: sos.id, responders: [{ id: ben.id }] })
    expect(await device.asks('alert:leave_alert_page', { alertId: sos.id })).toEqual({ ok: true })
    await ben.gets(resolve, { body: { AlertId: sos.id } })
    expect(await device.next('alert:resolved')).toMatchObject({ id: sos.id, resolvedBy: { id: ben.id } })
    expect(device.names()).not.toContain('alert:new_alert')
    expect(device.names()).not.toContain('alert:answered')
  })

  test('hears on when its session is over', async () => {
    await using noroshi = await unit()
    const [ben, chie] = await noroshi.people('Ben', 'Chie')
    const { id, alertToken } = await anonymousSos(noroshi)
    const device = await noroshi.listens({ token: chie.token ?? '', alertTokens: [alertToken] })
    await device.asks('users:unauthorized', {})
    await ben.gets(alertRoutes.sendMessage, { body: { alertId: id, text: 'I come' } })
    expect(await device.next('messages:new_message')).toMatchObject({ text: 'I come' })
  })

  test('adds information until the resolution; so does the audience, and nobody else', async () => {
    await using noroshi = await unit()
    const [ben, dora] = await noroshi.people('Ben', 'Dora')
    const admin = await noroshi.admin('Gen')
    await noroshi.db.updateTable('alert_groups').set({ is_anonymous: false }).execute()
    await alertGroup(noroshi, [ben], true)
    const sos = await anonymousSos(noroshi)
    const form = (textContent: string) => ({ form: { alertId: sos.id, textContent } })
    expect((await sos.adds({ textContent: 'one', latitude: '38', longitude: '140' })).status).toBe(200)
    expect((await ben.asks(upload, form('two'))).body).toMatchObject({ textContent: 'one\ntwo', latitude: 38 })
    expect((await dora.asks(upload, form('three'))).status).toBe(404)
    expect((await admin.asks(upload, form('four'))).status).toBe(403)
    await ben.gets(resolve, { body: { AlertId: sos.id } })
    expect(await sos.adds({ textContent: 'five' })).toMatchObject({ status: 409, body: { code: 'alert.alreadyResolved' } })
    expect((await ben.asks(upload, form('six'))).status).toBe(409)
  })
})

test('a socket without the right hears nothing of an alert, whatever room it asks for', async () => {
  await using noroshi = await unit()
  const [aiko, ben, dora] = await noroshi.people('Aiko', 'Ben', 'Dora')
  await alertGroup(noroshi, [aiko, ben])
  const { id } = await aiko.gets(raise, { body: {} })
  const other = await anonymousSos(noroshi)
  const sockets = [await noroshi.listens(), await dora.listens(), await other.listens()]
  for (const socket of sockets)
    expect(await socket.asks('alert:join_alert_page', { alertId: id })).toEqual({ ok: false, code: 'alert.notFound' })
  const since = sockets.map(({ heard }) => heard.length)
  await ben.gets(alertRoutes.sendMessage, { body: { alertId: id, text: 'I come' } })
  await ben.gets(resolve, { body: { AlertId: id } })
  for (const [place, socket] of sockets.entries()) {
    await socket.settles()
    expect(socket.heard.slice(since[place])).toEqual([])
  }
})

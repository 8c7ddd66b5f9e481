import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { deviceRoutes } from '@noroshi/contract/devices/devices.http'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import { AppClient, USER_AGENT } from '#/testing/alarm-app/app-client.ts'
import { expectTitles, link, settle, startServer, WAIT } from '#/testing/scenes/alarm-apps.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { raise, resolve } from '#/testing/scenes/push-devices.ts'

test('an SOS reaches the apps of its audience by lines, WebSocket and poll, without name, location and text', async () => {
  const noroshi = await startServer()
  const [aya, ben, chie, dora] = await noroshi.people('Aya', 'Ben', 'Chie', 'Dora')
  await createAlertGroup(noroshi, [aya, ben, chie])
  const [own, lines, socket, outsider] = await Promise.all([link(aya), link(ben), link(chie, { protocol: 'ws' }), link(dora)])
  const second = await noroshi.anotherSession(ben)
  const polling = await link(second)
  polling.client.close()
  const { id, alertMessageThread } = await raise(aya)
  await expectTitles(lines.client, ['SOS'])
  await expectTitles(socket.client, ['SOS'])
  expect((await polling.client.poll()).status).toBe(200)
  await expectTitles(polling.client, ['SOS'])
  const received = lines.client.received.at(-1)
  expect(received).toMatchObject({ topic: lines.topic, priority: 5, sequence_id: `alert-${id}` })
  expect(received?.click).toBeUndefined()
  expect(received?.actions).toMatchObject([
    { id: 'respond', clear: false, method: 'POST' },
    { id: 'open', clear: false, url: `${noroshi.url}/alerts/${id}/messages/${alertMessageThread.MessageThreadId}` },
  ])
  expect(JSON.stringify(received)).not.toMatch(/Aya|bridge|38\.26|140\.88/)
  await settle(noroshi)
  expect([own.client.titles(), outsider.client.titles()]).toEqual([['Noroshi is linked'], ['Noroshi is linked']])
  const { device } = await ben.fetch(alarmAppRoutes.state)
  expect(device).toMatchObject({ isLooping: true, protocol: 'json', agent: USER_AGENT, test: null })
  expect(await aya.fetch(alarmAppRoutes.unlink)).toEqual({ ok: true })
  expect(await aya.fetch(alarmAppRoutes.state)).toEqual({ device: null })
})

test('an app that was away gets what has not expired, once and in order, also with an unknown id', async () => {
  const noroshi = await startServer()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const { client, topic } = await link(ben)
  client.close()
  await raise(aya)
  await settle(noroshi)
  noroshi.clock.advance({ hours: 23 })
  await raise(chie)
  await raise(noroshi.visitor)
  await settle(noroshi)
  noroshi.clock.advance({ hours: 1 })
  client.open()
  await expectTitles(client, ['SOS', 'SOS'])
  client.close()
  client.open()
  await expect.poll(() => client.opened, WAIT).toBe(3)
  // The server may send again what it has not read for its streams yet: the app drops messages that it has.
  expect(client.titles()).toEqual(['Noroshi is linked', 'SOS', 'SOS'])
  // Above all positions, as after the restore of a backup, and an id of another server.
  for (const since of ['zzzzzzzzzzzz', 'dxWmBDt1uRrE']) {
    const other = new AppClient(noroshi.url, topic)
    await other.poll(since)
    expect(other.titles()).toEqual(['SOS', 'SOS'])
  }
  const none = new AppClient(noroshi.url, topic)
  await none.poll('none')
  expect(none.titles()).toEqual([])
})

test.each(['json', 'ws'] as const)(
  'the end of a session cuts its stream (%s), and its topic and button get 403',
  async (protocol) => {
    const noroshi = await startServer()
    const [aya, ben] = await noroshi.people('Aya', 'Ben')
    const [ended, other] = await Promise.all([link(await noroshi.anotherSession(ben), { protocol }), link(ben)])
    await raise(aya)
    await expectTitles(ended.client, ['SOS'])
    const button = ended.client.received.at(-1)?.actions?.[0]
    const { items } = await ben.fetch(sessionRoutes.list)
    const session = items.find(({ isCurrent }) => !isCurrent)
    await ben.fetch(sessionRoutes.end, { params: { id: session?.id ?? '' } })
    await expect.poll(() => ended.client.status, WAIT).toBe(403)
    expect(ended.client.properEnds).toBe(0)
    ended.client.close()
    expect((await fetch(button?.url ?? '', { method: 'POST', headers: button?.headers ?? {} })).status).toBe(403)
    expect((await fetch(`${noroshi.url}/${ended.topic}/auth`)).status).toBe(403)
    expect((await fetch(`${noroshi.url}/${other.topic}/auth`)).status).toBe(200)
    await raise(noroshi.visitor)
    await expectTitles(other.client, ['SOS', 'SOS'])
    expect(ended.client.titles()).toEqual(['Noroshi is linked', 'SOS'])
  },
)

test('a new link ends the earlier one, and a stream that names both gets messages of the new one only', async () => {
  const noroshi = await startServer()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const before = await link(ben)
  const now = await link(ben)
  await expect.poll(() => before.client.status, WAIT).toBe(403)
  before.client.close()
  const both = new AppClient(noroshi.url, `${before.topic},${now.topic},other`).open()
  await expect.poll(() => both.opened, WAIT).toBe(1)
  await raise(aya)
  await expect.poll(() => both.received.map(({ topic }) => topic), WAIT).toContain(now.topic)
  expect(both.received.every(({ topic }) => topic === now.topic)).toBe(true)
  both.close()
})

test('one stream of two accounts gets the messages of both', async () => {
  const noroshi = await startServer()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [first, second] = await Promise.all([link(ben), link(chie)])
  first.client.close()
  second.client.close()
  const both = new AppClient(noroshi.url, `${first.topic},${second.topic}`, { protocol: 'ws' }).open()
  await expect.poll(() => both.opened, WAIT).toBe(1)
  await raise(aya)
  const topics = () => both.received.filter(({ title }) => title === 'SOS').map(({ topic }) => topic)
  await expect.poll(() => topics().toSorted(), WAIT).toEqual([first.topic, second.topic].toSorted())
  both.close()
})

/** Returns the first bytes of the reply to an upgrade; empty if the server closes the connection without one. */
function upgradeReply(url: string, address: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const connection = connect(Number(new URL(url).port), '127.0.0.1')
  const headers =
    'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
  connection.on('data', (bytes: Buffer) => resolve(bytes.toString()))
  connection.on('error', () => resolve(''))
  connection.on('close', () => resolve(''))
  connection.write(`GET ${address} HTTP/1.1\r\n${headers}\r\n\r\n`)
  return promise.finally(() => connection.destroy())
}

test('requests with wrong topics are limited for each address, and do not affect an app that is linked', async () => {
  const noroshi = await startServer()
  const [ben] = await noroshi.people('Ben')
  const { topic } = await link(ben)
  const wrong = `nw${'0'.repeat(44)}`
  const statuses: number[] = []
  for (let attempt = 0; attempt < 6; attempt++) statuses.push((await fetch(`${noroshi.url}/${wrong}/json?poll=1`)).status)
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  expect((await fetch(`${noroshi.url}/${topic}/json?poll=1&since=all`)).status).toBe(200)
  // The same for WebSockets, and an address that is none.
  for (const [address, reply] of [
    [`/${wrong}/ws`, /^HTTP\/1\.1 429 /],
    ['//', /^$|^HTTP/],
  ] as const)
    expect(await upgradeReply(noroshi.url, address)).toMatch(reply)
  // Paths without a topic of this server belong to the web application.
  expect((await fetch(`${noroshi.url}/alerts/json`)).status).toBe(404)
})

test('the topic and the tokens of a message are in no line of the log', async () => {
  const noroshi = await startServer({ LOG_LEVEL: 'info' })
  noroshi.expectsInLog(/"msg":"(request|Server listening[^"]*)"/)
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const { client, topic } = await link(ben)
  const socket = await link(chie, { protocol: 'ws' })
  await raise(aya)
  await expectTitles(client, ['SOS'])
  await expectTitles(socket.client, ['SOS'])
  const { icon = '', actions } = client.received.at(-1) ?? {}
  expect((await fetch(icon)).status).toBe(200)
  await fetch(actions?.[0]?.url ?? '', { method: 'POST', headers: actions?.[0]?.headers ?? {} })
  await fetch(`${noroshi.url}/${topic}/auth`)
  client.close()
  socket.client.close()
  await expect.poll(() => noroshi.log.filter((line) => line.includes('/json"')).length, WAIT).toBeGreaterThan(2)
  const log = noroshi.log.join('')
  const token = actions?.[0]?.headers?.['Authorization']?.slice('Bearer '.length) ?? ''
  for (const secret of [topic, socket.topic, icon.split('/').at(-1) ?? '', token]) {
    expect(secret).not.toBe('')
    expect(log).not.toContain(secret)
  }
})

test('the button answers as the user of the session, a repetition changes nothing, and the icon is a receipt', async () => {
  const noroshi = await startServer()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [{ client }, other] = await Promise.all([link(ben), link(chie)])
  const { id } = await raise(aya)
  await expectTitles(client, ['SOS'])
  const { icon = '', actions } = client.received.at(-1) ?? {}
  const press = (headers: Record<string, string> = actions?.[0]?.headers ?? {}) =>
    fetch(actions?.[0]?.url ?? '', { method: 'POST', headers })
  const counts = async () => (await aya.fetch(alertRoutes.ledger, { params: { id } })).counts
  expect((await fetch(icon)).headers.get('content-type')).toBe('image/png')
  expect(await counts()).toMatchObject({ delivered: 1, seen: 0, responding: 0 })
  expect((await press()).status).toBe(200)
  expect((await press()).status).toBe(200)
  expect(await counts()).toMatchObject({ seen: 1, responding: 1 })
  // A receipt answers nothing, and a session is no token.
  expect((await press({ Authorization: `Bearer ${icon.split('/').at(-1) ?? ''}` })).status).toBe(401)
  expect((await press({ Authorization: `Bearer ${ben.token ?? ''}` })).status).toBe(401)
  expect((await press({})).status).toBe(401)
  expect((await fetch(`${icon.slice(0, -1)}${icon.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401)
  await resolve(aya, id)
  const late = other.client.received.at(-1)?.actions?.[0]
  expect((await fetch(late?.url ?? '', { method: 'POST', headers: late?.headers ?? {} })).status).toBe(409)
})

test('nothing removes an alarm that repeats its sound, and other notifications are removed', async () => {
  const noroshi = await startServer()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [repeating, single] = await Promise.all([link(ben), link(chie, { isLooping: false })])
  const { id, alertMessageThread } = await raise(aya)
  await Promise.all([expectTitles(repeating.client, ['SOS']), expectTitles(single.client, ['SOS'])])
  const page = `${noroshi.url}/alerts/${id}/messages/${alertMessageThread.MessageThreadId}`
  expect(single.client.received.at(-1)).toMatchObject({ click: page, actions: [{ clear: true }, { clear: true }] })
  await resolve(aya, id)
  await Promise.all([
    expectTitles(repeating.client, ['SOS', 'An alarm is over']),
    expectTitles(single.client, ['SOS', 'message_clear']),
  ])
  expect(repeating.client.received.at(-1)).toMatchObject({ priority: 2, sequence_id: `alert-${id}-over` })
  expect(single.client.received.at(-1)).toMatchObject({ sequence_id: `alert-${id}` })
})

test('a user who has seen the alert or lost the right to it before it is published gets no alarm', async () => {
  const noroshi = await startServer()
  const [aya, ben, chie] = await noroshi.people('Aya', 'Ben', 'Chie')
  const [seen, left] = await Promise.all([link(ben), link(chie)])
  await noroshi.db.updateTable('users').set({ language: 'ja' }).where('id', '=', ben.id).execute()
  const { id } = await raise(aya)
  await expect
    .poll(() => seen.client.received.at(-1)?.message, WAIT)
    .toBe('助けを求めている人がいます。Noroshiを開いてください。')
  await expectTitles(left.client, ['SOS'])
  await ben.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'seen' } })
  await noroshi.db.deleteFrom('alert_group_members').where('user_id', '=', chie.id).execute()
  await noroshi.db.updateTable('alarm_app_messages').set({ due_at: noroshi.deps.now() }).where('kind', '=', 'alert').execute()
  await raise(noroshi.visitor)
  await settle(noroshi)
  expect(seen.client.received.filter(({ sequence_id }) => sequence_id === `alert-${id}`)).toHaveLength(1)
  expect(left.client.titles()).toEqual(['Noroshi is linked', 'SOS'])
})

test('a test alarm is received when the app has fetched its icon; without an app it is refused', async () => {
  const noroshi = await startServer()
  const [aya, ben] = await noroshi.people('Aya', 'Ben')
  const { client } = await link(ben)
  expect((await aya.request(alarmAppRoutes.test)).status).toBe(409)
  await ben.fetch(alarmAppRoutes.test)
  await expectTitles(client, ['Test alarm'])
  expect((await ben.fetch(alarmAppRoutes.state)).device?.test).toMatchObject({ receivedAt: null })
  await fetch(client.received.at(-1)?.icon ?? '')
  expect((await ben.fetch(alarmAppRoutes.state)).device?.test?.receivedAt).not.toBeNull()
  // An administrator sees that alarms reach the user.
  const admin = await noroshi.admin('Gen')
  const { items } = await admin.fetch(deviceRoutes.readiness, { query: { filter: 'notReady' } })
  const names = items.map(({ user }) => user.firstName)
  expect([names.includes('Aya'), names.includes('Ben')]).toEqual([true, false])
})

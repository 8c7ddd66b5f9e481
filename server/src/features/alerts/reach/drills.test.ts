import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { DRILL_MINUTES } from '@noroshi/contract/limits'
import { cursorAfterAll } from '#/testing/cursors.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { deleteOldDrills } from './drills.service.ts'
import { repeatDueAlarms } from './repeats.service.ts'

const { raise, get, list, ledger, answer, resolve, reopen, upload, sendMessage, locations } = alertRoutes

const start = (caller: TestUser, groupIds: readonly string[] = []) =>
  caller.fetch(drillRoutes.start, { body: { groupIds: [...groupIds] } })
const answerWith = (caller: TestUser, id: string, given: 'seen' | 'responding') =>
  caller.request(answer, { params: { id }, body: { answer: given } })

/** A server with an administrator, a group of two members, and a user outside of it. */
async function startGroup() {
  const noroshi = await startTestServer()
  const [ben, chie, dora] = await noroshi.people('Ben', 'Chie', 'Dora')
  const kenji = await noroshi.admin('Kenji')
  const groupId = await createAlertGroup(noroshi, [ben, chie])
  return { noroshi, ben, chie, dora, kenji, groupId }
}

test('a user who starts a test alarm receives, acknowledges and answers it, and no other user receives it', async () => {
  const { noroshi, ben, chie, kenji } = await startGroup()
  await using _ = noroshi
  const own = await ben.openSocket()
  const others = [await chie.openSocket(), await kenji.openSocket(), await noroshi.openSocket()]
  const { id, recipientCount, alertMessageThread } = await start(ben)
  expect(recipientCount).toBe(1)
  expect(await own.next('alert:new_alert')).toMatchObject({ id, isDrill: true, alertMessageThread, latitude: null })
  await own.send('alert:delivered', { alertIds: [id] })
  expect(await answerWith(ben, id, 'responding')).toMatchObject({ status: 200 })
  expect(await ben.fetch(get, { params: { id } })).toMatchObject({
    isDrill: true,
    counts: { recipients: 1, delivered: 1, seen: 1, responding: 1 },
    viewer: { inAudience: true, isRaiser: true, answer: 'responding' },
  })
  expect((await ben.fetch(ledger, { params: { id } })).items).toMatchObject([{ user: { id: ben.id }, answer: 'responding' }])

  for (const other of others) await other.settle()
  for (const other of others) expect(other.payloadsOf('alert:new_alert')).toEqual([])
  expect((await chie.fetch(list)).items).toEqual([])
  expect(await chie.request(get, { params: { id } })).toMatchObject({ status: 404 })
  expect(await noroshi.visitor.request(get, { params: { id } })).toMatchObject({ status: 404 })
})

test('an administrator alarms the members of a group and themself; no other user is notified, and the audit log has an entry', async () => {
  const { noroshi, ben, chie, dora, kenji, groupId } = await startGroup()
  await using _ = noroshi
  const sockets = await Promise.all([ben, chie, kenji, dora].map((user) => user.openSocket()))
  const visitor = await noroshi.openSocket()
  const { id, recipientCount } = await start(kenji, [groupId, groupId])
  expect(recipientCount).toBe(3)
  for (const socket of sockets.slice(0, 3)) expect(await socket.next('alert:new_alert')).toMatchObject({ id, isDrill: true })
  for (const socket of [...sockets.slice(3), visitor]) await socket.settle()
  expect([...sockets.slice(3), visitor].flatMap((socket) => socket.payloadsOf('alert:new_alert'))).toEqual([])
  expect((await dora.fetch(list)).items).toEqual([])
  expect((await ben.fetch(list)).items).toMatchObject([{ id, isDrill: true, viewer: { inAudience: true } }])
  const audit = await kenji.fetch(auditRoutes.list)
  expect(audit.items[0]).toMatchObject({ action: 'drill.started', targetId: id })
})

test('a member, an anonymous caller and a wrong group are refused, and a client cannot raise a drill as an SOS', async () => {
  const { noroshi, ben, chie, kenji, groupId } = await startGroup()
  await using _ = noroshi
  expect(await ben.request(drillRoutes.start, { body: { groupIds: [groupId] } })).toMatchObject({ status: 403 })
  expect(await noroshi.visitor.request(drillRoutes.start, { body: {} })).toMatchObject({ status: 401 })
  expect(await kenji.request(drillRoutes.start, { body: { groupIds: [randomUUID()] } })).toMatchObject({ status: 404 })
  expect(await kenji.request(drillRoutes.start, { body: { groupIds: 'all' } })).toMatchObject({ status: 400 })
  const sos = await ben.fetch(raise, { body: { textContent: 'fire', isDrill: true } as { textContent: string } })
  expect(await chie.fetch(get, { params: { id: sos.id } })).not.toHaveProperty('isDrill')
  expect(sos.recipientCount).toBe(1)
})

test('an SOS of a user within two minutes of their drill is a new alert for its whole audience', async () => {
  const { noroshi, ben, chie } = await startGroup()
  await using _ = noroshi
  const chieSocket = await chie.openSocket()
  const drill = await start(ben)
  const clientId = randomUUID()
  const sos = await ben.fetch(raise, { body: { clientId, textContent: 'fire' } })
  expect(sos).toMatchObject({ isExisting: false, recipientCount: 1 })
  expect(sos.id).not.toBe(drill.id)
  expect(await chieSocket.next('alert:new_alert')).toMatchObject({ id: sos.id, textContent: 'fire' })
  expect(await ben.fetch(raise, { body: { textContent: 'smoke' } })).toMatchObject({ isExisting: true, id: sos.id })
  expect(await ben.fetch(get, { params: { id: drill.id } })).toMatchObject({ textContent: '', isDrill: true })
})

test('a member who repeats a start gets the same drill, and too many drills are refused while an SOS is not', async () => {
  const { noroshi, ben, chie } = await startGroup()
  await using _ = noroshi
  const clientId = randomUUID()
  const first = await ben.fetch(drillRoutes.start, { body: { clientId } })
  expect(await ben.fetch(drillRoutes.start, { body: { clientId } })).toEqual(first)
  const statuses: number[] = []
  for (let count = 0; count < 6; count++) statuses.push((await ben.request(drillRoutes.start, { body: {} })).status)
  expect(statuses).toEqual([201, 201, 201, 201, 429, 429])
  expect(await chie.request(drillRoutes.start, { body: {} })).toMatchObject({ status: 201 })
  expect(await ben.request(raise, { body: {} })).toMatchObject({ status: 201 })
})

test('a drill alarms its audience and its raiser again after 2, 5 and 15 minutes until it is seen', async () => {
  const { noroshi, ben, chie, dora, kenji, groupId } = await startGroup()
  await using _ = noroshi
  const sockets = await Promise.all([ben, chie, kenji, dora].map((user) => user.openSocket()))
  const { id } = await start(kenji, [groupId])
  const countRepeats = async (minutes: number) => {
    noroshi.clock.advance({ minutes })
    await repeatDueAlarms(noroshi.deps)
    for (const socket of sockets) await socket.settle()
    return sockets.map((socket) => socket.payloadsOf('alert:repeat').length)
  }
  expect(await countRepeats(2)).toEqual([1, 1, 1, 0])
  await answerWith(chie, id, 'responding')
  await answerWith(kenji, id, 'seen')
  expect(await countRepeats(3)).toEqual([2, 1, 1, 0])
  await kenji.fetch(resolve, { body: { AlertId: id } })
  expect(await countRepeats(10)).toEqual([2, 1, 1, 0])
})

test('only its raiser and administrators end a drill, and no user reopens it', async () => {
  const { noroshi, ben, kenji, groupId } = await startGroup()
  await using _ = noroshi
  const amy = await noroshi.admin('Amy')
  const drill = await start(kenji, [groupId])
  const own = await start(ben)
  expect(await ben.request(resolve, { body: { AlertId: drill.id } })).toMatchObject({ status: 403 })
  expect(await amy.request(resolve, { body: { AlertId: drill.id } })).toMatchObject({ status: 200 })
  expect(await ben.request(resolve, { body: { AlertId: own.id } })).toMatchObject({ status: 200 })
  expect(await kenji.request(reopen, { params: { id: drill.id } })).toMatchObject({ status: 403 })
  expect(await ben.request(reopen, { params: { id: own.id } })).toMatchObject({ status: 403 })
})

test('a drill is deleted after an hour with its chat, ledger and files, and its readers are notified', async () => {
  const { noroshi, ben, kenji, groupId } = await startGroup()
  await using _ = noroshi
  const { id } = await start(kenji, [groupId])
  await kenji.fetch(upload, {
    form: { alertId: id, textContent: 'meet at the hall', caption: '', latitude: '38.2', longitude: '140.9' },
    files: [{ field: 'files', name: 'hall.png', bytes: await picture(8, 8) }],
  })
  await ben.fetch(sendMessage, { body: { alertId: id, text: 'on my way' } })
  await answerWith(ben, id, 'responding')
  expect((await ben.fetch(locations)).items).toMatchObject([{ kind: 'alert', id, isDrill: true }])
  const real = await ben.fetch(raise, { body: {} })
  noroshi.clock.advance({ minutes: DRILL_MINUTES - 1 })
  await deleteOldDrills(noroshi.deps)
  expect(await ben.request(get, { params: { id } })).toMatchObject({ status: 200 })

  const cursor = await cursorAfterAll(ben)
  const socket = await ben.openSocket()
  noroshi.clock.advance({ minutes: 1 })
  await deleteOldDrills(noroshi.deps)
  expect(await socket.next('alert:deleted')).toEqual({ alertId: id })
  expect(await ben.request(get, { params: { id } })).toMatchObject({ status: 404 })
  expect(await ben.request(get, { params: { id: real.id } })).toMatchObject({ status: 200 })
  expect(await leftovers(noroshi, id)).toEqual({ alerts: 1, threads: 1, messages: 0, ledger: 0, files: 0 })
  const { events } = await ben.fetch(eventRoutes.since, { query: { since: cursor } })
  expect(events.map(({ name }) => name)).toEqual(['alert:deleted'])
})

async function leftovers({ db }: TestServer, id: string) {
  const count = async (table: 'alerts' | 'threads' | 'messages' | 'files') =>
    (await db.selectFrom(table).select('id').execute()).length
  const ledgerRows = await db.selectFrom('alert_ledger').select('user_id').where('alert_id', '=', id).execute()
  return {
    alerts: await count('alerts'),
    threads: await count('threads'),
    messages: await count('messages'),
    ledger: ledgerRows.length,
    files: await count('files'),
  }
}

test('a device that catches up after a drill was deleted is not alarmed by it', async () => {
  const { noroshi, ben, kenji, groupId } = await startGroup()
  await using _ = noroshi
  const cursor = await cursorAfterAll(ben)
  await start(kenji, [groupId])
  noroshi.clock.advance({ minutes: DRILL_MINUTES })
  await deleteOldDrills(noroshi.deps)
  const { events } = await ben.fetch(eventRoutes.since, { query: { since: cursor } })
  expect(events.map(({ name }) => name)).toEqual(['alert:deleted'])
})

test('a drill shares no location of its raiser and is neither a stored alert of administrators nor an own SOS', async () => {
  const { noroshi, ben, chie, kenji } = await startGroup()
  await using _ = noroshi
  await noroshi.db.updateTable('users').set({ location_sharing: 'emergency' }).where('id', '=', ben.id).execute()
  await start(ben)
  await ben.request(accountRoutes.shareLocation, { body: { latitude: 38.2, longitude: 140.9, accuracy: 5 } })
  expect((await chie.fetch(locations)).items).toEqual([])
  expect((await kenji.fetch(anonymousDataRoutes.usage)).items).toEqual([])
})

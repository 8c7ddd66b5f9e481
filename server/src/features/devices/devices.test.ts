import { expect, onTestFinished, test } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { type DeviceChecks, deviceRoutes, type ReadinessFilter } from '@noroshi/contract/devices/devices.http'
import { createAlertGroup, deactivateUser } from '#/testing/scenes/groups.ts'
import { PushService } from '#/testing/processes/push-service.ts'
import { startTestServer, type TestUser } from '#/testing/test-server.ts'
import { listReadiness, storeLastAlarms } from './devices.service.ts'

const { raise, answer, resolve } = alertRoutes

const GOOD: DeviceChecks = { connection: 'good', sound: 'good', notifications: 'good', storage: 'good', installation: 'good' }
const SILENT: DeviceChecks = { ...GOOD, sound: 'unchecked', notifications: 'problem' }

const report = (user: TestUser, checks: DeviceChecks, isChecked = false) =>
  user.fetch(deviceRoutes.report, { body: { checks, isChecked } })
const readinessFor = async (admin: TestUser, user: TestUser, filter: ReadinessFilter = 'all') =>
  (await admin.fetch(deviceRoutes.readiness, { query: { filter } })).items.find((item) => item.user.id === user.id)

/** A server with an administrator, and a group of three users. */
async function start() {
  const noroshi = await startTestServer()
  const [ben, chie, dora] = await noroshi.people('Ben', 'Chie', 'Dora')
  const kenji = await noroshi.admin('Kenji')
  const groupId = await createAlertGroup(noroshi, [ben, chie, dora])
  return { noroshi, ben, chie, dora, kenji, groupId }
}

test('an administrator sees when the devices of a member were last ready, checked and connected', async () => {
  const { noroshi, ben, kenji } = await start()
  await using _ = noroshi
  expect(await readinessFor(kenji, ben)).toMatchObject({ lastReadyAt: null, lastAlarm: null, devices: [{ report: null }] })
  const socket = await ben.openSocket()
  await report(ben, GOOD, true)
  const { readyAt = '', checkedAt } = (await readinessFor(kenji, ben))?.devices[0]?.report ?? {}
  expect(checkedAt).toBe(readyAt)
  noroshi.clock.advance({ hours: 3 })
  await report(ben, SILENT)
  const checked = { checks: SILENT, readyAt, checkedAt }
  expect(await readinessFor(kenji, ben)).toMatchObject({
    lastReadyAt: readyAt,
    devices: [{ isConnected: true, hasPush: false, report: checked }],
  })
  expect(await readinessFor(kenji, ben, 'notReady')).toBeDefined()
  await report(ben, GOOD)
  expect(await readinessFor(kenji, ben, 'notReady')).toBeUndefined()
  noroshi.clock.advance({ hours: 25 })
  expect(await readinessFor(kenji, ben, 'notReady'), 'its page is connected').toBeUndefined()
  socket.close()
  await expect.poll(async () => (await readinessFor(kenji, ben))?.devices[0]?.isConnected).toBe(false)
  expect(await readinessFor(kenji, ben, 'notReady')).toBeDefined()
})

test('a closed device is ready while its subscription exists, whatever the age of its report', async () => {
  const service = await PushService.start()
  onTestFinished(() => service.close())
  const noroshi = await startTestServer(service.settings)
  onTestFinished(() => noroshi[Symbol.asyncDispose]())
  const [ben] = await noroshi.people('Ben')
  const kenji = await noroshi.admin('Kenji')
  await service.subscribe(ben)
  await report(ben, { ...GOOD, sound: 'unchecked' })
  noroshi.clock.advance({ hours: 72 })
  expect(await readinessFor(kenji, ben, 'notReady')).toBeUndefined()
  expect(await readinessFor(kenji, ben)).toMatchObject({
    devices: [{ hasPush: true, report: { checks: { notifications: 'good' } } }],
  })
  // As the sender does when the push service has ended the subscription.
  await noroshi.db.deleteFrom('push_subscriptions').execute()
  expect(await readinessFor(kenji, ben, 'notReady')).toMatchObject({
    devices: [{ hasPush: false, report: { checks: { notifications: 'problem' } } }],
  })
})

test('the report of a device is deleted with its session, the time at which it was ready stays, and a deactivated user is not listed', async () => {
  const { noroshi, ben, chie, kenji } = await start()
  await using _ = noroshi
  await report(ben, GOOD)
  const { lastReadyAt = '' } = (await readinessFor(kenji, ben)) ?? {}
  expect(lastReadyAt).not.toBeNull()
  await ben.fetch(accountRoutes.logout, { body: { location: null } })
  expect(await noroshi.db.selectFrom('device_reports').select('session_id').execute()).toEqual([])
  expect(await readinessFor(kenji, ben)).toMatchObject({ lastReadyAt, devices: [] })
  await deactivateUser(noroshi, chie)
  expect(await readinessFor(kenji, chie)).toBeUndefined()
})

test('a member, an anonymous caller and invalid checks are refused', async () => {
  const { noroshi, ben, kenji } = await start()
  await using _ = noroshi
  expect(await ben.request(deviceRoutes.readiness)).toMatchObject({ status: 403 })
  expect(await noroshi.visitor.request(deviceRoutes.readiness)).toMatchObject({ status: 401 })
  expect(await kenji.request(deviceRoutes.readiness, { query: { filter: 'some' } })).toMatchObject({ status: 400 })
  expect(await noroshi.visitor.request(deviceRoutes.report, { body: { checks: GOOD } })).toMatchObject({ status: 401 })
  for (const checks of [{ ...GOOD, sound: 'loud' }, { sound: 'good' }, null])
    expect(await ben.request(deviceRoutes.report, { body: { checks } })).toMatchObject({ status: 400 })
})

test('an administrator sees which members a drill did not reach, even after its deletion', async () => {
  const { noroshi, ben, chie, dora, kenji, groupId } = await start()
  await using _ = noroshi
  const drill = await kenji.fetch(drillRoutes.start, { body: { groupIds: [groupId] } })
  const alarmedAt = drill.createdAt
  await answerAt(ben, drill.id)
  noroshi.clock.advance({ minutes: 4 })
  await storeLastAlarms(noroshi.deps)
  expect(await readinessFor(kenji, chie)).toMatchObject({ lastAlarm: null })
  noroshi.clock.advance({ minutes: 1, seconds: 1 })
  await answerAt(chie, drill.id) // too late
  await storeLastAlarms(noroshi.deps)
  expect(await readinessFor(kenji, ben)).toMatchObject({
    lastAlarm: { alarmedAt, isDrill: true, deliveredAt: expect.any(String) as string },
  })
  for (const late of [chie, dora])
    expect(await readinessFor(kenji, late, 'notReached')).toMatchObject({ lastAlarm: { isDrill: true, deliveredAt: null } })
  expect(await readinessFor(kenji, kenji)).toMatchObject({ lastAlarm: null })
  await noroshi.db.deleteFrom('alerts').where('id', '=', drill.id).execute()
  const list = await kenji.fetch(deviceRoutes.readiness, { query: { filter: 'notReached' } })
  expect(list).toMatchObject({ total: 2, notReached: 2, items: [{ user: { id: chie.id } }, { user: { id: dora.id } }] })
})

const answerAt = (user: TestUser, id: string) => user.fetch(answer, { params: { id }, body: { answer: 'seen' } })

test('a newer alarm replaces the outcome of an older one, and a member’s test alarm does not', async () => {
  const { noroshi, ben, chie, dora, kenji, groupId } = await start()
  await using _ = noroshi
  const drill = await kenji.fetch(drillRoutes.start, { body: { groupIds: [groupId] } })
  noroshi.clock.advance({ minutes: 5 })
  await kenji.fetch(resolve, { body: { AlertId: drill.id } })
  await storeLastAlarms(noroshi.deps)
  expect((await readinessFor(kenji, ben))?.lastAlarm).toMatchObject({ isDrill: true, deliveredAt: null, endedEarlyAt: null })

  noroshi.clock.advance({ minutes: 1 })
  await ben.fetch(drillRoutes.start, { body: {} })
  const sos = await chie.fetch(raise, { body: {} })
  await answerAt(ben, sos.id)
  await chie.fetch(resolve, { body: { AlertId: sos.id } })
  noroshi.clock.advance({ minutes: 6 })
  // An alert that a consumer of events has locked is taken by the next run.
  const outcomeOfBen = async () => {
    await storeLastAlarms(noroshi.deps)
    return (await readinessFor(kenji, ben))?.lastAlarm
  }
  await expect.poll(outcomeOfBen).toMatchObject({ isDrill: false, deliveredAt: expect.any(String) as string })
  // The SOS ended before it could reach Dora, so that it has no outcome for her.
  expect((await readinessFor(kenji, dora))?.lastAlarm).toMatchObject({ isDrill: true, deliveredAt: null })
})

test('times that were stored while the clock was ahead are replaced', async () => {
  const { noroshi, ben, kenji, groupId } = await start()
  await using _ = noroshi
  const runDrill = async () => {
    await report(ben, GOOD)
    const drill = await kenji.fetch(drillRoutes.start, { body: { groupIds: [groupId] } })
    noroshi.clock.advance({ minutes: 6 })
    await storeLastAlarms(noroshi.deps)
    await kenji.fetch(resolve, { body: { AlertId: drill.id } })
    return drill.createdAt
  }
  noroshi.clock.advance({ hours: 48 })
  await runDrill()
  const aheadAt = (await readinessFor(kenji, ben))?.lastReadyAt ?? ''
  noroshi.clock.advance({ hours: -48 })
  expect(await readinessFor(kenji, ben, 'notReady'), 'its report is from the future').toBeDefined()
  const alarmedAt = await runDrill()
  const now = await readinessFor(kenji, ben)
  expect(now?.lastAlarm).toMatchObject({ alarmedAt })
  expect(new Date(now?.lastReadyAt ?? '').getTime()).toBeLessThan(new Date(aheadAt).getTime())
})

test('an administrator sees that a drill ended before it could reach a member', async () => {
  const { noroshi, ben, chie, kenji, groupId } = await start()
  await using _ = noroshi
  const drill = await kenji.fetch(drillRoutes.start, { body: { groupIds: [groupId] } })
  await answerAt(ben, drill.id)
  noroshi.clock.advance({ minutes: 4 })
  await kenji.fetch(resolve, { body: { AlertId: drill.id } })
  const alert = await noroshi.db.selectFrom('alerts').select('resolved_at').where('id', '=', drill.id).executeTakeFirstOrThrow()
  const endedEarlyAt = alert.resolved_at?.toISOString()
  await storeLastAlarms(noroshi.deps)
  const [reached, missed] = [await readinessFor(kenji, ben), await readinessFor(kenji, chie, 'notReached')]
  expect(reached).toMatchObject({ lastAlarm: { isDrill: true, deliveredAt: expect.any(String) as string, endedEarlyAt } })
  expect(missed).toMatchObject({ lastAlarm: { isDrill: true, deliveredAt: null, endedEarlyAt } })
})

test('an administrator reads all members page by page, ordered by name', async () => {
  const { noroshi, kenji } = await start()
  await using _ = noroshi
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page = await listReadiness(noroshi.deps, { filter: 'all', cursor }, 3)
    names.push(...page.items.map(({ user }) => user.firstName))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(names).toEqual(['Ben', 'Chie', 'Dora', 'Kenji'])
  expect((await kenji.fetch(deviceRoutes.readiness)).total).toBe(4)
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousAlertRoutes, sourceName } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { ATTACKER, from, PROXY, SHELTER, sourceOf } from '#/testing/scenes/alert-sources.ts'
import { createAlertGroup } from '#/testing/scenes/groups.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { repeatDueAlarms } from '../reach/repeats.service.ts'
import { longTest } from '#/testing/long-test.ts'

const { raise, get, list, upload, answer } = alertRoutes
const { count, muted, release, sources } = anonymousAlertRoutes

const raiseFrom = (noroshi: TestServer, address: string) =>
  noroshi.visitor.fetch(raise, { body: { clientId: randomUUID() }, headers: from(address) })
const minutesAgo = ({ clock }: TestServer, minutes: number) => new Date(clock.now().getTime() - minutes * 60_000).toISOString()

test('an administrator resolves all alerts of a source, and no alert of other sources or with a name', async () => {
  await using noroshi = await startTestServer(PROXY)
  const [ben, dora] = await noroshi.people('Ben', 'Dora')
  const kenji = await noroshi.admin('Kenji')
  const spam = [await raiseFrom(noroshi, ATTACKER), await raiseFrom(noroshi, ATTACKER)]
  const other = await raiseFrom(noroshi, SHELTER)
  const named = await dora.fetch(raise, { body: {}, headers: from(ATTACKER) })
  noroshi.clock.advance({ seconds: 1 })
  const sourceId = sourceOf(noroshi, ATTACKER)
  const counted = await kenji.fetch(count, { query: { sourceId } })
  expect(counted.count).toBe(2)
  noroshi.clock.advance({ seconds: 1 })
  const later = await raiseFrom(noroshi, ATTACKER)

  const member = await ben.openSocket()
  const device = await noroshi.openSocket({ alertTokens: [spam[0]?.alertToken ?? ''] })
  const otherDevice = await noroshi.openSocket({ alertTokens: [other.alertToken ?? ''] })
  const body = { sourceId, to: counted.to, action: 'resolve' as const }
  expect(await kenji.fetch(anonymousAlertRoutes.resolve, { body })).toEqual({ count: 2 })
  for (const socket of [member, device]) expect(await socket.next('alert:list_changed')).toEqual({})
  for (const socket of [member, device, otherDevice]) await socket.settle()
  expect([member, device, otherDevice].map((socket) => socket.names().length)).toEqual([1, 1, 0])

  const activeIds = (await ben.fetch(list, { query: { status: 'active' } })).items.map(({ id }) => id)
  expect(activeIds.toSorted()).toEqual([other.id, named.id, later.id].toSorted())
  const resolved = await ben.fetch(get, { params: { id: spam[0]?.id ?? '' } })
  expect(resolved).toMatchObject({ version: 2, resolvedBy: { id: kenji.id } })
  expect(resolved.resolvedAt).not.toBeNull()
  expect(resolved.isMuted).toBeUndefined()
  expect(await kenji.fetch(anonymousAlertRoutes.resolve, { body })).toEqual({ count: 0 })
  expect((await kenji.fetch(auditRoutes.list)).items).toMatchObject([
    { action: 'alert.manyResolved', targetId: null, details: { name: `${sourceName(sourceId)} × 2`, to: counted.to } },
  ])
})

test('an administrator dismisses the alerts of a time span: only administrators find them, and one is released again', async () => {
  await using noroshi = await startTestServer(PROXY)
  const [ben, emi] = await noroshi.people('Ben', 'Emi')
  const kenji = await noroshi.admin('Kenji')
  await noroshi.db.updateTable('alert_groups').set({ is_anonymous: false }).execute()
  await createAlertGroup(noroshi, [ben, emi], true)
  const before = await raiseFrom(noroshi, SHELTER)
  noroshi.clock.advance({ minutes: 30 })
  const spam = await raiseFrom(noroshi, ATTACKER)
  await ben.fetch(upload, { form: { alertId: spam.id, textContent: 'a false alarm' } })
  noroshi.clock.advance({ minutes: 1 })

  const [member, page] = [await ben.openSocket(), await kenji.openSocket()]
  await page.send('alert:join_alert_page', { alertId: spam.id })
  const query = { from: minutesAgo(noroshi, 10) }
  expect((await kenji.fetch(count, { query })).count).toBe(1)
  expect(await kenji.fetch(anonymousAlertRoutes.resolve, { body: { ...query, action: 'dismiss' } })).toEqual({ count: 1 })
  for (const socket of [member, page]) expect(await socket.next('alert:list_changed')).toEqual({})
  expect((await ben.request(get, { params: { id: spam.id } })).status).toBe(404)
  expect((await ben.fetch(list)).items.map(({ id }) => id)).toEqual([before.id])
  const held = await noroshi.visitor.fetch(get, { params: { id: spam.id }, alertToken: spam.alertToken })
  expect(held).toMatchObject({ isMuted: true, counts: { recipients: 2 }, resolvedBy: { id: kenji.id } })
  expect((await kenji.fetch(muted)).items).toMatchObject([{ id: spam.id, isActive: false, text: 'a false alarm' }])
  expect((await kenji.fetch(list)).items.map(({ id }) => id)).not.toContain(spam.id)
  expect((await kenji.fetch(get, { params: { id: spam.id } })).isMuted).toBe(true)
  await member.settle()

  expect(await kenji.fetch(release, { params: { id: spam.id } })).toEqual({ recipientCount: 2 })
  expect(await member.next('alert:new_alert')).toMatchObject({ id: spam.id, resolvedAt: null })
  expect((await ben.fetch(get, { params: { id: spam.id } })).viewer.inAudience).toBe(true)
  // The page of an administrator outside of the groups still receives changes.
  await ben.fetch(upload, { form: { alertId: spam.id, textContent: 'two people are there' } })
  expect(await page.next('alert:existing_alert')).toMatchObject({ id: spam.id })
  const actions = (await kenji.fetch(auditRoutes.list)).items.map(({ action }) => action)
  expect(actions.slice(0, 2)).toEqual(['alert.released', 'alert.manyDismissed'])
})

test.each(['resolve', 'dismiss'] as const)(
  'the token of an alert that was ended by %s does not outweigh a mute',
  async (action) => {
    await using noroshi = await startTestServer(PROXY)
    await noroshi.people('Ben')
    const kenji = await noroshi.admin('Kenji')
    const spam = await raiseFrom(noroshi, ATTACKER)
    const sourceId = sourceOf(noroshi, ATTACKER)
    noroshi.clock.advance({ minutes: 3 })
    await kenji.fetch(anonymousAlertRoutes.mute, { params: { sourceId } })
    await kenji.fetch(anonymousAlertRoutes.resolve, { body: { sourceId, action } })
    const again = await noroshi.visitor.fetch(raise, {
      body: {},
      headers: from(ATTACKER),
      alertToken: spam.alertToken,
    })
    expect(again.recipientCount).toBe(1)
  },
)

longTest('a flood of thousands is resolved with a few small events and one audit entry', async () => {
  await using noroshi = await startTestServer(PROXY)
  const [ben] = await noroshi.people('Ben')
  const kenji = await noroshi.admin('Kenji')
  const { id } = await raiseFrom(noroshi, ATTACKER)
  await sql`WITH copied AS (
      INSERT INTO alerts (id, thread_id, recipient_count, source, created_at)
      SELECT gen_random_uuid(), thread_id, 2, source, created_at FROM (
        SELECT gen_random_uuid() AS thread_id, source, created_at FROM alerts, generate_series(1, 2499) WHERE id = ${id}::uuid) AS copies
      RETURNING id, thread_id),
    thread AS (INSERT INTO threads (id, kind) SELECT thread_id, 'alert' FROM copied)
    INSERT INTO alert_audience (alert_id, group_id) SELECT copied.id, g.id FROM copied, alert_groups g`.execute(noroshi.db)
  noroshi.clock.advance({ seconds: 1 })
  const listening = await ben.openSocket()
  const body = { sourceId: sourceOf(noroshi, ATTACKER), action: 'resolve' as const }
  expect(await kenji.fetch(anonymousAlertRoutes.resolve, { body })).toEqual({ count: 2500 })
  await listening.settle()
  expect(listening.names()).toEqual(['alert:list_changed', 'alert:list_changed', 'alert:list_changed'])
  expect((await kenji.fetch(sources)).items).toMatchObject([{ activeCount: 0, totalCount: 2500 }])
  expect((await kenji.fetch(auditRoutes.list)).items.map(({ details }) => details['name'])).toEqual([
    `${sourceName(body.sourceId)} × 2500`,
  ])
})

test.each([
  ['no bounds', { action: 'resolve' }],
  ['only an end', { to: '2026-11-21T10:00:00Z', action: 'resolve' }],
  ['no action', { from: '2026-11-21T10:00:00Z' }],
  ['an unknown action', { from: '2026-11-21T10:00:00Z', action: 'delete' }],
  ['a time that is none', { from: 'yesterday', action: 'resolve' }],
  ['an address as the source', { sourceId: ATTACKER, action: 'resolve' }],
])('resolving with %s gets 400 and resolves nothing', async (_, body) => {
  await using noroshi = await startTestServer(PROXY)
  const [ben] = await noroshi.people('Ben')
  const kenji = await noroshi.admin('Kenji')
  const { id } = await raiseFrom(noroshi, ATTACKER)
  noroshi.clock.advance({ seconds: 1 })
  expect((await kenji.request(anonymousAlertRoutes.resolve, { body: body as never })).status).toBe(400)
  expect((await kenji.request(count, { query: { to: minutesAgo(noroshi, 0) } })).status).toBe(400)
  expect((await ben.fetch(get, { params: { id } })).resolvedAt).toBeNull()
  expect(
    (await ben.request(anonymousAlertRoutes.resolve, { body: { from: minutesAgo(noroshi, 60), action: 'resolve' } })).status,
  ).toBe(403)
})

test('an alert that is released after its dismissal alarms users who saw or answered it, and keeps their deliveries', async () => {
  await using noroshi = await startTestServer(PROXY)
  const [ben, emi] = await noroshi.people('Ben', 'Emi')
  const kenji = await noroshi.admin('Kenji')
  const { id } = await raiseFrom(noroshi, ATTACKER)
  const params = { id }
  await ben.fetch(answer, { params, body: { answer: 'responding' } })
  await emi.fetch(answer, { params, body: { answer: 'seen' } })
  noroshi.clock.advance({ minutes: 1 })
  await kenji.fetch(anonymousAlertRoutes.resolve, { body: { sourceId: sourceOf(noroshi, ATTACKER), action: 'dismiss' } })
  const member = await ben.openSocket()
  await kenji.fetch(release, { params })
  expect(await member.next('alert:new_alert')).toMatchObject({ id, counts: { delivered: 2, seen: 0, responding: 0 } })
  expect(await member.next('alert:ledger')).toMatchObject({ alertId: id, counts: { responding: 0 }, responders: [] })
  expect(await member.next('alert:list_changed')).toEqual({})
  for (const user of [ben, emi]) {
    const { viewer } = await user.fetch(get, { params })
    expect(viewer).toMatchObject({ inAudience: true, seenAt: null, answer: null, version: 2 })
  }
  noroshi.clock.advance({ minutes: 2, seconds: 5 })
  await repeatDueAlarms(noroshi.deps)
  await member.settle()
  expect(member.payloadsOf('alert:repeat')).toEqual([{ alertIds: [id] }, { alertIds: [id] }])
})

test('an administrator counts no alert until a time before all of them, and those until now for a time in the future', async () => {
  await using noroshi = await startTestServer(PROXY)
  await noroshi.people('Ben')
  const kenji = await noroshi.admin('Kenji')
  await raiseFrom(noroshi, ATTACKER)
  noroshi.clock.advance({ seconds: 1 })
  const sourceId = sourceOf(noroshi, ATTACKER)
  const until = async (to: string) => (await kenji.fetch(count, { query: { sourceId, from: '0000-01-01T00:00:00Z', to } })).count
  expect(await until('0000-01-01T00:00:00+14:00')).toBe(0)
  expect(await until('9999-12-31T23:59:59-14:00')).toBe(1)
})

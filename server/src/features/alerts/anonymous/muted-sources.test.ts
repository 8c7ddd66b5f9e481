import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousAlertRoutes, sourceName } from '@noroshi/contract/alerts/anonymous-alerts.http'
import { SOURCE_KEPT_DAYS, SOURCE_MUTE_MINUTES } from '@noroshi/contract/limits'
import { runCleanup } from '#/cleanup-jobs.ts'
import { ATTACKER, from, muteAddress, PROXY, raiseFrom, SHELTER, sourceOf, startMuted } from '#/testing/scenes/alert-sources.ts'
import { Caller } from '#/testing/caller.ts'
import { SharedDatabase } from '#/testing/shared-database.ts'
import { startTestServer } from '#/testing/test-server.ts'

const { raise, get, resolve } = alertRoutes
const { sources, mute, unmute, muted } = anonymousAlertRoutes

test('an administrator sees sources with their numbers of alerts, and no address', async () => {
  await using noroshi = await startTestServer(PROXY)
  const [ben] = await noroshi.people('Ben')
  const kenji = await noroshi.admin('Kenji')
  const old = await raiseFrom(noroshi, ATTACKER)
  await ben.fetch(resolve, { body: { AlertId: old.id } })
  noroshi.clock.advance({ hours: 2 })
  for (const address of [ATTACKER, ATTACKER, SHELTER]) await raiseFrom(noroshi, address)
  await ben.fetch(raise, { body: {}, headers: from('203.0.113.9') })

  const { items } = await kenji.fetch(sources)
  expect(items).toMatchObject([
    { id: sourceOf(noroshi, ATTACKER), lastHourCount: 2, totalCount: 3, activeCount: 2, mutedUntil: null },
    { id: sourceOf(noroshi, SHELTER), lastHourCount: 1, totalCount: 1, activeCount: 1, mutedUntil: null },
  ])
  const stored = await noroshi.db.selectFrom('alerts').selectAll().execute()
  const events = await noroshi.db.selectFrom('events').selectAll().execute()
  for (const text of [items, stored, events].map((rows) => JSON.stringify(rows))) {
    expect(text).not.toContain(ATTACKER)
    expect(text).not.toContain(SHELTER)
  }
  // Addresses of one IPv6 network are one source, and an IPv4 address is the same source in its IPv6 form.
  const { alertSources } = noroshi.deps
  expect(alertSources.idOf('2001:db8::1')).toBe(alertSources.idOf('2001:db8:0:0:ffff::2'))
  expect(alertSources.idOf(`::ffff:${ATTACKER}`)).toBe(alertSources.idOf(ATTACKER))
})

test('a session and an alert token outweigh a muted address, but the token of a muted alert does not', async () => {
  const { noroshi, ben, kenji, before } = await startMuted()
  await using _ = noroshi
  const [dora] = await noroshi.people('Dora')
  const listening = await ben.openSocket()
  noroshi.clock.advance({ minutes: 3 }) // a second SOS does not join the first any more
  const signedIn = await dora.fetch(raise, { body: {}, headers: from(ATTACKER) })
  const withToken = await raiseFrom(noroshi, ATTACKER, before.alertToken)
  expect([signedIn.recipientCount, withToken.recipientCount]).toEqual([2, 3])
  for (const { id } of [signedIn, withToken]) expect(await listening.next('alert:new_alert')).toMatchObject({ id })

  const silent = await raiseFrom(noroshi, ATTACKER)
  noroshi.clock.advance({ minutes: 3 })
  const again = await raiseFrom(noroshi, ATTACKER, silent.alertToken)
  expect([silent.recipientCount, again.recipientCount]).toEqual([1, 1])
  expect((await kenji.fetch(muted)).items.map(({ id }) => id)).toEqual([again.id, silent.id])
  // From another address the device is not muted.
  noroshi.clock.advance({ minutes: 3 })
  expect((await raiseFrom(noroshi, SHELTER, silent.alertToken)).recipientCount).toBe(3)
})

test('a device that signs in, or leaves the muted network, does not join its muted alert', async () => {
  const { noroshi } = await startMuted()
  await using _ = noroshi
  const [dora] = await noroshi.people('Dora')
  const clientId = randomUUID()
  const headers = from(ATTACKER)
  const { id, alertToken } = await noroshi.visitor.fetch(raise, { body: { clientId }, headers })
  const repeated = await noroshi.visitor.fetch(raise, { body: { clientId }, headers })
  const joined = await noroshi.visitor.fetch(raise, { body: {}, headers, alertToken })
  expect([repeated, joined]).toMatchObject([
    { id, isExisting: true, recipientCount: 1 },
    { id, isExisting: true, recipientCount: 1 },
  ])
  const elsewhere = await raiseFrom(noroshi, SHELTER, alertToken)
  expect(elsewhere).toMatchObject({ isExisting: false, recipientCount: 3 })
  const signedIn = await dora.fetch(raise, { body: { clientId }, headers, alertToken })
  expect(signedIn).toMatchObject({ isExisting: false, recipientCount: 2 })
  expect(new Set([id, elsewhere.id, signedIn.id]).size).toBe(3)
})

test('concurrent SOS of a muted and of another source share a batch, and each has its own audience', async () => {
  const { noroshi, ben } = await startMuted()
  await using _ = noroshi
  const listening = await ben.openSocket()
  const addresses = Array.from({ length: 40 }, (__, index) => (index % 2 === 0 ? ATTACKER : SHELTER))
  const raised = await Promise.all(addresses.map((address) => raiseFrom(noroshi, address)))
  expect(raised.map(({ recipientCount }) => recipientCount)).toEqual(addresses.map((address) => (address === ATTACKER ? 1 : 2)))
  await listening.settle()
  const received = listening.payloadsOf('alert:new_alert').map((payload) => (payload as { id: string }).id) // alerts
  expect(received.toSorted()).toEqual(raised.flatMap(({ id }, index) => (index % 2 === 0 ? [] : [id])).toSorted())
})

test('a mute ends after an hour or by an unmute, and nothing is replayed', async () => {
  const { noroshi, ben, kenji } = await startMuted()
  await using _ = noroshi
  const listening = await ben.openSocket()
  await raiseFrom(noroshi, ATTACKER)
  noroshi.clock.advance({ minutes: SOURCE_MUTE_MINUTES })
  expect((await raiseFrom(noroshi, ATTACKER)).recipientCount).toBe(2)
  const { mutedUntil } = await muteAddress(noroshi, kenji, ATTACKER)
  expect((await kenji.fetch(sources)).items[0]?.mutedUntil).toBe(mutedUntil)
  expect((await raiseFrom(noroshi, ATTACKER)).recipientCount).toBe(1)
  const params = { sourceId: sourceOf(noroshi, ATTACKER) }
  for (let times = 0; times < 2; times++) expect(await kenji.fetch(unmute, { params })).toEqual({ ok: true })
  expect((await raiseFrom(noroshi, ATTACKER)).recipientCount).toBe(2)
  await listening.settle()
  expect(listening.payloadsOf('alert:new_alert')).toHaveLength(2)
  const entries = (await kenji.fetch(auditRoutes.list)).items.map(({ action, details }) => [action, details['name']])
  const name = sourceName(params.sourceId)
  expect(entries).toEqual([
    ['alertSource.unmuted', name],
    ['alertSource.muted', name],
    ['alertSource.muted', name],
  ])
})

test('a mute applies after each of several refreshes at once', async () => {
  await using noroshi = await startTestServer(PROXY)
  const { alertSources } = noroshi.deps
  const sourceId = sourceOf(noroshi, ATTACKER)
  await noroshi.db
    .insertInto('muted_sources')
    .values({ source: sourceId, muted_at: noroshi.clock.now(), muted_until: new Date(noroshi.clock.now().getTime() + 60_000) })
    .execute()
  const [first, second] = [alertSources.refresh(), alertSources.refresh()]
  await first
  expect(alertSources.isMuted(sourceId)).toBe(true)
  await second
})

test('a clock that goes back ends a mute instead of extending it', async () => {
  const { noroshi } = await startMuted()
  await using _ = noroshi
  noroshi.clock.advance({ hours: -6 })
  expect((await raiseFrom(noroshi, ATTACKER)).recipientCount).toBe(2)
})

test('a muted source reaches everyone when no administrator is left', async () => {
  const { noroshi, kenji } = await startMuted()
  await using _ = noroshi
  await noroshi.db.updateTable('users').set({ is_active: false }).where('id', '=', kenji.id).execute()
  const { id, alertToken, recipientCount } = await raiseFrom(noroshi, ATTACKER)
  expect(recipientCount).toBe(1)
  expect((await noroshi.visitor.fetch(get, { params: { id }, alertToken })).isMuted).toBeUndefined()
})

test('an unknown source gets 404, an invalid one 400, and a member 403', async () => {
  const { noroshi, ben, kenji } = await startMuted()
  await using _ = noroshi
  const unknown = { sourceId: randomUUID() }
  expect(await kenji.request(mute, { params: unknown })).toMatchObject({ status: 404, body: { code: 'alert.sourceNotFound' } })
  expect((await kenji.request(mute, { params: { sourceId: ATTACKER } })).status).toBe(400)
  expect((await kenji.request(unmute, { params: { sourceId: 'x' } })).status).toBe(400)
  expect((await ben.request(unmute, { params: { sourceId: sourceOf(noroshi, ATTACKER) } })).status).toBe(403)
  expect((await raiseFrom(noroshi, ATTACKER)).recipientCount).toBe(1)
})

test('a source is deleted after some days, and its alerts stay muted', async () => {
  const { noroshi, kenji } = await startMuted()
  await using _ = noroshi
  const { id } = await raiseFrom(noroshi, ATTACKER)
  noroshi.clock.advance({ hours: 24 * SOURCE_KEPT_DAYS - 1 })
  await runCleanup(noroshi.deps)
  expect((await kenji.fetch(sources)).items).toMatchObject([{ totalCount: 2, mutedUntil: null }])
  noroshi.clock.advance({ hours: 2 })
  await runCleanup(noroshi.deps)
  expect((await kenji.fetch(sources)).items).toEqual([])
  expect((await kenji.fetch(muted)).items).toMatchObject([{ id, sourceId: null }])
  expect(await noroshi.db.selectFrom('muted_sources').selectAll().execute()).toEqual([])
})

test('a mute at one server applies to an SOS at another, and an unmute too', async () => {
  await using shared = await SharedDatabase.create()
  const first = await shared.startServer(PROXY)
  const second = await shared.startServer(PROXY)
  const [kenji] = [await shared.createUser('Kenji'), await shared.createUser('Ben')]
  await shared.databases.db.updateTable('users').set({ is_admin: true }).where('id', '=', kenji.id).execute()
  const sourceId = first.deps.alertSources.idOf(ATTACKER)
  expect(second.deps.alertSources.idOf(ATTACKER)).toBe(sourceId)
  const raiseAt = ({ url }: typeof first) => new Caller(url, null).fetch(raise, { body: {}, headers: from(ATTACKER) })
  expect((await raiseAt(first)).recipientCount).toBe(2)
  await kenji.on(first).fetch(mute, { params: { sourceId } })
  await vi.waitFor(() => expect(second.deps.alertSources.isMuted(sourceId)).toBe(true), 5000)
  expect((await raiseAt(second)).recipientCount).toBe(1)
  await kenji.on(second).fetch(unmute, { params: { sourceId } })
  await vi.waitFor(() => expect(first.deps.alertSources.isMuted(sourceId)).toBe(false), 5000)
  expect((await raiseAt(first)).recipientCount).toBe(2)
})

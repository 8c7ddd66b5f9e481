import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { type RetentionSettings, retentionRoutes } from '@noroshi/contract/admin/retention.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { noteClosedRegisters } from '#/features/reception/retained-registers.service.ts'
import { raiseSos, resolveAlert } from '#/testing/scenes/alert-requests.ts'
import { addPageMember, createPage, publishPage, reviewDraft, submitDraft } from '#/testing/scenes/pages.ts'
import { guest, receive, startShelter } from '#/testing/scenes/shelters.ts'
import { type TestServer, type TestUser, startTestServer } from '#/testing/test-server.ts'
import { applyRetention, readRetention } from './retention.service.ts'
import { writeSetting } from './unit.sql.ts'

const KEPT: RetentionSettings = { messages: null, radio: null, alerts: null, pageHistory: null, audit: null, registers: 90 }
const change = (admin: TestUser, settings: Partial<RetentionSettings>) =>
  admin.fetch(retentionRoutes.change, { body: { ...KEPT, ...settings } })
const preview = async (admin: TestUser, settings: Partial<RetentionSettings>) =>
  (await admin.fetch(retentionRoutes.preview, { body: { ...KEPT, ...settings } })).items
/** Sets a time of a row to forty days ago. */
const age = ({ db }: TestServer, table: string, column: string, id: string) =>
  sql`UPDATE ${sql.table(table)} SET ${sql.id(column)} = now() - interval '40 days' WHERE id = ${id}::uuid`.execute(db)

test('an administrator changes the periods, which are kept for ever at first; each change has an audit entry', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  expect(await admin.fetch(retentionRoutes.read)).toEqual(KEPT)
  expect(await change(admin, { messages: 365, audit: 30 })).toEqual({ ...KEPT, messages: 365, audit: 30 })
  await change(admin, { messages: 365, audit: 30 }) // changes nothing
  expect(await admin.fetch(retentionRoutes.read)).toEqual({ ...KEPT, messages: 365, audit: 30 })
  const { items } = await admin.fetch(auditRoutes.list, { query: { action: 'retention.changed' } })
  expect(items.map(({ details }) => details)).toEqual([{ before: KEPT, after: { ...KEPT, messages: 365, audit: 30 } }])
})

test('an administrator gets 409 when the periods were changed since their form was loaded', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await change(admin, { messages: 365 })
  const loaded = { ...KEPT, messages: 365 }
  await change(admin, {}) // another administrator keeps messages for ever
  const request = (body: RetentionSettings & { loaded?: RetentionSettings }) =>
    admin.request(retentionRoutes.change, { body, headers: { 'accept-language': 'ja' } })
  expect(await request({ ...loaded, radio: 30, loaded })).toMatchObject({
    status: 409,
    body: { code: 'retention.outdated', message: expect.stringContaining('変更されました') as string },
  })
  expect(await admin.fetch(retentionRoutes.read)).toEqual(KEPT)
  expect(await request({ ...KEPT, radio: 30, loaded: KEPT })).toMatchObject({ status: 200, body: { ...KEPT, radio: 30 } })
  // A repetition of a change, whose reply was lost.
  expect((await request({ ...KEPT, radio: 30, loaded: KEPT })).status).toBe(200)
  // A page from before the update does not say what it has loaded, or knows no registers: their period stays.
  expect(await request({ ...KEPT, radio: 60 })).toMatchObject({ status: 200, body: { ...KEPT, radio: 60 } })
  await change(admin, { radio: 60, registers: null })
  const { registers: _unknown, ...earlier } = KEPT
  const body = { ...earlier, radio: 61, loaded: { ...earlier, radio: 60 } }
  expect(await admin.request(retentionRoutes.change, { body })).toMatchObject({
    status: 200,
    body: { radio: 61, registers: null },
  })
  expect((await admin.fetch(retentionRoutes.preview, { body: earlier })).items).toEqual([])
})

test('an administrator gets 400 for a period below the least or above ten years, with the limit in their language', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  for (const [kind, days, message] of [
    ['messages', 13, '14日以上にしてください'],
    ['alerts', 29, '30日以上にしてください'],
    ['audit', 0, '30日以上にしてください'],
    ['radio', 3651, '3650日以下にしてください'],
  ] as const)
    for (const route of [retentionRoutes.change, retentionRoutes.preview])
      expect(
        await admin.request(route, { body: { ...KEPT, [kind]: days }, headers: { 'accept-language': 'ja' } }),
        kind,
      ).toMatchObject({ status: 400, body: { issues: [{ path: kind, message }] } })
  for (const body of [{ ...KEPT, pageHistory: 30.5 }, { ...KEPT, audit: '30' }, { messages: 30 }])
    expect((await admin.request(retentionRoutes.change, { body } as never)).status).toBe(400)
  expect(await admin.fetch(retentionRoutes.read)).toEqual(KEPT)
})

test('alerts that were resolved before the period vanish with their chat; active and younger ones are kept', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [aiko, ben, chiyo] = await noroshi.people('Aiko', 'Ben', 'Chiyo')
  const [active, old, young] = [await raiseSos(ben), await raiseSos(aiko), await raiseSos(chiyo)]
  await aiko.fetch(alertRoutes.sendMessage, { body: { alertId: old, text: 'at the bridge' } })
  for (const id of [old, young]) await resolveAlert(admin, id)
  for (const id of [active, old, young]) await age(noroshi, 'alerts', 'created_at', id)
  await age(noroshi, 'alerts', 'resolved_at', old)
  const socket = await aiko.openSocket()
  await applyRetention(noroshi.deps)
  expect(await preview(admin, { alerts: 30, registers: null })).toMatchObject([{ kind: 'alerts', count: 1 }])
  await change(admin, { alerts: 30 })
  await applyRetention(noroshi.deps)
  expect(await socket.next('alert:deleted')).toEqual({ alertId: old })
  const rows = await noroshi.db.selectFrom('alerts').select('id').orderBy('id').execute()
  expect(rows.map(({ id }) => id)).toEqual([active, young])
  expect(await noroshi.db.selectFrom('messages').select('id').execute()).toEqual([])
})

test('entries of the audit log are removed after the period, but never those of the last 30 days by the clock of the database', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const actions = async () => (await admin.fetch(auditRoutes.list)).items.map(({ action }) => action)
  for (const [action, days] of [
    ['user.activated', 40],
    ['user.deactivated', 20],
  ] as const)
    await sql`INSERT INTO audit_log (id, actor_name, ip, action, target_kind, created_at)
      VALUES (${newId()}::uuid, '', '', ${action}, 'user', now() - make_interval(days => ${days}))`.execute(noroshi.db)
  expect(await preview(admin, { audit: 30, registers: null })).toMatchObject([{ kind: 'audit', count: 1 }])
  await change(admin, { audit: 30 })
  expect(await actions()).toEqual(['retention.changed', 'user.deactivated', 'user.activated'])
  const inAYear: Deps = { ...noroshi.deps, now: () => new Date(Date.now() + 365 * 86_400_000) }
  await applyRetention(inAYear)
  expect(await actions()).toEqual(['retention.changed', 'user.deactivated'])
  await expect(sql`DELETE FROM audit_log`.execute(noroshi.db)).rejects.toThrow('audit_log is append-only')
})

test('older versions and decided drafts of a page are removed, not the published one, a pending draft and its base', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [writer] = await noroshi.people('Aiko')
  const { id } = await createPage(admin)
  await addPageMember(admin, id, writer, { canUpdate: true })
  await publishPage(admin, id, 'second')
  await submitDraft(writer, id, 'pending')
  await publishPage(admin, id, 'third')
  const decided = await submitDraft(writer, id, 'fourth')
  await reviewDraft(admin, decided, 'approved')
  await publishPage(admin, id, 'fifth')
  await publishPage(admin, id, 'sixth')
  await age(noroshi, 'page_drafts', 'updated_at', decided.id)
  await sql`UPDATE page_revisions SET published_at = now() - interval '40 days' WHERE revision <= 5`.execute(noroshi.db)
  const revisions = async () =>
    (await admin.fetch(pageRoutes.listRevisions, { params: { id } })).items.map(({ revision }) => revision)
  const all = await revisions()
  expect(await preview(admin, { pageHistory: 30, registers: null })).toMatchObject([{ kind: 'pageHistory', count: 4 }])
  await change(admin, { pageHistory: 30 })
  await applyRetention(noroshi.deps)
  expect([all, await revisions()]).toEqual([
    [6, 5, 4, 3, 2, 1],
    [6, 5, 2],
  ])
  const drafts = await noroshi.db.selectFrom('page_drafts').select('status').execute()
  expect(drafts).toEqual([{ status: 'pending' }])
})

test('nothing is removed after a jump of the clock until an administrator has confirmed the clock', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const id = await raiseSos(admin)
  await resolveAlert(admin, id)
  await age(noroshi, 'alerts', 'resolved_at', id)
  await change(admin, { alerts: 30 })
  const count = async () => (await noroshi.db.selectFrom('alerts').select('id').execute()).length
  await writeSetting(noroshi.db, 'clockJump', { at: new Date().toISOString(), seconds: 1e6 })
  await applyRetention(noroshi.deps)
  expect(await count()).toBe(1)
  await sql`DELETE FROM settings WHERE key = 'clockJump'`.execute(noroshi.db)
  // The clock has gone on by an hour since its last check.
  await writeSetting(noroshi.db, 'clockLast', { at: new Date(Date.now() - 3_600_000).toISOString() })
  await applyRetention(noroshi.deps)
  expect(await count()).toBe(1)
  await writeSetting(noroshi.db, 'clockLast', { at: new Date().toISOString() })
  await applyRetention(noroshi.deps)
  expect(await count()).toBe(0)
})

test('a stored period below the least of today counts as the least', async () => {
  await using noroshi = await startTestServer()
  await writeSetting(noroshi.db, 'retention', { ...KEPT, messages: 7 })
  expect(await readRetention(noroshi.deps)).toEqual({ ...KEPT, messages: 14 })
})

test('the people of a register are anonymised after the period of the unit', async () => {
  const { noroshi, gen, desk, placeId } = await startShelter()
  await using _server = noroshi
  await receive(desk, placeId, [guest({ name: 'canary' })])
  await gen.fetch(placeRoutes.update, { params: { id: placeId }, body: { state: 'closed' } })
  await noteClosedRegisters(noroshi.deps)
  await change(gen, { registers: 30 })
  const names = async () => {
    await applyRetention(noroshi.deps)
    return (await noroshi.db.selectFrom('registered_people').select('name').execute()).map(({ name }) => name)
  }
  noroshi.clock.advance({ hours: 29 * 24 })
  expect(await names()).toEqual(['canary'])
  noroshi.clock.advance({ hours: 48 })
  expect(await names()).toEqual([''])
})

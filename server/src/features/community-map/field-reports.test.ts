import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import {
  FIELD_REPORT_KEPT_DAYS,
  FIELD_REPORTS_LISTED_MAX,
  FIELD_REPORTS_MAX,
  FIELD_REPORTS_OF_USER_MAX,
  fieldReportRoutes,
} from '@noroshi/contract/community-map/field-reports.http'
import { FIELD_REPORT_HOURS } from '@noroshi/contract/limits'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { deleteOldFieldReports } from './field-reports.service.ts'

const HOUR = 3_600_000
const noWater = { subject: 'water', state: 'broken', note: '朝から', latitude: 38.26, longitude: 140.87 } as const

const add = (member: Caller, more: Record<string, unknown> = {}) =>
  member.fetch(fieldReportRoutes.create, { body: { ...noWater, ...more } })
const answer = (member: Caller, id: string, holds: boolean, ageMs = 0) =>
  member.request(fieldReportRoutes.answer, { params: { id }, body: { holds, ageMs } })
const detail = (member: Caller, id: string) => member.fetch(fieldReportRoutes.detail, { params: { id } })
const idsOf = async (member: Caller, query = {}) =>
  (await member.fetch(fieldReportRoutes.list, { query })).items.map(({ id }) => id)

/** Inserts open reports without requests. */
const fill = ({ db }: TestServer, ownerId: string, count: number) =>
  sql`INSERT INTO field_reports (id, owner_id, subject, state, note, latitude, longitude, confirmed_at, expires_at, created_at)
    SELECT gen_random_uuid(), ${ownerId}::uuid, 'power', 'works', '', 38, 140, now(), now() + interval '1 day', now()
    FROM generate_series(1, ${count}::int)`.execute(db)

test('a member reports, all members see it at once, and a confirmation prolongs it', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const phone = await ben.openSocket()
  const report = await add(aiko)
  expect(await phone.next('field-reports:updated')).toEqual(report)
  expect(await detail(ben, report.id)).toMatchObject({ note: '朝から', confirmations: 0, denials: 0, ownAnswer: null })
  noroshi.clock.advance({ hours: FIELD_REPORT_HOURS - 1 })
  expect((await answer(ben, report.id, true)).status).toBe(200)
  expect(await detail(ben, report.id)).toMatchObject({ confirmations: 1, ownAnswer: true, version: 2 })
  noroshi.clock.advance({ hours: FIELD_REPORT_HOURS - 1 })
  expect(await idsOf(ben)).toEqual([report.id])
  noroshi.clock.advance({ hours: 2 })
  expect(await idsOf(ben)).toEqual([])
  expect((await answer(ben, report.id, true)).body).toMatchObject({ code: 'fieldReport.notFound' })
})

test('two members who deny it end it, one does not, and a later confirmation outweighs an earlier denial', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie, dan] = await noroshi.people('Aiko', 'Ben', 'Chie', 'Dan')
  const phone = await aiko.openSocket()
  const { id } = await add(aiko)
  noroshi.clock.advance({ hours: 1 })
  await answer(ben, id, false)
  expect(await detail(aiko, id)).toMatchObject({ denials: 1 })
  noroshi.clock.advance({ hours: 1 })
  await answer(chie, id, true)
  expect(await detail(aiko, id)).toMatchObject({ confirmations: 1, denials: 0 })
  // This denial waited on a device since before the confirmation.
  await answer(dan, id, false, 2 * HOUR)
  expect(await detail(aiko, id)).toMatchObject({ denials: 0 })
  noroshi.clock.advance({ hours: 1 })
  await answer(ben, id, false)
  await answer(ben, id, false)
  expect(await idsOf(aiko)).toEqual([id])
  await answer(dan, id, false)
  expect(await phone.next('field-reports:removed')).toMatchObject({ id })
  expect(await idsOf(aiko)).toEqual([])
})

test('its author or an administrator ends it alone, and only they delete it, the administrator with an audit entry', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const ids = [(await add(aiko)).id, (await add(aiko)).id, (await add(aiko)).id, (await add(aiko)).id] as const
  await answer(aiko, ids[0], false)
  await answer(gen, ids[1], false)
  const remove = (caller: Caller, id: string) => caller.request(fieldReportRoutes.remove, { params: { id } })
  expect((await remove(ben, ids[2])).status).toBe(403)
  expect((await remove(aiko, ids[2])).status).toBe(200)
  expect((await remove(gen, ids[3])).status).toBe(200)
  expect((await remove(gen, ids[3])).body).toMatchObject({ code: 'fieldReport.notFound' })
  expect(await idsOf(ben)).toEqual([])
  const actions = (await gen.fetch(auditRoutes.list)).items.map(({ action, targetId }) => [action, targetId])
  expect(actions.filter(([action]) => action === 'fieldReport.deleted')).toEqual([['fieldReport.deleted', ids[3]]])
})

test('a denial of the author or an administrator that waited on a device does not end what was confirmed since', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const { id } = await add(aiko)
  noroshi.clock.advance({ hours: 2 })
  await answer(ben, id, true)
  for (const caller of [aiko, gen]) {
    await answer(caller, id, false, HOUR)
    expect(await idsOf(ben)).toEqual([id])
  }
  noroshi.clock.advance({ minutes: 1 })
  await answer(gen, id, false)
  expect(await idsOf(ben)).toEqual([])
})

test('a confirmation by the author prolongs a report, and does not outweigh the denials of others', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben, chie] = await noroshi.people('Aiko', 'Ben', 'Chie')
  const { id } = await add(aiko)
  await answer(aiko, id, true)
  expect(await detail(ben, id)).toMatchObject({ version: 1 })
  noroshi.clock.advance({ hours: 1 })
  await answer(ben, id, false)
  noroshi.clock.advance({ hours: 1 })
  for (const _ of [1, 2]) await answer(aiko, id, true)
  const prolonged = await detail(ben, id)
  expect(prolonged).toMatchObject({ confirmations: 0, denials: 1, version: 3 })
  expect(Date.parse(prolonged.confirmedAt)).toBeGreaterThan(noroshi.clock.now().getTime() - HOUR)
  noroshi.clock.advance({ hours: 1 })
  await answer(chie, id, false)
  expect(await idsOf(aiko)).toEqual([])
})

test('a report that waited on a device has the time of its observation, and a repetition adds none', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const clientId = randomUUID()
  const first = await add(aiko, { clientId, ageMs: 3 * HOUR })
  expect(Date.parse(first.confirmedAt)).toBeLessThan(noroshi.clock.now().getTime() - 2 * HOUR)
  expect(await add(aiko, { clientId, ageMs: 4 * HOUR })).toEqual(first)
  await add(aiko, { ageMs: FIELD_REPORT_HOURS * HOUR })
  expect(await idsOf(aiko)).toEqual([first.id])
})

test('a list has the newest reports of a box, also across the antimeridian, and says when there are more', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  const sendai = await add(aiko)
  const fiji = await add(aiko, { latitude: -17, longitude: 179 })
  expect(await idsOf(aiko, { west: 140, south: 38, east: 141, north: 39 })).toEqual([sendai.id])
  expect(await idsOf(aiko, { west: 170, south: -20, east: -170, north: 0 })).toEqual([fiji.id])
  await fill(noroshi, ben.id, FIELD_REPORTS_LISTED_MAX)
  const list = await aiko.fetch(fieldReportRoutes.list)
  expect([list.items.length, list.isComplete]).toEqual([FIELD_REPORTS_LISTED_MAX, false])
  const partial = await aiko.request(fieldReportRoutes.list, { query: { west: 140 } })
  expect(partial.status).toBe(400)
})

test('the open reports of a member and of the server are bounded, also for many at once', async () => {
  await using noroshi = await startTestServer()
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  await fill(noroshi, aiko.id, FIELD_REPORTS_OF_USER_MAX - 2)
  const body = noWater
  const many = await Promise.all(Array.from({ length: 6 }, () => aiko.request(fieldReportRoutes.create, { body })))
  expect(many.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409, 409])
  await fill(noroshi, ben.id, FIELD_REPORTS_MAX)
  const gen = await noroshi.admin('Gen')
  expect((await gen.request(fieldReportRoutes.create, { body })).body).toMatchObject({ code: 'fieldReport.full' })
})

test('a wrong field is refused, and ended reports are deleted a month later', async () => {
  await using noroshi = await startTestServer()
  const [aiko] = await noroshi.people('Aiko')
  const wrong = [
    [{ subject: 'gas' }, 'subject'],
    [{ state: 'maybe' }, 'state'],
    [{ note: 'x'.repeat(201) }, 'note'],
    [{ latitude: 91 }, 'latitude'],
    [{ longitude: null }, 'longitude'],
    [{ ageMs: -1 }, 'ageMs'],
  ] as const
  for (const [fields, path] of wrong)
    expect(await aiko.request(fieldReportRoutes.create, { body: { ...noWater, ...fields } })).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    })
  await add(aiko)
  noroshi.clock.advance({ hours: FIELD_REPORT_KEPT_DAYS * 24 - 1 })
  expect(await deleteOldFieldReports(noroshi.deps)).toBe(0)
  noroshi.clock.advance({ hours: 26 })
  expect(await deleteOldFieldReports(noroshi.deps)).toBe(1)
})

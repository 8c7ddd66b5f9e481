import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { REGISTER_DAYS } from '@noroshi/contract/admin/retention.http'
import {
  MISSING_REPORTS_A_DAY_MAX,
  MISSING_REPORTS_MAX,
  missingReportRoutes,
} from '@noroshi/contract/missing-reports/missing-reports.http'
import { personSearchRoutes } from '@noroshi/contract/person-searches/person-searches.http'
import { placeRoutes } from '@noroshi/contract/places/places.http'
import { dependantRoutes } from '@noroshi/contract/reception/dependants.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { shelterStaffRoutes } from '@noroshi/contract/reception/shelter-staff.http'
import { PASSWORD, setPasswords } from '#/testing/access/request-values.ts'
import type { Caller } from '#/testing/caller.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { guest, receive, startShelter } from '#/testing/scenes/shelters.ts'
import { purgePhotos, removeOldReports } from './missing-reports.service.ts'

/** The fields of a form as texts. */
type Form = Readonly<Record<string, string>>

const report = (caller: Caller, form: Form = {}, files: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = []) =>
  caller.request(missingReportRoutes.create, { form: { name: '佐藤 花', clientId: randomUUID(), ...form }, files })
const own = async (caller: Caller) => (await caller.fetch(missingReportRoutes.own)).items
const list = async (caller: Caller, state: 'open' | 'done' = 'open') =>
  (await caller.fetch(missingReportRoutes.list, { query: { state } })).items
const decide = (caller: Caller, id: string, body: z.input<typeof missingReportRoutes.decide.body>) =>
  caller.request(missingReportRoutes.decide, { params: { id }, body })
const idOf = async (caller: Caller, form: Form = {}) => (await report(caller, form)).body.id ?? ''

test('the staff reads a report with matches from its own registers: same names first, near ones unless their years differ', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { aiko, desk, gen, placeId, ben } = scene
  const people = [
    guest({ name: '佐藤 花', kana: 'サトウ ハナ', birthYear: 1950 }),
    guest({ name: '佐藤 花', kana: 'さとう はな', birthYear: 1990 }),
    guest({ name: '佐藤 華', kana: 'さとう はなえ', birthYear: 1950 }),
    guest({ name: '佐藤 葉', kana: 'さとう はに', birthYear: 1980 }),
    guest({ name: '鈴木 一郎', birthYear: 1950 }),
  ]
  await receive(desk, placeId, people)
  const details = {
    description: 'Red coat',
    lastSeenPlace: 'Station',
    lastSeenAt: '2026-11-30T03:00:00.000Z',
    contact: 'Call me',
  }
  const id = await idOf(aiko, { kana: 'さとう はな', birthYear: '1950', ...details })
  const [shown] = await list(desk)
  expect(shown).toMatchObject({ id, name: '佐藤 花', birthYear: 1950, state: 'open', ...details, reporter: { id: aiko.id } })
  expect(shown?.matches.map(({ person, kind, placeName }) => [person.id, kind, placeName])).toEqual([
    [people[0]?.id, 'same', '若葉小学校'],
    [people[1]?.id, 'same', '若葉小学校'],
    [people[2]?.id, 'near', '若葉小学校'],
  ])
  expect((await list(gen))[0]).toMatchObject({ id, matches: [] }) // an administrator without a role
  const other = { kind: 'shelter', name: 'Town hall', latitude: 38.2, longitude: 140.8 } as const
  const { id: otherId } = await gen.fetch(placeRoutes.create, { body: other })
  await gen.fetch(shelterStaffRoutes.set, { params: { placeId: otherId, userId: gen.id }, body: { role: 'receptionist' } })
  expect((await list(gen))[0]).toMatchObject({ id, matches: [] }) // staff of another shelter
  expect((await ben.request(missingReportRoutes.list)).status).toBe(403)
  expect((await decide(ben, id, { state: 'closed' })).status).toBe(403)
  const { items: entries } = await gen.fetch(auditRoutes.list)
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['missingReport.created', 'missingReport.read']))
  expect(JSON.stringify(entries)).not.toContain('佐藤')
})

test('an age allows two years of birth, and a name of two letters has no near ones', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { aiko, desk, placeId, noroshi } = scene
  const year = noroshi.clock.now().getFullYear()
  const people = [
    guest({ name: '花子', kana: 'はなこ', birthYear: year - 71 }),
    guest({ name: '花代', kana: 'はなよ', birthYear: year - 70 }),
  ]
  const younger = guest({ name: '花美', kana: 'はなみ', birthYear: year - 50 })
  await receive(desk, placeId, [...people, younger, guest({ name: '花' }), guest({ name: '葉' })])
  await report(aiko, { name: '花子', kana: 'はなこ', age: '70' })
  await report(aiko, { name: '花' })
  const [short, long] = await list(desk)
  expect(long?.matches.map(({ person }) => person.id)).toEqual(people.map(({ id }) => id))
  expect(short?.matches.map(({ person }) => person.name)).toEqual(['花'])
})

test('the reporter reads the same of a report that is open, closed, found and not agreed, and one more fact with consent', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { aiko, ben, desk, placeId } = scene
  const [agreeing, refusing] = [guest({ name: 'Hana', mayBeFound: true }), guest({ name: 'Hana' })]
  await receive(desk, placeId, [agreeing, refusing])
  const [openId, closedId, refusedId, foundId] = [
    await idOf(aiko),
    await idOf(aiko),
    await idOf(aiko),
    await idOf(aiko, { contact: 'Here' }),
  ]
  expect((await decide(desk, closedId, { state: 'closed' })).status).toBe(200)
  expect((await decide(desk, refusedId, { state: 'found', registeredId: refusing.id })).status).toBe(200)
  const before = await own(aiko)
  const plain = before.map(({ id: _id, createdAt: _at, contact: _contact, ...rest }) => JSON.stringify(rest))
  expect(new Set(plain).size).toBe(1)
  expect((await aiko.fetch(personSearchRoutes.own)).searches).toEqual([])
  for (const _ of [1, 2]) expect((await decide(desk, foundId, { state: 'found', registeredId: agreeing.id })).status).toBe(200)
  expect((await own(aiko)).filter(({ isPassedOn }) => isPassedOn).map(({ id }) => id)).toEqual([foundId])
  const { items: messages } = await desk.fetch(personSearchRoutes.messages, { params: { placeId } })
  expect(messages).toMatchObject([{ registeredId: agreeing.id, message: 'Here', searcher: { id: aiko.id } }])
  expect((await list(desk)).map(({ id }) => id)).toEqual([openId])
  expect(await list(desk, 'done')).toHaveLength(3)
  expect((await decide(desk, closedId, { state: 'open' })).status).toBe(200)
  expect((await list(desk)).map(({ id }) => id)).toEqual([closedId, openId])
  expect((await decide(desk, openId, { state: 'found', registeredId: randomUUID() })).body).toMatchObject({
    code: 'reception.personNotFound',
  })
  expect((await decide(desk, randomUUID(), { state: 'closed' })).body).toMatchObject({ code: 'missingReport.notFound' })
  expect(await own(ben)).toEqual([])
})

test('a member who agreed to be found gets the message, and one who did not gets none', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { aiko, ben, desk, placeId } = scene
  const details = (mayBeFound: boolean) => ({ birthYear: 1990, needs: [], needsNote: '', mayBeFound })
  const member = { kind: 'member' as const, id: randomUUID(), stayId: randomUUID(), userId: ben.id }
  await ben.fetch(dependantRoutes.setDetails, { body: details(false) })
  await receive(desk, placeId, [member])
  const id = await idOf(aiko, { name: 'Ben' })
  await decide(desk, id, { state: 'found', registeredId: member.id })
  expect((await ben.fetch(personSearchRoutes.own)).received).toEqual([])
  await ben.fetch(dependantRoutes.setDetails, { body: details(true) })
  await desk.fetch(receptionRoutes.correct, { params: { placeId, personId: member.id }, body: { mayBeFound: true } })
  await decide(desk, id, { state: 'found', registeredId: member.id })
  expect((await ben.fetch(personSearchRoutes.own)).received).toMatchObject([{ searcher: { id: aiko.id } }])
})

test('the photo of a report is readable for its reporter, the staff and administrators, and goes with the report', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { aiko, ben, desk, gen, noroshi } = scene
  const bytes = await picture(20, 10)
  const { body, status } = await report(aiko, {}, [{ name: 'hana.png', bytes }])
  expect(status).toBe(201)
  const url = body.photo?.mediaUrl ?? ''
  for (const [reader, expected] of [
    [aiko, 200],
    [desk, 200],
    [gen, 200],
    [ben, 404],
    [noroshi.visitor, 404],
  ] as const)
    expect((await reader.rawFetch(url)).status).toBe(expected)
  const text = [{ name: 'note.png', bytes: new TextEncoder().encode('no picture') }]
  expect((await report(aiko, {}, text)).body).toMatchObject({ code: 'file.notPicture' })
  expect((await ben.request(missingReportRoutes.withdraw, { params: { id: body.id ?? '' } })).status).toBe(404)
  expect((await aiko.request(missingReportRoutes.withdraw, { params: { id: body.id ?? '' } })).status).toBe(200)
  expect((await aiko.rawFetch(url)).status).toBe(404)
  expect(await noroshi.db.selectFrom('files').selectAll().execute()).toEqual([])
})

test('a report is made once for a client id, ten times a day, and at most twenty times in all', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { aiko, ben, desk, noroshi } = scene
  const clientId = randomUUID()
  const repeated = await Promise.all([1, 2, 3].map(() => report(aiko, { clientId })))
  expect(repeated.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 201])
  expect((await report(aiko, { clientId, name: 'Dai' })).body).toMatchObject({ code: 'conflict' })
  expect(await own(aiko)).toHaveLength(1)
  const more = await Promise.all(Array.from({ length: MISSING_REPORTS_A_DAY_MAX }, () => report(aiko)))
  expect(more.filter(({ status }) => status === 201)).toHaveLength(MISSING_REPORTS_A_DAY_MAX - 1) // a repetition does not count
  expect((await report(aiko)).body).toMatchObject({ code: 'missingReport.tooManyToday' })
  for (const form of [{ name: ' ' }, { birthYear: '12' }, { birthYear: 'x' }, { age: '131' }, { lastSeenAt: 'yesterday' }])
    expect((await report(ben, form)).status).toBe(400)
  for (let count = 0; count < MISSING_REPORTS_MAX; count++) {
    if (count % MISSING_REPORTS_A_DAY_MAX === 0) noroshi.clock.advance({ hours: 25 })
    expect((await report(ben)).status).toBe(201)
  }
  // Closed ones count, so that the limit does not tell what the staff has decided.
  for (const { id } of await list(desk)) await decide(desk, id, { state: 'closed' })
  noroshi.clock.advance({ hours: 25 })
  expect((await report(ben)).body).toMatchObject({ code: 'missingReport.tooMany' })
})

test('the staff gets an event for each change, and the reporter for those that the reporter reads', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { aiko, ben, desk, gen, placeId } = scene
  const phones = await Promise.all([aiko, desk, gen, ben].map((user) => user.openSocket()))
  const counts = () => phones.map((phone) => phone.payloadsOf('missing-reports:changed').length)
  const id = await idOf(aiko)
  await vi.waitFor(() => expect(counts()).toEqual([1, 1, 1, 0]))
  const refusing = guest({ name: 'Hana' })
  await receive(desk, placeId, [refusing])
  for (const body of [
    { state: 'found', registeredId: refusing.id },
    { state: 'open' },
    { state: 'found', registeredId: null },
    { state: 'closed' },
  ] as const)
    await decide(desk, id, body)
  // The reporter would learn that there is a decision.
  await vi.waitFor(() => expect(counts()).toEqual([1, 5, 5, 0]))
  const agreeing = guest({ name: 'Hana', mayBeFound: true })
  await receive(desk, placeId, [agreeing])
  await decide(desk, id, { state: 'found', registeredId: agreeing.id })
  await vi.waitFor(() => expect(counts()).toEqual([2, 6, 6, 0]))
})

test('after a wrong decision the right person is told too, and no person twice', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { aiko, desk, placeId } = scene
  const [wrong, right] = [guest({ name: 'Hana', mayBeFound: true }), guest({ name: 'Hana', mayBeFound: true })]
  await receive(desk, placeId, [wrong, right])
  const id = await idOf(aiko, { contact: 'Here' })
  const isPassedOn = async () => (await own(aiko))[0]?.isPassedOn
  await decide(desk, id, { state: 'found', registeredId: wrong.id })
  expect(await isPassedOn()).toBe(true)
  await decide(desk, id, { state: 'open' })
  expect(await isPassedOn()).toBe(false)
  for (const _ of [1, 2]) await decide(desk, id, { state: 'found', registeredId: right.id })
  await decide(desk, id, { state: 'open' })
  await decide(desk, id, { state: 'found', registeredId: right.id })
  expect(await isPassedOn()).toBe(true)
  const { items } = await desk.fetch(personSearchRoutes.messages, { params: { placeId } })
  expect(items.map(({ registeredId }) => registeredId).toSorted()).toEqual([wrong.id, right.id].toSorted())
})

test('reports are deleted with the account of their reporter and after the time of the registers, with their photos', async () => {
  const scene = await startShelter()
  await using _server = scene.noroshi
  const { aiko, ben, noroshi } = scene
  await setPasswords(noroshi)
  const files = [{ name: 'hana.png', bytes: await picture(20, 10) }]
  await report(aiko, {}, files)
  await report(ben, {}, files)
  await aiko.fetch(personalDataRoutes.delete, { body: { currentPassword: PASSWORD, deletesMessages: false } })
  await purgePhotos(noroshi.deps)
  const stored = async () => (await noroshi.db.selectFrom('files').select('parent_kind').execute()).length
  expect([(await own(ben)).length, await stored()]).toEqual([1, 1])
  await removeOldReports(noroshi.deps, new Date(Date.now() - REGISTER_DAYS * 86_400_000))
  expect(await own(ben)).toHaveLength(1)
  await removeOldReports(noroshi.deps, new Date(Date.now() + 1000))
  expect(await noroshi.db.selectFrom('missing_reports').selectAll().execute()).toEqual([])
  expect(await stored()).toBe(0)
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { placeRoutes, PLACES_MAX } from '@noroshi/contract/places/places.http'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer } from '#/testing/test-server.ts'

const shelter = {
  kind: 'shelter',
  name: '若葉小学校',
  note: '体育館',
  capacity: 300,
  latitude: 38.26,
  longitude: 140.87,
} as const
const well = { kind: 'water', name: 'Well', latitude: 38.27, longitude: 140.88 } as const

const add = (admin: Caller, body: Record<string, unknown> = shelter) => admin.request(placeRoutes.create, { body })
const change = (admin: Caller, id: string, body: Record<string, unknown>) =>
  admin.request(placeRoutes.update, { params: { id }, body })
const list = async (caller: Caller) => (await caller.fetch(placeRoutes.list)).items

test('an administrator adds, changes and deletes a place, which all signed-in users see at once', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const phone = await ben.openSocket()
  const place = await gen.fetch(placeRoutes.create, { body: shelter })
  expect(place).toMatchObject({ ...shelter, state: 'open', version: 1 })
  await gen.fetch(placeRoutes.create, { body: { ...well, kind: 'closedRoad' } })
  expect(await phone.next('places:updated')).toEqual(place)
  const full = await gen.fetch(placeRoutes.update, { params: { id: place.id }, body: { state: 'full' } })
  expect(full).toEqual({ ...place, state: 'full', version: 2, updatedAt: full.updatedAt })
  expect((await list(ben)).map(({ kind, state, capacity }) => [kind, state, capacity])).toEqual([
    ['shelter', 'full', 300],
    ['closedRoad', null, null],
  ])
  await phone.settle()
  expect(phone.payloadsOf('places:updated')).toContainEqual(full)
  expect(await gen.fetch(placeRoutes.remove, { params: { id: place.id } })).toEqual({ ok: true, version: 3 })
  expect(await phone.next('places:removed')).toEqual({ id: place.id, version: 3 })
  expect(await list(ben)).toHaveLength(1)
  const actions = (await gen.fetch(auditRoutes.list)).items.map(({ action, details }) => [action, details['name']])
  expect(actions.filter(([action]) => String(action).startsWith('place.'))).toEqual([
    ['place.deleted', '若葉小学校'],
    ['place.changed', '若葉小学校'],
    ['place.created', 'Well'],
    ['place.created', '若葉小学校'],
  ])
})

test('a shelter has facilities, each once and in one order, which stay unless they are changed', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const place = await gen.fetch(placeRoutes.create, { body: { ...shelter, facilities: ['wifi', 'water', 'wifi'] } })
  expect(place.facilities).toEqual(['water', 'wifi'])
  expect((await change(gen, place.id, { state: 'full' })).body.facilities).toEqual(['water', 'wifi'])
  expect((await change(gen, place.id, { kind: 'water' })).body.facilities).toBeUndefined()
  expect((await change(gen, place.id, { facilities: ['power'] })).body).toMatchObject({ code: 'place.noState' })
  expect((await change(gen, place.id, { kind: 'hall', facilities: ['power'] })).body.facilities).toEqual(['power'])
  expect((await change(gen, place.id, { facilities: [] })).body.facilities).toBeUndefined()
  expect((await list(gen))[0]?.facilities).toBeUndefined()
})

test('a visitor may not read places, and a member may not change them', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const { id } = await gen.fetch(placeRoutes.create, { body: shelter })
  expect((await noroshi.visitor.request(placeRoutes.list)).status).toBe(401)
  expect((await add(ben)).status).toBe(403)
  expect((await change(ben, id, { state: 'full' })).status).toBe(403)
  expect((await ben.request(placeRoutes.remove, { params: { id } })).status).toBe(403)
  expect(await list(ben)).toHaveLength(1)
})

test('a wrong field is refused with an issue in the language of the caller', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const wrong = [
    [{ kind: 'castle' }, 'kind'],
    [{ name: ' ' }, 'name'],
    [{ name: 'が'.normalize('NFD').repeat(101) }, 'name'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ state: 'busy' }, 'state'],
    [{ capacity: 0 }, 'capacity'],
    [{ capacity: 1.5 }, 'capacity'],
    [{ capacity: 100_001 }, 'capacity'],
    [{ facilities: ['castle'] }, 'facilities.0'],
    [{ latitude: 90.1 }, 'latitude'],
    [{ latitude: '38' }, 'latitude'],
    [{ longitude: null }, 'longitude'],
  ] as const
  for (const [fields, path] of wrong)
    expect(await add(gen, { ...shelter, ...fields })).toMatchObject({ status: 400, body: { issues: [{ path }] } })
  expect((await add(gen, { ...shelter, name: '👨‍👩‍👧'.repeat(100) })).status).toBe(201)
  const ja = await gen.request(placeRoutes.create, { body: { ...shelter, name: '' }, headers: { 'accept-language': 'ja' } })
  expect(ja.body).toMatchObject({ issues: [{ message: '名称を入力してください' }] })
  expect((await change(gen, randomUUID(), { state: 'full' })).body).toMatchObject({ code: 'place.notFound' })
})

test('only shelters and halls have a state and a capacity, and lose them with another kind', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  for (const fields of [{ state: 'open' }, { capacity: 5 }])
    expect((await add(gen, { ...well, ...fields })).body).toMatchObject({ code: 'place.noState', issues: [{ path: 'state' }] })
  const { id } = await gen.fetch(placeRoutes.create, { body: { ...shelter, state: 'closed' } })
  expect((await change(gen, id, { kind: 'water', state: 'full' })).body).toMatchObject({ code: 'place.noState' })
  expect((await change(gen, id, { kind: 'hall' })).body).toMatchObject({ state: 'closed', capacity: 300 })
  expect((await change(gen, id, { capacity: null })).body).toMatchObject({ state: 'closed', capacity: null })
  expect((await change(gen, id, { kind: 'toilet' })).body).toMatchObject({ state: null, capacity: null })
})

test('a repeated id adds one place, and is refused with other data or after the deletion', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const id = randomUUID()
  const replies = await Promise.all(Array.from({ length: 3 }, () => add(gen, { ...shelter, id })))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
  expect(await list(gen)).toMatchObject([{ id, version: 1 }])
  expect((await add(gen, { ...well, id })).body).toMatchObject({ code: 'conflict' })
  await gen.fetch(placeRoutes.remove, { params: { id } })
  expect((await add(gen, { ...shelter, id })).body).toMatchObject({ code: 'place.notFound' })
  await noroshi.db.deleteFrom('client_commands').execute()
  expect((await add(gen, { ...shelter, id })).body).toMatchObject({ code: 'conflict' })
  expect(await list(gen)).toEqual([])
})

test('two administrators who change different fields at once lose nothing, and one of two deletions gets 404', async () => {
  await using noroshi = await startTestServer()
  const [gen, hana] = [await noroshi.admin('Gen'), await noroshi.admin('Hana')]
  const { id } = await gen.fetch(placeRoutes.create, { body: shelter })
  await Promise.all([change(gen, id, { state: 'full' }), change(hana, id, { note: '2階' }), change(hana, id, { capacity: 250 })])
  expect(await list(gen)).toMatchObject([{ state: 'full', note: '2階', capacity: 250, version: 4 }])
  const removed = await Promise.all([gen, hana].map((admin) => admin.request(placeRoutes.remove, { params: { id } })))
  expect(removed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})

test('there are at most 1,000 places, also with two additions at once', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const at = new Date()
  const rows = Array.from({ length: PLACES_MAX - 1 }, () => ({
    ...well,
    id: randomUUID(),
    note: '',
    created_at: at,
    updated_at: at,
  }))
  await noroshi.db.insertInto('places').values(rows).execute()
  const added = await Promise.all([add(gen), add(gen)])
  expect(added.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const refused = added.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'place.tooMany', message: 'There are 1000 places. Delete one first' })
  const [first] = await list(gen)
  await gen.fetch(placeRoutes.remove, { params: { id: first?.id ?? '' } })
  expect((await add(gen)).status).toBe(201)
})

test('an own kind has a name and an icon, and a kind that earlier pages know', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const bath = { ...well, kind: 'meetingPoint', name: '松の湯', ownKind: { name: '入浴', icon: 'bath' } } as const
  const place = await gen.fetch(placeRoutes.create, { body: bath })
  expect(place).toMatchObject(bath)
  expect(await list(gen)).toEqual([place])
  expect((await add(gen, { ...bath, kind: 'own' })).body).toMatchObject({ issues: [{ path: 'kind' }] })
  expect((await add(gen, { ...well, ownKind: bath.ownKind })).body).toMatchObject({ code: 'place.ownKind' })
  expect((await add(gen, { ...bath, ownKind: { name: 'Bath', icon: 'castle' } })).body).toMatchObject({
    issues: [{ path: 'ownKind.icon' }],
  })
  // A page of the version before sends no own kind.
  const body = { name: 'Bath', kind: 'meetingPoint' } as const
  const named = await gen.fetch(placeRoutes.update, { params: { id: place.id }, body })
  expect(named.ownKind).toEqual(bath.ownKind)
  for (const other of [{ ownKind: null }, { kind: 'water' }] as const) {
    await gen.fetch(placeRoutes.update, { params: { id: place.id }, body: { ...body, ownKind: bath.ownKind } })
    const changed = await gen.fetch(placeRoutes.update, { params: { id: place.id }, body: other })
    expect(changed).not.toHaveProperty('ownKind')
  }
  expect((await change(gen, place.id, { ownKind: bath.ownKind })).body).toMatchObject({ code: 'place.ownKind' })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { MAP_SHAPES_MAX, mapShapeRoutes, SHAPE_POINTS_MAX } from '@noroshi/contract/community-map/map-shapes.http'
import type { Caller } from '#/testing/caller.ts'
import { startTestServer } from '#/testing/test-server.ts'

const route = {
  geometry: 'line',
  kind: 'route',
  name: '避難経路 A',
  color: 'green',
  points: [
    { latitude: 38.26, longitude: 140.87 },
    { latitude: 38.27, longitude: 140.88 },
  ],
} as const

const put = (caller: Caller, id: string, body: Record<string, unknown> = route) =>
  caller.request(mapShapeRoutes.put, { params: { id }, body })
const list = async (caller: Caller) => (await caller.fetch(mapShapeRoutes.list)).items

test('an administrator draws, changes and deletes a line, which all members see at once', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const phone = await ben.openSocket()
  const id = randomUUID()
  const added = await put(gen, id)
  expect(added).toMatchObject({ status: 200, body: { ...route, id, version: 1 } })
  expect(await phone.next('map-shapes:updated')).toEqual(added.body)
  expect((await put(gen, id)).body).toEqual(added.body) // a repetition
  expect(await put(gen, id, { ...route, color: 'amber' })).toMatchObject({ body: { color: 'amber', version: 2 } })
  expect(await list(ben)).toMatchObject([{ id, color: 'amber' }])
  const remove = (caller: Caller) => caller.request(mapShapeRoutes.remove, { params: { id } })
  expect((await put(ben, id)).status).toBe(403)
  expect((await remove(ben)).status).toBe(403)
  expect(await remove(gen)).toMatchObject({ status: 200, body: { version: 3 } })
  expect((await remove(gen)).body).toMatchObject({ code: 'mapShape.notFound' })
  await phone.settle()
  expect(phone.payloadsOf('map-shapes:removed')).toEqual([{ id, version: 3 }])
  const actions = (await gen.fetch(auditRoutes.list)).items.map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('mapShape.'))).toEqual([
    'mapShape.deleted',
    'mapShape.changed',
    'mapShape.created',
  ])
})

test('a wrong field is refused', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [point] = route.points
  const wrong = [
    [{ geometry: 'circle' }, 'geometry'],
    [{ kind: 'castle' }, 'kind'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ color: 'red' }, 'color'],
    [{ points: [point] }, 'points'],
    [{ geometry: 'area' }, 'points'],
    [{ points: Array<unknown>(SHAPE_POINTS_MAX + 1).fill(point) }, 'points'],
    [{ points: [point, { latitude: 91, longitude: 0 }] }, 'points.1.latitude'],
  ] as const
  for (const [fields, path] of wrong)
    expect(await put(gen, randomUUID(), { ...route, ...fields })).toMatchObject({ status: 400, body: { issues: [{ path }] } })
  expect(await list(gen)).toEqual([])
})

test('the number of lines and areas is bounded, also for many at once', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const row = () => ({ ...route, id: randomUUID(), points: JSON.stringify(route.points), updated_at: new Date() })
  await noroshi.db
    .insertInto('map_shapes')
    .values(Array.from({ length: MAP_SHAPES_MAX - 1 }, row))
    .execute()
  const many = await Promise.all([1, 2, 3].map(() => put(gen, randomUUID())))
  expect(many.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

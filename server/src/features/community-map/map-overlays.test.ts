import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { MAP_OVERLAYS_MAX, mapOverlayRoutes, OVERLAY_SIDE_MAX } from '@noroshi/contract/community-map/map-overlays.http'
import type { Caller } from '#/testing/caller.ts'
import { picture } from '#/testing/scenes/pictures.ts'
import { startTestServer } from '#/testing/test-server.ts'

const points = [
  { x: 0, y: 0, latitude: 38.27, longitude: 140.86 },
  { x: 1, y: 0, latitude: 38.27, longitude: 140.89 },
  { x: 0, y: 1, latitude: 38.25, longitude: 140.86 },
]
const laid = { name: 'Hazard map', points, opacity: 55, isShown: true }

const add = (caller: Caller, bytes: Uint8Array<ArrayBuffer> | null, clientId: string = randomUUID()) =>
  caller.request(mapOverlayRoutes.create, {
    form: { name: 'Hazard map', clientId },
    files: bytes === null ? [] : [{ name: 'map.png', bytes }],
  })
const change = (caller: Caller, id: string, body: Record<string, unknown> = laid) =>
  caller.request(mapOverlayRoutes.change, { params: { id }, body })
const list = async (caller: Caller) => (await caller.fetch(mapOverlayRoutes.list)).items

test('an administrator uploads a picture and lays it, and members have it on their maps while it is shown', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const phone = await ben.openSocket()
  const [bytes, clientId] = [await picture(40, 30), randomUUID()]
  const added = await add(gen, bytes, clientId)
  expect(added).toMatchObject({ status: 201, body: { name: 'Hazard map', points: null, picture: { width: 40, height: 30 } } })
  expect(await add(gen, bytes, clientId)).toMatchObject({ status: 200, body: { id: added.body.id } })
  await phone.next('map-overlays:changed')
  const { id, picture: file } = (await list(gen))[0] ?? { id: '', picture: { mediaUrl: '' } }
  const readers = async () =>
    Promise.all([gen, ben, noroshi.visitor].map(async (caller) => (await caller.rawFetch(file.mediaUrl)).status))
  expect(await list(ben)).toEqual([])
  expect(await readers()).toEqual([200, 404, 404])

  expect(await change(gen, id)).toMatchObject({ status: 200, body: laid })
  expect(await list(ben)).toMatchObject([{ id, ...laid }])
  expect(await readers()).toEqual([200, 200, 404])

  await change(gen, id, { ...laid, isShown: false })
  expect([await list(ben), (await list(gen)).length]).toEqual([[], 1])
  expect(await readers()).toEqual([200, 404, 404])
  expect((await change(ben, id)).status).toBe(403)
  const remove = (caller: Caller) => caller.request(mapOverlayRoutes.remove, { params: { id } })
  expect((await remove(ben)).status).toBe(403)
  expect((await remove(gen)).status).toBe(200)
  expect((await remove(gen)).body).toMatchObject({ code: 'mapOverlay.notFound' })
  expect(await noroshi.db.selectFrom('files').select('id').execute()).toEqual([])
  const actions = (await gen.fetch(auditRoutes.list)).items.map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('mapOverlay.'))).toEqual([
    'mapOverlay.deleted',
    'mapOverlay.changed',
    'mapOverlay.changed',
    'mapOverlay.created',
  ])
})

test('points that cannot lay a picture, a file that is no picture, a great one and one too many are refused', async () => {
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const bytes = await picture(40, 30)
  const id = (await add(gen, bytes)).body.id ?? ''
  const [first, second, third] = points
  const wrong = [
    [[first, second], 'Choose three points'],
    [[first, second, { ...third, y: 0.01 }], 'nearly in one line'],
    [[first, second, { ...third, latitude: 38.2699 }], 'nearly in one line'],
    [[first, second, { ...third, latitude: 38.29 }], 'mirrored'],
    [[first, { ...second, longitude: 175 }, { ...third, latitude: 10 }], 'too distorted'],
    [[first, second, { ...third, x: 2 }], '"path":"points'],
  ] as const
  for (const [refused, problem] of wrong) {
    const { status, body } = await change(gen, id, { ...laid, points: refused })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(problem)])
  }
  expect((await change(gen, id, { ...laid, opacity: 0 })).status).toBe(400)
  expect((await add(gen, null)).body).toMatchObject({ code: 'file.notPicture' })
  expect((await add(gen, new TextEncoder().encode('no picture'))).body).toMatchObject({ code: 'file.notPicture' })
  expect((await add(gen, await picture(OVERLAY_SIDE_MAX + 1, 10))).body).toMatchObject({ code: 'mapOverlay.tooLarge' })
  const more = await Promise.all(Array.from({ length: MAP_OVERLAYS_MAX }, () => add(gen, bytes)))
  expect(more.filter(({ status }) => status === 201)).toHaveLength(MAP_OVERLAYS_MAX - 1)
  expect(more.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'mapOverlay.tooMany' })
  expect(await noroshi.db.selectFrom('files').select('id').execute()).toHaveLength(MAP_OVERLAYS_MAX)
})

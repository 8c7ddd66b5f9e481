import { expect, test } from 'vitest'
import { z } from 'zod'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { unitRoutes } from '@noroshi/contract/units/units.http'
import {
  carry,
  contextOf,
  forgeFile,
  forgeSegment,
  framesOf,
  type Hall,
  laneOf,
  openGroup,
  readFile,
} from '#/testing/scenes/units.ts'
import { syncKinds } from '#/sync-kinds.ts'
import { takeBundle } from './exchange.service.ts'
import { laneRows } from './lanes.sql.ts'
import { createSyncContext } from './sync-context.service.ts'
import { defineSyncKind } from './sync-kind.service.ts'
import { longTest } from '#/testing/long-test.ts'

const createFeed = ({ admin }: Hall) =>
  admin.fetch(feedRoutes.create, { form: { name: 'Water', isShared: 'true', allowsPostByAnyUser: 'true' } })
const post = ({ admin }: Hall, feedId: string, textContent: string) =>
  admin.fetch(postRoutes.create, { params: { id: feedId }, form: { textContent } })
const textsOf = async ({ admin }: Hall, feedId: string) =>
  (await admin.fetch(postRoutes.list, { params: { id: feedId } })).posts.map(({ textContent }) => textContent)
const unitAt = async ({ admin }: Hall, name: string) =>
  (await admin.fetch(unitRoutes.read)).units.find((unit) => unit.name === name)
const endOf = async (at: Hall, lane: string) => (await laneRows(at.server.db)).find((row) => row.lane === lane)

test('a revocation that arrives with later records of the revoked unit leaves them out, and the others go on', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const feed = await createFeed(hall)
  await carry(hall, gym)
  await post(gym, feed.id, 'in time')
  await carry(gym, hall)
  await hall.admin.fetch(unitRoutes.revoke, { params: { id: await gym.unitId() } })
  await post(hall, feed.id, 'after the revocation')
  await hall.admin.fetch(unitRoutes.read) // it writes the segments
  await post(gym, feed.id, 'too late')
  await gym.admin.fetch(unitRoutes.read)
  const file = await forgeFile(hall, school, [...(await framesOf(hall)), ...(await framesOf(gym))])
  expect(await readFile(school, file)).toMatchObject({ isNew: true })
  expect(await textsOf(school, feed.id)).toEqual(['after the revocation', 'in time'])
  const waiting = school.server.db.selectFrom('sync_segments').select('lane').where('position', 'is', null)
  expect(await waiting.execute()).toEqual([])
})

longTest('a unit that has later records of a revoked unit stays connected, and sends them to no unit', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const feed = await createFeed(hall)
  await carry(hall, gym)
  await carry(hall, school)
  await carry(gym, hall)
  await hall.admin.fetch(unitRoutes.revoke, { params: { id: await gym.unitId() } })
  await carry(hall, school)
  expect(await unitAt(school, 'Gym')).toMatchObject({ state: 'revoked' })
  await school.server.db.updateTable('sync_units').set({ valid_until: null }).where('name', '=', 'Gym').execute()
  await post(gym, feed.id, 'too late')
  await gym.admin.fetch(unitRoutes.read)
  expect(await readFile(school, await forgeFile(gym, school, await framesOf(gym)))).toMatchObject({ isNew: true })
  const validUntil = (await endOf(hall, await laneOf(gym)))?.applied ?? 0
  await school.server.db
    .updateTable('sync_units')
    .set({ valid_until: JSON.stringify({ [await laneOf(gym)]: validUntil }) })
    .where('name', '=', 'Gym')
    .execute()
  await post(school, feed.id, 'of the school')
  expect(await carry(school, hall)).toMatchObject({ isNew: true, refused: 0 })
  expect(await textsOf(hall, feed.id)).toEqual(['of the school'])
  await carry(hall, school)
  expect(await unitAt(school, 'Hall')).toMatchObject({ toCarry: 0 })
})

test('a lane waits at a record that throws, and the others go on', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  hall.server.expectsInLog(/the record cannot be applied/)
  const feed = await createFeed(hall)
  await carry(hall, gym)
  await post(gym, feed.id, 'of the gym')
  await gym.admin.fetch(unitRoutes.read)
  await school.admin.fetch(unitRoutes.read)
  const lane = await laneOf(school)
  const end = await endOf(school, lane)
  const header = { lane, first: (end?.applied ?? 0) + 1, prev: end?.hash.toString('base64url') ?? '' }
  const throwing = await forgeSegment(school, header, [['throwing', {}]])
  const file = await forgeFile(school, hall, [...(await framesOf(school)), throwing, ...(await framesOf(gym))])
  const kind = defineSyncKind({
    name: 'throwing',
    schema: z.object({}),
    read: async () => [],
    receive: () => Promise.reject(new Error('the record cannot be applied')),
  })
  await takeBundle(createSyncContext(hall.server.deps, [...syncKinds, kind]), Buffer.from(file, 'base64'), 'bundle')
  expect(await textsOf(hall, feed.id)).toEqual(['of the gym'])
  expect(await endOf(hall, lane)).toMatchObject({ applied: end?.applied })
})

test('segments with too many records, and segments far after the applied ones, are refused', async () => {
  await using group = await openGroup()
  const { hall, school } = group
  await carry(school, hall)
  const lane = await laneOf(school)
  const end = await endOf(hall, lane)
  const next = { lane, first: (end?.applied ?? 0) + 1, prev: end?.hash.toString('base64url') ?? '' }
  const record = ['of-a-later-version', {}] as const
  const large = await forgeSegment(
    school,
    next,
    Array.from({ length: 1001 }, () => record),
  )
  const far = await forgeSegment(school, { lane, first: 1_000_000, prev: '' }, [record])
  expect(await readFile(hall, await forgeFile(school, hall, [large, far]))).toEqual({ name: 'School', isNew: false, refused: 2 })
  const near = await forgeSegment(school, { ...next, first: next.first + 10 }, [record])
  expect(await readFile(hall, await forgeFile(school, hall, [near]))).toMatchObject({ isNew: true, refused: 0 })
})

test('a segment of a copied database that does not follow the applied ones leaves its place to the right one', async () => {
  await using group = await openGroup()
  const { hall, gym } = group
  const feed = await createFeed(hall)
  await carry(hall, gym)
  await carry(gym, hall)
  const lane = await laneOf(gym)
  const first = ((await endOf(hall, lane))?.applied ?? 0) + 1
  const copied = await forgeSegment(gym, { lane, first, prev: 'of-the-copy' }, [['of-a-later-version', {}]])
  await readFile(hall, await forgeFile(gym, hall, [copied]))
  await post(gym, feed.id, 'of the gym')
  await carry(gym, hall)
  expect(await textsOf(hall, feed.id)).toEqual(['of the gym'])
  expect(await unitAt(hall, 'Gym')).toMatchObject({ isForked: true })
})

test('a file is refused while the disk of the server is full', async () => {
  await using group = await openGroup()
  const { hall, gym } = group
  const feed = await createFeed(hall)
  await post(hall, feed.id, 'Water at 10')
  await hall.admin.fetch(unitRoutes.read)
  const file = Buffer.from(await forgeFile(hall, gym, await framesOf(hall)), 'base64')
  const disk = { level: 'low', freeBytes: 0, release: async () => false } as const
  const context = { ...contextOf(gym), deps: { ...gym.server.deps, disk } }
  await expect(takeBundle(context, file, 'bundle')).rejects.toMatchObject({ code: 'disk.full' })
  expect(await takeBundle(context, file, 'link')).toMatchObject({ stored: 0 })
  expect(await endOf(gym, await laneOf(hall))).toBeUndefined()
  expect(await takeBundle(contextOf(gym), file, 'bundle')).toMatchObject({ refused: 0 })
  expect(await textsOf(gym, feed.id)).toEqual(['Water at 10'])
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { unitRoutes } from '@noroshi/contract/units/units.http'
import {
  carry,
  confirmBoth,
  contextOf,
  forgeFile,
  forgeSegment,
  foundGroup,
  type Hall,
  joinByFiles,
  laneOf,
  openGroup,
  openHall,
  readFile,
  writeFile,
} from '#/testing/scenes/units.ts'
import { feedKind, postKind } from '#/features/feeds/received-feeds.service.ts'
import { laneRows } from './lanes.sql.ts'
import { erasedLine, hashOfSegment, lineOf, recordsOf } from './segments.ts'

const createFeed = ({ admin }: Hall, name: string, isShared = true) =>
  admin.fetch(feedRoutes.create, { form: { name, isShared: String(isShared), allowsPostByAnyUser: 'true' } })
const post = ({ admin }: Hall, feedId: string, textContent: string) =>
  admin.fetch(postRoutes.create, { params: { id: feedId }, form: { textContent } })
const textsOf = async ({ admin }: Hall, feedId: string) =>
  (await admin.fetch(postRoutes.list, { params: { id: feedId } })).posts.map(({ textContent }) => textContent)
const unknownAt = ({ server }: Hall) => server.db.selectFrom('sync_unknown').select('record').execute()

/** Writes a file with a segment that the unit `signer` signs for the lane of `owner`, as a compromised unit would. */
async function forgedFile(
  signer: Hall,
  owner: Hall,
  to: Hall,
  records: readonly (readonly [string, unknown])[],
): Promise<string> {
  const lane = await laneOf(owner)
  const end = (await laneRows(to.server.db)).find((row) => row.lane === lane)
  const [first, prev] = [(end?.applied ?? 0) + 1, end?.hash.toString('base64url') ?? '']
  return forgeFile(signer, to, [await forgeSegment(signer, { lane, first, prev }, records)])
}

test('a file that is changed, cut off, foreign, or not from a unit is refused and changes nothing', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const feed = await createFeed(hall, 'Water')
  await post(hall, feed.id, 'Water at 10')
  const file = await writeFile(hall, [gym])
  const bytes = Buffer.from(file, 'base64')
  for (const text of ['Water', 'Hall', feed.id]) expect(bytes.includes(text)).toBe(false)
  const changed = Buffer.from(bytes)
  changed[bytes.length - 40] = (changed[bytes.length - 40] ?? 0) ^ 1
  const [cut, alien] = [bytes.subarray(0, bytes.length - 20), Buffer.from('age-encryption.org/v1\nno bundle')]
  for (const wrong of [changed, cut, alien])
    expect(await gym.admin.request(unitRoutes.take, { body: { bundle: wrong.toString('base64') } })).toMatchObject({
      status: 400,
      body: { code: 'units.bundleRefused' },
    })
  expect(await school.admin.request(unitRoutes.take, { body: { bundle: file } })).toMatchObject({ status: 400 })
  expect((await gym.admin.fetch(feedRoutes.list)).items).toEqual([])
  expect(await readFile(gym, file)).toMatchObject({ isNew: true, refused: 0 })
  expect(await readFile(gym, file)).toMatchObject({ isNew: false, refused: 0 })
  expect(await textsOf(gym, feed.id)).toEqual(['Water at 10'])
})

test('a unit cannot write in the lane of another one', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  await carry(hall, gym)
  const record = ['unit', { id: await hall.unitId(), name: 'Taken over', isCloudUnit: true, urls: [], version: '' }] as const
  expect(await readFile(gym, await forgedFile(school, hall, gym, [record]))).toMatchObject({ isNew: false, refused: 1 })
})

test('a compromised unit cannot admit units, rename people of others, write in their names or into feeds that stay', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const own = await createFeed(hall, 'Of the hall alone', false)
  const shared = await createFeed(hall, 'Water')
  const { id } = await post(hall, shared.id, 'Water at 10')
  await carry(hall, school)
  await carry(school, hall)
  const at = new Date().toISOString()
  const stamp = { changed: Date.now() + 3_600_000, changedBy: await school.unitId() }
  const times = { createdAt: at, updatedAt: at, deletedAt: null }
  const place = { latitude: null, longitude: null }
  const review = { isApproved: true, reviewRemarks: null, reviewedAt: null, reviewedBy: null }
  const { signKey, boxKey } = await contextOf(school).keys()
  const flags = { isPublic: true, isOpenToUsers: true, allowsPostByAnyUser: true }
  const records = [
    ['member', { id: randomUUID(), name: 'Thief', signKey, boxKey, validUntil: null }],
    ['unit', { id: await gym.unitId(), name: 'Taken over', isCloudUnit: false, urls: [], version: '' }],
    ['author', { id: hall.admin.id, firstName: 'Taken', lastName: 'Over', nameReading: '', changed: stamp.changed }],
    [
      'feed',
      { id: own.id, name: 'Taken over', description: '', ...place, ...flags, createdBy: hall.admin.id, ...times, ...stamp },
    ],
    [
      'post',
      {
        id: randomUUID(),
        feedId: shared.id,
        createdBy: hall.admin.id,
        textContent: 'Forged',
        textChanged: stamp.changed,
        ...place,
        ...review,
        ...times,
        ...stamp,
      },
    ],
    [
      'post',
      {
        id: randomUUID(),
        feedId: own.id,
        createdBy: hall.admin.id,
        textContent: 'Forged',
        textChanged: stamp.changed,
        ...place,
        ...review,
        ...times,
        ...stamp,
      },
    ],
    ['comment', { id: randomUUID(), postId: id, userId: hall.admin.id, description: 'Forged', ...times, ...stamp }],
    ['like', { postId: id, userId: hall.admin.id, isLiked: true, createdAt: at, ...stamp }],
    ['of-a-later-version', { anything: true }],
    ['post', 'no object'],
  ] as const
  expect(await readFile(hall, await forgedFile(school, school, hall, records))).toMatchObject({ isNew: true, refused: 0 })
  expect((await unknownAt(hall)).map(({ record }) => (JSON.parse(record) as [string, unknown])[0])).toEqual(
    records.map(([kind]) => kind),
  )
  expect((await hall.admin.fetch(unitRoutes.read)).units.map(({ name }) => name)).toEqual(['Gym', 'Hall', 'School'])
  expect((await hall.admin.fetch(feedRoutes.list)).items.map(({ name }) => name)).toEqual(['Of the hall alone', 'Water'])
  expect(await textsOf(hall, shared.id)).toEqual(['Water at 10'])
  const user = await hall.server.db.selectFrom('users').select('first_name').where('id', '=', hall.admin.id).executeTakeFirst()
  expect(user).toEqual({ first_name: 'Hana' })
})

test('a compromised unit cannot change, delete or review what is of others, nor use stamps of others or of the future', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const feed = await createFeed(hall, 'Water')
  await carry(hall, gym)
  await carry(hall, school)
  const { id } = await post(gym, feed.id, 'Water at 10')
  await carry(gym, hall)
  await carry(hall, school)
  const own = await post(school, feed.id, 'Of the school')
  await carry(school, hall)
  const read = async (kind: typeof feedKind, key: string) => z.looseObject({}).parse((await kind.read(hall.server.db, [key]))[0])
  const feedRecord = await read(feedKind, feed.id)
  const [postRecord, ownRecord] = [await read(postKind, id), await read(postKind, own.id)]
  const at = new Date().toISOString()
  const schoolId = await school.unitId()
  const later = { changed: Date.now() + 3_600_000, changedBy: schoolId }
  const review = { isApproved: false, reviewRemarks: 'Forged', reviewedAt: at }
  const changes: readonly (readonly [string, object, object])[] = [
    ['feed', feedRecord, { ...later, name: 'Forged' }],
    ['feed', feedRecord, { ...later, deletedAt: at }],
    ['post', postRecord, { ...later, deletedAt: at }],
    ['post', postRecord, { ...later, textContent: 'Forged', textChanged: later.changed }],
    ['post', postRecord, { ...later, ...review, reviewedBy: null }],
    ['post', postRecord, { ...later, ...review, reviewedBy: hall.admin.id }],
    ['post', postRecord, { ...later, ...review, reviewedBy: school.admin.id, changedBy: await gym.unitId() }],
    ['post', ownRecord, { ...later, textContent: 'Forged', changedBy: await gym.unitId() }],
    ['post', ownRecord, { ...later, textContent: 'Forged', changed: Date.now() + 8 * 86_400_000 }],
    ['post', ownRecord, { ...later, textContent: 'Forged', textChanged: Number.MAX_SAFE_INTEGER }],
    ['author', {}, { id: school.admin.id, firstName: 'Forged', lastName: '', nameReading: '', changed: 2 ** 52 }],
  ]
  const records = changes.map(([kind, record, change]) => [kind, { ...record, ...change }] as const)
  expect(await readFile(hall, await forgedFile(school, school, hall, records))).toMatchObject({ isNew: true, refused: 0 })
  expect(await unknownAt(hall)).toHaveLength(records.length)
  expect((await hall.admin.fetch(feedRoutes.list)).items.map(({ name }) => name)).toEqual(['Water'])
  expect(await textsOf(hall, feed.id)).toEqual(['Of the school', 'Water at 10'])

  // A review by a person of its own is one, but changes no text.
  const reviewed = { ...postRecord, ...later, ...review, isApproved: true, reviewedBy: school.admin.id, textContent: 'Forged' }
  await readFile(hall, await forgedFile(school, school, hall, [['post', { ...reviewed, textChanged: later.changed }]]))
  expect(await unknownAt(hall)).toHaveLength(records.length)
  const row = await hall.server.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ text_content: 'Water at 10', reviewed_by: school.admin.id, changed_by: schoolId })
})

test('a unit changes no feed and no text of another one, and what it deletes of others is deleted here alone', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const feed = await createFeed(hall, 'Water')
  const { id } = await post(hall, feed.id, 'Water at 10')
  const answer = await hall.admin.fetch(commentRoutes.create, { form: { EntityId: id, entityType: 'post', description: 'Seen' } })
  await carry(hall, gym)
  const params = { id: feed.id, postId: id }
  const edit = { name: 'Renamed', isShared: 'true', allowsPostByAnyUser: 'true' }
  expect(await gym.admin.request(feedRoutes.edit, { params, form: edit })).toMatchObject({
    status: 409,
    body: { code: 'feed.ofOtherUnit' },
  })
  expect((await gym.admin.fetch(feedRoutes.edit, { params, form: { ...edit, name: 'Water' } })).name).toBe('Water')
  const member = { id: randomUUID(), feed_id: feed.id, user_id: gym.admin.id, can_update: true }
  await gym.server.db.insertInto('feed_members').values(member).execute()
  expect(await gym.admin.request(postRoutes.edit, { params, form: { textContent: 'Rewritten' } })).toMatchObject({ status: 403 })
  await gym.server.db.updateTable('comments').set({ deleted_at: new Date() }).where('id', '=', answer.id).execute()
  await carry(gym, hall)
  await gym.admin.fetch(postRoutes.remove, { params })
  await carry(gym, hall)
  await carry(gym, school)
  expect([await textsOf(gym, feed.id), await textsOf(hall, feed.id)]).toEqual([[], ['Water at 10']])
  for (const one of [hall, school]) expect(await unknownAt(one)).toEqual([])

  // No words are erased for it, nor for an earlier deletion that another unit may not write.
  const [record] = await postKind.read(hall.server.db, [id])
  const deletion = { ...(record as object), deletedAt: new Date().toISOString(), changed: 1, changedBy: await school.unitId() }
  await readFile(gym, await forgedFile(school, school, gym, [['post', deletion]]))
  expect(await unknownAt(gym)).toHaveLength(1)
  expect(await gym.server.db.selectFrom('sync_erasures').selectAll().execute()).toEqual([])
})

test('what PostgreSQL refuses of a record does not stop the lane of its unit', async () => {
  await using group = await openGroup()
  const { hall, school } = group
  await carry(hall, school)
  await carry(school, hall)
  const author = { firstName: 'Sora', lastName: '', nameReading: '', changed: 1 }
  const records = [
    ['author', { id: randomUUID(), ...author, firstName: 'null \u0000 character' }],
    ['author', { id: randomUUID(), ...author }],
  ] as const
  expect(await readFile(hall, await forgedFile(school, school, hall, records))).toMatchObject({ isNew: true, refused: 0 })
  expect(await unknownAt(hall)).toHaveLength(1)
  expect(await hall.server.db.selectFrom('users').select('first_name').where('first_name', '=', 'Sora').execute()).toHaveLength(1)
})

test('a revoked unit is cut off at what its founder has of it, at every unit', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const feed = await createFeed(hall, 'Water')
  await carry(hall, gym)
  await carry(hall, school)
  await post(gym, feed.id, 'before')
  await carry(gym, hall)
  const gymId = await gym.unitId()
  expect(await school.admin.request(unitRoutes.revoke, { params: { id: gymId } })).toMatchObject({ status: 403 })
  await post(gym, feed.id, 'after')
  const late = await writeFile(gym, [hall, school])
  await hall.admin.fetch(unitRoutes.revoke, { params: { id: gymId } })
  expect(await hall.admin.request(unitRoutes.take, { body: { bundle: late } })).toMatchObject({ status: 400 })
  expect(await hall.admin.request(unitRoutes.write, { body: { UnitIds: [gymId] } })).toMatchObject({ status: 404 })
  await carry(hall, school)
  expect(await school.admin.request(unitRoutes.take, { body: { bundle: late } })).toMatchObject({ status: 400 })
  for (const one of [hall, school]) expect(await textsOf(one, feed.id)).toEqual(['before'])
  expect((await school.admin.fetch(unitRoutes.read)).units.find(({ id }) => id === gymId)).toMatchObject({ state: 'revoked' })
})

test('a request or an answer that is changed is refused, and nothing is exchanged before both have confirmed the digits', async () => {
  await using hall = await openHall('Hall')
  await using gym = await openHall('Gym')
  await foundGroup(hall)
  const { file } = await gym.admin.fetch(unitRoutes.request)
  for (const wrong of [file.replace('Gym', 'Gxm'), file.slice(5), 'no file'])
    expect(await hall.admin.request(unitRoutes.admit, { body: { file: wrong } })).toMatchObject({
      status: 400,
      body: { code: 'units.fileRefused' },
    })
  const answer = await hall.admin.fetch(unitRoutes.admit, { body: { file } })
  expect(await gym.admin.request(unitRoutes.accept, { body: { file: answer.file.replace('Wakaba', 'Aoba') } })).toMatchObject({
    status: 400,
  })
  await gym.admin.fetch(unitRoutes.accept, { body: answer })
  expect(await gym.admin.request(unitRoutes.write, { body: { UnitIds: [await hall.unitId()] } })).toMatchObject({ status: 409 })
  expect(await hall.admin.request(unitRoutes.write, { body: { UnitIds: [await gym.unitId()] } })).toMatchObject({ status: 404 })
  await gym.admin.fetch(unitRoutes.reject, { params: { id: await hall.unitId() } })
  expect(await gym.admin.fetch(unitRoutes.read)).toMatchObject({ group: null, units: [] })
  await joinByFiles(hall, gym)
  await confirmBoth(hall, gym)
  expect(await carry(hall, gym)).toMatchObject({ isNew: true })
})

test('a record that was replaced by its hash keeps the signature of its segment', () => {
  const [one, other] = [lineOf('post', { text: 'one' }), lineOf('post', { text: 'other' })]
  const erased = erasedLine(one, 'a'.repeat(86))
  expect(hashOfSegment('header', `${erased}\n${other}`)).toEqual(hashOfSegment('header', `${one}\n${other}`))
  expect(recordsOf(5, `${erased}\n${other}`)).toEqual([{ n: 6, kind: 'post', data: { text: 'other' } }])
  expect(() => recordsOf(5, erased.slice(0, 44))).toThrow()
  expect(lineOf('post', { text: 'one' })).not.toBe(one)
})

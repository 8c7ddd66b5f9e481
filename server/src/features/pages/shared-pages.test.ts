import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { unitRoutes } from '@noroshi/contract/units/units.http'
import { newId } from '#/db/ids.ts'
import { laneRows } from '#/features/units/lanes.sql.ts'
import {
  addPageMember,
  contentOf,
  createPage,
  fetchPage,
  publishPage,
  requestPublish,
  reviewDraft,
  uploadDocument,
  picture,
} from '#/testing/scenes/pages.ts'
import {
  carry,
  exchangeAll,
  forgeFile,
  forgeSegment,
  type Hall,
  laneOf,
  openGroup,
  openHall,
  readFile,
} from '#/testing/scenes/units.ts'
import { removeOldPageHistory } from './page-history.service.ts'
import { pageKind, pageRevisionKind } from './received-pages.service.ts'

const share = (hall: Hall, title = 'Evacuation') => createPage(hall.admin, { title, isShared: true })
/** The administrator of another unit may publish there. */
const join = ({ admin }: Hall, pageId: string) => addPageMember(admin, pageId, admin, { canModerateUpdates: true })
const textOf = async ({ admin }: Hall, pageId: string) => (await fetchPage(admin, pageId)).excerpt
const draftsOf = async ({ admin }: Hall, pageId: string) =>
  (await admin.fetch(draftRoutes.listPending, { params: { id: pageId } })).items
const comparisonOf = ({ admin }: Hall, pageId: string, draftId: string) =>
  admin.fetch(draftRoutes.compare, { params: { id: pageId, draftId } })
const historyOf = async ({ admin }: Hall, pageId: string) =>
  (await admin.fetch(pageRoutes.listRevisions, { params: { id: pageId } })).items.map(({ revision }) => revision)
const unknownAt = ({ server }: Hall) => server.db.selectFrom('sync_unknown').select('record').execute()
const idOfPublished = async ({ server }: Hall, pageId: string) =>
  server.db
    .selectFrom('page_revisions')
    .innerJoin('pages', (joined) =>
      joined.onRef('pages.id', '=', 'page_id').onRef('pages.revision', '=', 'page_revisions.revision'),
    )
    .select(['page_revisions.id', 'parents'])
    .where('pages.id', '=', pageId)
    .executeTakeFirst()

test('a page for all units is published at one and read at the other, and nothing of scope unit leaves', async () => {
  const CANARY = 'canary-of-this-unit'
  await using group = await openGroup()
  const { hall, gym } = group
  const page = await share(hall)
  const own = await createPage(hall.admin, { title: `${CANARY} title` })
  await publishPage(hall.admin, own.id, `${CANARY} text`)
  const plan = await uploadDocument(hall.admin)
  await publishPage(hall.admin, page.id, 'Water at 10', picture(plan))
  const socket = await gym.admin.openSocket()
  const arrived = socket.next('page:updated')
  expect(await carry(hall, gym)).toMatchObject({ isNew: true, refused: 0 })
  expect(await arrived).toMatchObject({ id: page.id })
  expect(await unknownAt(gym)).toEqual([])
  const read = { title: 'Evacuation', excerpt: 'Water at 10', revision: 2, isShared: true, createdBy: { fullName: 'Hana' } }
  expect(await fetchPage(gym.admin, page.id)).toMatchObject(read)
  const segments = await gym.segments()
  for (const secret of [CANARY, own.id]) expect(segments).not.toContain(secret)

  // Its content returns with a picture of the hall, which has it.
  await join(gym, page.id)
  expect(await requestPublish(gym.admin, page.id, contentOf('Not of this unit', picture(plan)))).toMatchObject({ status: 400 })
  await publishPage(gym.admin, page.id, 'Water at 11')
  await carry(gym, hall)
  expect(await fetchPage(hall.admin, page.id)).toMatchObject({
    excerpt: 'Water at 11',
    revision: 3,
    publishedBy: { fullName: 'Gen' },
  })
  expect(await historyOf(hall, page.id)).toEqual([3, 2, 1])

  // Only the unit of its creator changes its title; widening sends what a page has.
  const renamed = { params: { id: page.id }, body: { title: 'Of the gym', isPublic: true } }
  expect(await gym.admin.request(pageRoutes.rename, renamed)).toMatchObject({ status: 409, body: { code: 'page.ofOtherUnit' } })
  const narrowed = { params: { id: page.id }, body: { title: 'Evacuation', isShared: false } }
  expect(await hall.admin.request(pageRoutes.rename, narrowed)).toMatchObject({ status: 409, body: { code: 'page.staysShared' } })
  await hall.admin.fetch(pageRoutes.rename, {
    params: { id: own.id },
    body: { title: 'Open now', isPublic: false, isShared: true },
  })
  await carry(hall, gym)
  expect(await fetchPage(gym.admin, own.id)).toMatchObject({ title: 'Open now', excerpt: `${CANARY} text`, isPublic: false })
  expect(await gym.server.visitor.request(pageRoutes.get, { params: { id: own.id } })).toMatchObject({ status: 404 })

  await using single = await openHall('Alone')
  expect(await single.admin.request(pageRoutes.create, { body: { title: 'Not yet', isShared: true } })).toMatchObject({
    status: 409,
    body: { code: 'page.unitsNotSharing' },
  })
})

test('of what two units publish from one revision, the later is published and the other is one draft at all units, which a review merges', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const page = await share(hall)
  await publishPage(hall.admin, page.id, 'Water at 10')
  await carry(hall, gym)
  await carry(hall, school)
  for (const unit of [gym, school]) await join(unit, page.id)
  const [, base] = [await publishPage(hall.admin, page.id, 'Water at 10', 'Rice'), 2]
  await publishPage(hall.admin, page.id, 'Water at 10', 'Rice at 12')
  await publishPage(gym.admin, page.id, 'Water at 11')
  await carry(hall, gym)
  await carry(gym, school)
  await carry(gym, hall)
  const [offered] = await draftsOf(hall, page.id)
  for (const unit of [hall, gym, school]) {
    expect(await textOf(unit, page.id), unit.name).toBe('Water at 11')
    const drafts = await draftsOf(unit, page.id)
    expect(drafts, unit.name).toHaveLength(1)
    expect(drafts[0], unit.name).toMatchObject({ id: offered?.id, excerpt: 'Water at 10\nRice at 12', baseRevision: base })
    expect(drafts[0]?.draftedBy.fullName, unit.name).toBe('Hana')
    const { baseContent } = await comparisonOf(unit, page.id, drafts[0]?.id ?? '')
    expect(baseContent, unit.name).toBe(contentOf('Water at 10'))
    expect(await unknownAt(unit), unit.name).toEqual([])
  }

  // A reviewer of the third unit merges both; a retry after a lost reply returns the same.
  const merged = contentOf('Water at 11', 'Rice at 12')
  const [draft] = await draftsOf(school, page.id)
  const { published } = await comparisonOf(school, page.id, draft?.id ?? '')
  const review = { content: merged, comparedRevision: published.revision }
  const id = { id: draft?.id ?? '', PageId: page.id }
  const socket = await hall.admin.openSocket()
  for (const _ of [1, 2]) expect(await reviewDraft(school.admin, id, 'approved', review)).toMatchObject({ status: 200 })
  await carry(school, hall)
  expect(await socket.next('page:draft')).toMatchObject({
    id: offered?.id,
    status: 'approved',
    reviewedBy: { id: school.admin.id },
  })
  await carry(school, gym)
  for (const unit of [hall, gym, school]) {
    expect(await textOf(unit, page.id), unit.name).toBe('Water at 11\nRice at 12')
    expect(await draftsOf(unit, page.id), unit.name).toEqual([])
    expect((await idOfPublished(unit, page.id))?.parents, unit.name).toHaveLength(2)
    expect(await unknownAt(unit), unit.name).toEqual([])
  }

  // The retention removes what was replaced, and no version that a draft or the page needs.
  await publishPage(gym.admin, page.id, 'Of the gym')
  await publishPage(school.admin, page.id, 'Of the school')
  await carry(school, gym)
  await removeOldPageHistory(gym.server.deps, new Date(Date.now() + 60_000), async () => true)
  expect(await textOf(gym, page.id)).toBe('Of the school')
  const [left] = await draftsOf(gym, page.id)
  expect((await comparisonOf(gym, page.id, left?.id ?? '')).baseContent).toBe(merged)
  expect(await historyOf(gym, page.id)).toHaveLength(3)
})

test('a deletion wins over every change, and the words of the page leave the segments of all units', async () => {
  const WORDS = 'words-that-go'
  await using group = await openGroup()
  const { hall, gym, school } = group
  const page = await share(hall, `${WORDS} title`)
  await publishPage(hall.admin, page.id, `${WORDS} of the hall`)
  await carry(hall, gym)
  await carry(hall, school)
  await join(gym, page.id)
  await publishPage(gym.admin, page.id, `${WORDS} of the gym`)
  await carry(gym, school)

  // A deletion at another unit counts there alone.
  await join(school, page.id)
  await publishPage(school.admin, page.id, `${WORDS} of the school`)
  await carry(school, gym)
  await school.admin.fetch(pageRoutes.remove, { params: { id: page.id } })
  await carry(school, gym)
  expect(await textOf(gym, page.id)).toBe(`${WORDS} of the school`)
  expect(await school.server.db.selectFrom('sync_erasures').selectAll().execute()).toEqual([])

  const socket = await gym.admin.openSocket()
  const deleted = socket.next('page:deleted')
  await hall.admin.fetch(pageRoutes.remove, { params: { id: page.id } })
  await hall.admin.fetch(unitRoutes.read) // it writes the segments
  await exchangeAll(hall)
  await carry(hall, gym)
  expect(await deleted).toMatchObject({ id: page.id })
  await exchangeAll(gym)
  await carry(gym, school)
  await exchangeAll(school)
  for (const [from, to] of [
    [school, gym],
    [gym, hall],
  ] as const)
    await carry(from, to)
  for (const unit of [hall, gym, school]) {
    expect(await unit.segments(), unit.name).not.toContain(WORDS)
    expect(await unknownAt(unit), unit.name).toEqual([])
    expect(await unit.admin.request(pageRoutes.get, { params: { id: page.id } }), unit.name).toMatchObject({ status: 404 })
  }
  const kept = gym.server.db.selectFrom('page_revisions').select(['content', 'title']).where('page_id', '=', page.id)
  const words = (await kept.execute()).filter(({ content }) => content.includes(WORDS))
  expect(words).toHaveLength(1) // what a person of the gym wrote
})

/** Writes a file with records that a unit signs for its own lane, as a compromised one would. */
async function forged(signer: Hall, to: Hall, records: readonly (readonly [string, unknown])[]): Promise<string> {
  const lane = await laneOf(signer)
  const end = (await laneRows(to.server.db)).find((row) => row.lane === lane)
  const [first, prev] = [(end?.applied ?? 0) + 1, end?.hash.toString('base64url') ?? '']
  return forgeFile(signer, to, [await forgeSegment(signer, { lane, first, prev }, records)])
}

test('a compromised unit changes no page of others, publishes in no name of others, and stores no script', async () => {
  await using group = await openGroup()
  const { hall, gym, school } = group
  const page = await share(hall)
  const own = await createPage(hall.admin, { title: 'Of the hall alone' })
  await publishPage(hall.admin, page.id, 'Water at 10')
  await carry(hall, gym)
  await join(gym, page.id)
  await publishPage(gym.admin, page.id, 'Water at 11')
  await carry(gym, hall)
  await carry(hall, school)
  await join(school, page.id)
  await publishPage(school.admin, page.id, 'Of the school')
  await carry(school, hall)
  const record = async (kind: typeof pageKind, unit: Hall, key: string) =>
    z.looseObject({}).parse((await kind.read(unit.server.db, [key]))[0])
  const revisionId = (await idOfPublished(school, page.id))?.id ?? ''
  const gymRevision = (await idOfPublished(gym, page.id))?.id ?? ''
  const pageRecord = await record(pageKind, hall, page.id)
  const revision = await record(pageRevisionKind, school, revisionId)
  const later = { changed: Date.now() + 3_600_000, changedBy: await school.unitId() }
  const fresh = () => ({ ...revision, ...later, id: newId(), parents: [revisionId] })
  const link = { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }
  const script = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [link] }] })
  const refused: readonly (readonly [string, object])[] = [
    ['page', { ...pageRecord, ...later, title: 'Forged' }],
    ['page', { ...pageRecord, ...later, deletedAt: new Date().toISOString() }],
    ['page', { ...pageRecord, ...later, id: own.id, title: 'Forged' }],
    ['pageRevision', { ...fresh(), publishedBy: hall.admin.id }],
    ['pageRevision', { ...fresh(), publishedBy: randomUUID() }],
    ['pageRevision', { ...fresh(), pageId: own.id }],
    ['pageRevision', { ...fresh(), changedBy: await gym.unitId() }],
    ['pageRevision', { ...fresh(), changed: 1 }],
    ['pageRevision', { ...fresh(), changed: Date.now() + 8 * 86_400_000 }],
    ['pageRevision', { ...fresh(), id: gymRevision, content: contentOf('Forged') }],
    ['pageRevision', { ...fresh(), content: script }],
    ['pageRevision', { ...fresh(), content: 'no rich text' }],
    ['pageRevision', { ...fresh(), parents: Array.from({ length: 11 }, randomUUID) }],
  ]
  expect(await readFile(hall, await forged(school, hall, refused))).toMatchObject({ isNew: true, refused: 0 })
  expect(await unknownAt(hall)).toHaveLength(refused.length)
  expect(await fetchPage(hall.admin, page.id)).toMatchObject({ title: 'Evacuation', excerpt: 'Of the school' })
  expect(await fetchPage(hall.admin, own.id)).toMatchObject({ title: 'Of the hall alone', revision: 1 })

  // A received content gives no one access to a file of the hall, and does not name it on the card.
  const secret = await uploadDocument(hall.admin, 'secret')
  const [reader] = await hall.server.people('Rei')
  await readFile(
    hall,
    await forged(school, hall, [['pageRevision', { ...fresh(), content: contentOf('Seen', picture(secret)) }]]),
  )
  expect(await unknownAt(hall)).toHaveLength(refused.length)
  expect(await fetchPage(hall.admin, page.id)).toMatchObject({ excerpt: 'Seen', firstMedia: null })
  expect((await reader.rawFetch(secret)).status).toBe(404)
})

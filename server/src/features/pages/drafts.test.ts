import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DraftComparison, draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { createPace } from '#/db/pace.ts'
import type { Caller } from '#/testing/caller.ts'
import {
  contentOf,
  discardDraft,
  submitDraft,
  addPageMember,
  reviewDraft,
  createPage,
  publishPage,
  fetchPage,
  deletePage,
  requestDraft,
} from '#/testing/scenes/pages.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'
import { removeOldPageHistory } from './page-history.service.ts'

let noroshi: TestServer
let admin: TestUser
let writer: TestUser
let other: TestUser
let reviewer: TestUser
let pageId: string
beforeAll(async () => {
  noroshi = await startTestServer()
  admin = await noroshi.admin('Ito')
  ;[writer, other, reviewer] = await noroshi.people('Aiko', 'Chika', 'Ben')
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ id: pageId } = await createPage(admin))
  for (const person of [writer, other]) await addPageMember(admin, pageId, person, { canUpdate: true })
  await addPageMember(admin, pageId, reviewer, { canModerateUpdates: true })
})

const inPage = (id = pageId) => ({ params: { id } })
const compare = (person: Caller, { id }: Pick<PageDraft, 'id'>): Promise<DraftComparison> =>
  person.fetch(draftRoutes.compare, { params: { id: pageId, draftId: id } })
const listOwn = async (person: Caller) => (await person.fetch(draftRoutes.listOwn, inPage())).items
const listPending = async () => (await reviewer.fetch(draftRoutes.listPending, inPage())).items

test('a draft is pending, stores its base revision, and does not change the page', async () => {
  await publishPage(admin, pageId, 'water')
  const draft = await submitDraft(writer, pageId, 'water', 'rice')
  expect(draft).toMatchObject({
    PageId: pageId,
    baseRevision: 2,
    status: 'pending',
    excerpt: 'water\nrice',
    reviewRemarks: null,
    reviewedBy: null,
    reviewedAt: null,
    DraftedByUserId: writer.id,
    draftedBy: { firstName: 'Aiko' },
    draftContent: contentOf('water', 'rice'),
  })
  expect(await listOwn(writer)).toEqual([draft])
  expect(await listOwn(other)).toEqual([])
  expect(await listPending()).toEqual([draft])
  expect((await fetchPage(other, pageId)).content).toBe(contentOf('water'))
})

test('the second of two drafts on one base must be compared before it is approved', async () => {
  const [first, second] = [await submitDraft(writer, pageId, 'water'), await submitDraft(other, pageId, 'rice')]
  expect((await reviewDraft(reviewer, first, 'approved')).status).toBe(200)
  expect(await compare(reviewer, second)).toEqual({
    draft: second,
    baseContent: (await fetchPage(reviewer, pageId)).content.replace(/\[.*\]/, '[{"type":"paragraph"}]'),
    published: { revision: 2, content: contentOf('water') },
  })
  for (const comparison of [{}, { comparedRevision: 1 }, { comparedRevision: 3 }]) {
    const { status, body } = await reviewDraft(reviewer, second, 'approved', comparison)
    expect([status, body]).toMatchObject([409, { code: 'page.draftOutdated' }])
  }
  expect((await fetchPage(other, pageId)).content).toBe(contentOf('water'))
  expect(await listPending()).toEqual([second])

  await publishPage(admin, pageId, 'tea')
  expect((await reviewDraft(reviewer, second, 'approved', { comparedRevision: 2 })).status).toBe(409)
  const { status, body } = await reviewDraft(reviewer, second, 'approved', { comparedRevision: 3 })
  expect([status, body.status, body.draftContent]).toEqual([200, 'approved', contentOf('rice')])
  expect(await fetchPage(other, pageId)).toMatchObject({ revision: 4, content: contentOf('rice') })
})

test('a content merged by the reviewer is published instead of the draft, which is not changed', async () => {
  const [first, second] = [await submitDraft(writer, pageId, 'water'), await submitDraft(other, pageId, 'rice')]
  await reviewDraft(reviewer, first, 'approved')
  const content = contentOf('water', 'rice')
  await reviewDraft(reviewer, second, 'approved', { comparedRevision: 2, content })
  expect((await fetchPage(writer, pageId)).content).toBe(content)
  expect((await listOwn(other))[0]).toMatchObject({ status: 'approved', draftContent: contentOf('rice') })
})

test('a draft on an old base may be rejected without a comparison, and its author reads the remarks', async () => {
  const draft = await submitDraft(writer, pageId, 'rice')
  await publishPage(admin, pageId, 'tea')
  const { status, body } = await reviewDraft(reviewer, draft, 'rejected', { reviewRemarks: '  too much rice  ' })
  expect([status, body]).toMatchObject([
    200,
    { status: 'rejected', reviewRemarks: 'too much rice', reviewedBy: { id: reviewer.id }, baseRevision: 1 },
  ])
  expect(await listOwn(writer)).toEqual([body])
  expect(await listPending()).toEqual([])
  expect((await fetchPage(writer, pageId)).revision).toBe(2)
  const second = await reviewDraft(admin, draft, 'approved', { comparedRevision: 2 })
  expect([second.status, second.body]).toMatchObject([409, { code: 'page.draftReviewed' }])
})

test('a draft may name an older base revision, but not one that does not exist', async () => {
  await publishPage(admin, pageId, 'water')
  await publishPage(admin, pageId, 'tea')
  const { status, body } = await requestDraft(writer, pageId, contentOf('water', 'rice'), { baseRevision: 2 })
  expect([status, body]).toMatchObject([201, { baseRevision: 2 }])
  expect(await compare(writer, body)).toMatchObject({
    baseContent: contentOf('water'),
    published: { revision: 3, content: contentOf('tea') },
  })
  const { body: unknownBase } = await requestDraft(writer, pageId, contentOf('rice'), { baseRevision: 4 })
  expect(unknownBase).toMatchObject({ code: 'page.revisionNotFound' })
})

test.each(['member', 'moderator'])(
  'a %s gets 404 for a draft on a revision that the retention removed meanwhile',
  async (role) => {
    await publishPage(admin, pageId, 'water')
    await removeOldPageHistory(noroshi.deps, new Date(), createPace(2000))
    const author = role === 'member' ? writer : admin
    const { status, body } = await requestDraft(author, pageId, contentOf('rice'), { baseRevision: 1 })
    expect([status, body]).toMatchObject([404, { code: 'page.revisionNotFound' }])
    expect((await requestDraft(author, pageId, contentOf('rice'), { baseRevision: 2 })).status).toBe(201)
  },
)

test('a member may not base a draft on a revision that was replaced before they joined', async () => {
  await publishPage(admin, pageId, 'secret')
  const old = await submitDraft(writer, pageId, 'from the secret')
  await publishPage(admin, pageId, 'water')
  const [newMember] = await noroshi.people('Emi')
  await addPageMember(admin, pageId, newMember, { canUpdate: true })
  const requestFrom = async (person: Caller, baseRevision: number) => {
    const { status, body } = await requestDraft(person, pageId, contentOf('tea'), { baseRevision })
    return 'code' in body ? body.code : status
  }
  expect([await requestFrom(newMember, 1), await requestFrom(newMember, 2)]).toEqual([
    'page.revisionNotFound',
    'page.revisionNotFound',
  ])
  await publishPage(admin, pageId, 'rice')
  // The revision was published while they were members.
  expect([await requestFrom(newMember, 3), await requestFrom(newMember, 4), await requestFrom(other, 2)]).toEqual([201, 201, 201])
  await addPageMember(admin, pageId, newMember, { canUpdate: true, canModerateUpdates: true })
  expect(await requestFrom(newMember, 2)).toBe(201)

  const { items } = await admin.fetch(pageMemberRoutes.list, inPage())
  const memberId = items.find(({ UserId }) => UserId === writer.id)?.id ?? ''
  await admin.fetch(pageMemberRoutes.remove, { params: { id: pageId, memberId } })
  await addPageMember(admin, pageId, writer, { canUpdate: true })
  // They joined again and may use the base of their own draft, but no other revision.
  expect([await requestFrom(writer, old.baseRevision), await requestFrom(writer, 3)]).toEqual([201, 'page.revisionNotFound'])
})

test('an author may discard a draft repeatedly before its review but not after it', async () => {
  const draft = await submitDraft(writer, pageId, 'rice')
  expect((await discardDraft(other, draft)).status).toBe(404)
  expect((await discardDraft(reviewer, draft)).status).toBe(403)
  const { body: discarded } = await discardDraft(writer, draft)
  expect(discarded).toMatchObject({ id: draft.id, status: 'discarded', version: draft.version + 1 })
  expect((await discardDraft(writer, draft)).body).toEqual(discarded)
  expect(await listPending()).toEqual([])
  expect((await reviewDraft(reviewer, draft, 'approved')).body).toMatchObject({ code: 'page.draftReviewed' })

  const reviewed = await submitDraft(writer, pageId, 'rice')
  await reviewDraft(reviewer, reviewed, 'approved')
  expect((await discardDraft(writer, reviewed)).body).toMatchObject({ code: 'page.draftReviewed' })
})

test('a repeated client id returns the same draft; another content with the same id gets 409', async () => {
  const clientId = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => requestDraft(writer, pageId, contentOf('rice'), { clientId })),
  )
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await listPending()).toHaveLength(1)
  expect((await requestDraft(writer, pageId, contentOf('tea'), { clientId })).status).toBe(409)
  expect((await requestDraft(other, pageId, contentOf('tea'), { clientId })).status).toBe(201)
})

test('own drafts are listed newest first, pending drafts oldest first, in pages of 20', async () => {
  const ids: string[] = []
  for (let count = 0; count < 23; count += 1) ids.push((await submitDraft(writer, pageId, `line ${count}`)).id)
  const listAll = async (caller: Caller, route: typeof draftRoutes.listOwn | typeof draftRoutes.listPending) => {
    const first = await caller.fetch(route, inPage())
    expect(first.items).toHaveLength(20)
    const second = await caller.fetch(route, { ...inPage(), query: { cursor: first.nextCursor ?? '' } })
    expect(second.nextCursor).toBeNull()
    return [...first.items, ...second.items].map(({ id }) => id)
  }
  expect(await listAll(writer, draftRoutes.listOwn)).toEqual(ids.toReversed())
  expect(await listAll(reviewer, draftRoutes.listPending)).toEqual(ids)
})

test.each([
  ['no status', { reviewRemarks: 'x' }],
  ['a status that is no decision', { status: 'pending' }],
  ['remarks beyond the limit', { status: 'rejected', reviewRemarks: 'a'.repeat(1001) }],
  ['an invalid content', { status: 'approved', content: '{}' }],
])('a review with %s gets 400', async (_, body) => {
  const draft = await submitDraft(writer, pageId, 'rice')
  const { status } = await reviewer.request(draftRoutes.review, { body: { id: draft.id, PageId: pageId, ...body } })
  expect(status).toBe(400)
  expect(await listPending()).toEqual([draft])
})

test('drafts of a deleted page get 404 for all users, including their authors', async () => {
  const draft = await submitDraft(writer, pageId, 'rice')
  await deletePage(admin, pageId)
  for (const person of [writer, reviewer, admin]) {
    const { body } = await person.request(draftRoutes.compare, { params: { id: pageId, draftId: draft.id } })
    expect(body).toMatchObject({ code: 'page.notFound' })
    expect((await person.request(draftRoutes.listOwn, inPage())).status).toBe(404)
  }
  for (const act of [
    reviewDraft(reviewer, draft, 'approved'),
    discardDraft(writer, draft),
    requestDraft(writer, pageId, contentOf('a')),
  ])
    expect((await act).status).toBe(404)
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DraftComparison, draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import type { Caller } from '#/testing/caller.ts'
import {
  contentOf,
  discards,
  drafts,
  employs,
  judges,
  makesPage,
  publishes,
  readsPage,
  removes,
  triesToDraft,
} from '#/testing/pages.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
let admin: Person
let writer: Person
let other: Person
let reviewer: Person
let pageId: string
beforeAll(async () => {
  noroshi = await unit()
  admin = await noroshi.admin('Ito')
  ;[writer, other, reviewer] = await noroshi.people('Aiko', 'Chika', 'Ben')
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ id: pageId } = await makesPage(admin))
  for (const person of [writer, other]) await employs(admin, pageId, person, { canUpdate: true })
  await employs(admin, pageId, reviewer, { canModerateUpdates: true })
})

const inPage = (id = pageId) => ({ params: { id } })
const compares = (person: Caller, { id }: Pick<PageDraft, 'id'>): Promise<DraftComparison> =>
  person.gets(draftRoutes.compare, { params: { id: pageId, draftId: id } })
const own = async (person: Caller) => (await person.gets(draftRoutes.listOwn, inPage())).items
const pending = async () => (await reviewer.gets(draftRoutes.listPending, inPage())).items

test('a draft waits for a reviewer, remembers what it began from, and changes nothing that others read', async () => {
  await publishes(admin, pageId, 'water')
  const draft = await drafts(writer, pageId, 'water', 'rice')
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
  expect(await own(writer)).toEqual([draft])
  expect(await own(other)).toEqual([])
  expect(await pending()).toEqual([draft])
  expect((await readsPage(other, pageId)).content).toBe(contentOf('water'))
})

test('of two drafts on one base the second is compared before it may be published', async () => {
  const [first, second] = [await drafts(writer, pageId, 'water'), await drafts(other, pageId, 'rice')]
  expect((await judges(reviewer, first, 'approved')).status).toBe(200)
  expect(await compares(reviewer, second)).toEqual({
    draft: second,
    baseContent: (await readsPage(reviewer, pageId)).content.replace(/\[.*\]/, '[{"type":"paragraph"}]'),
    published: { revision: 2, content: contentOf('water') },
  })
  for (const seen of [{}, { comparedRevision: 1 }, { comparedRevision: 3 }]) {
    const { status, body } = await judges(reviewer, second, 'approved', seen)
    expect([status, body]).toMatchObject([409, { code: 'page.draftOutdated' }])
  }
  expect((await readsPage(other, pageId)).content).toBe(contentOf('water'))
  expect(await pending()).toEqual([second])

  await publishes(admin, pageId, 'tea')
  expect((await judges(reviewer, second, 'approved', { comparedRevision: 2 })).status).toBe(409)
  const { status, body } = await judges(reviewer, second, 'approved', { comparedRevision: 3 })
  expect([status, body.status, body.draftContent]).toEqual([200, 'approved', contentOf('rice')])
  expect(await readsPage(other, pageId)).toMatchObject({ revision: 4, content: contentOf('rice') })
})

test('what a reviewer merged of both is published in the draft’s place, and the draft stays as it was written', async () => {
  const [first, second] = [await drafts(writer, pageId, 'water'), await drafts(other, pageId, 'rice')]
  await judges(reviewer, first, 'approved')
  const content = contentOf('water', 'rice')
  await judges(reviewer, second, 'approved', { comparedRevision: 2, content })
  expect((await readsPage(writer, pageId)).content).toBe(content)
  expect((await own(other))[0]).toMatchObject({ status: 'approved', draftContent: contentOf('rice') })
})

test('a draft of an old base may be rejected without a look, and its writer reads why', async () => {
  const draft = await drafts(writer, pageId, 'rice')
  await publishes(admin, pageId, 'tea')
  const { status, body } = await judges(reviewer, draft, 'rejected', { reviewRemarks: '  too much rice  ' })
  expect([status, body]).toMatchObject([
    200,
    { status: 'rejected', reviewRemarks: 'too much rice', reviewedBy: { id: reviewer.id }, baseRevision: 1 },
  ])
  expect(await own(writer)).toEqual([body])
  expect(await pending()).toEqual([])
  expect((await readsPage(writer, pageId)).revision).toBe(2)
  const again = await judges(admin, draft, 'approved', { comparedRevision: 2 })
  expect([again.status, again.body]).toMatchObject([409, { code: 'page.draftReviewed' }])
})

test('a draft that began from what is published no more says so itself', async () => {
  await publishes(admin, pageId, 'water')
  await publishes(admin, pageId, 'tea')
  const { status, body } = await triesToDraft(writer, pageId, contentOf('water', 'rice'), { baseRevision: 2 })
  expect([status, body]).toMatchObject([201, { baseRevision: 2 }])
  expect(await compares(writer, body)).toMatchObject({
    baseContent: contentOf('water'),
    published: { revision: 3, content: contentOf('tea') },
  })
  const { body: never } = await triesToDraft(writer, pageId, contentOf('rice'), { baseRevision: 4 })
  expect(never).toMatchObject({ code: 'page.revisionNotFound' })
})

test('who came later begins from nothing that was published before them, and so never reads it', async () => {
  await publishes(admin, pageId, 'secret')
  const old = await drafts(writer, pageId, 'from the secret')
  await publishes(admin, pageId, 'water')
  const [late] = await noroshi.people('Emi')
  await employs(admin, pageId, late, { canUpdate: true })
  const begins = async (person: Caller, baseRevision: number) => {
    const { status, body } = await triesToDraft(person, pageId, contentOf('tea'), { baseRevision })
    return 'code' in body ? body.code : status
  }
  expect([await begins(late, 1), await begins(late, 2)]).toEqual(['page.revisionNotFound', 'page.revisionNotFound'])
  await publishes(admin, pageId, 'rice')
  // They had it before them, as those who were there all the while.
  expect([await begins(late, 3), await begins(late, 4), await begins(other, 2)]).toEqual([201, 201, 201])
  await employs(admin, pageId, late, { canUpdate: true, canModerateUpdates: true })
  expect(await begins(late, 2)).toBe(201)

  const { items } = await admin.gets(pageMemberRoutes.list, inPage())
  const memberId = items.find(({ UserId }) => UserId === writer.id)?.id ?? ''
  await admin.gets(pageMemberRoutes.remove, { params: { id: pageId, memberId } })
  await employs(admin, pageId, writer, { canUpdate: true })
  // They came again, and read that base by their own draft; the others are closed.
  expect([await begins(writer, old.baseRevision), await begins(writer, 3)]).toEqual([201, 'page.revisionNotFound'])
})

test('an own draft is taken back before its review, again without harm, and never after it', async () => {
  const draft = await drafts(writer, pageId, 'rice')
  expect((await discards(other, draft)).status).toBe(404)
  expect((await discards(reviewer, draft)).status).toBe(403)
  const { body: gone } = await discards(writer, draft)
  expect(gone).toMatchObject({ id: draft.id, status: 'discarded', version: draft.version + 1 })
  expect((await discards(writer, draft)).body).toEqual(gone)
  expect(await pending()).toEqual([])
  expect((await judges(reviewer, draft, 'approved')).body).toMatchObject({ code: 'page.draftReviewed' })

  const reviewed = await drafts(writer, pageId, 'rice')
  await judges(reviewer, reviewed, 'approved')
  expect((await discards(writer, reviewed)).body).toMatchObject({ code: 'page.draftReviewed' })
})

test('the same clientId again answers the same draft, and another content under it is a conflict', async () => {
  const clientId = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => triesToDraft(writer, pageId, contentOf('rice'), { clientId })),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await pending()).toHaveLength(1)
  expect((await triesToDraft(writer, pageId, contentOf('tea'), { clientId })).status).toBe(409)
  expect((await triesToDraft(other, pageId, contentOf('tea'), { clientId })).status).toBe(201)
})

test('own drafts come newest first, waiting ones oldest first, twenty at once', async () => {
  const ids: string[] = []
  for (let count = 0; count < 23; count += 1) ids.push((await drafts(writer, pageId, `line ${count}`)).id)
  const all = async (caller: Caller, route: typeof draftRoutes.listOwn | typeof draftRoutes.listPending) => {
    const first = await caller.gets(route, inPage())
    expect(first.items).toHaveLength(20)
    const second = await caller.gets(route, { ...inPage(), query: { cursor: first.nextCursor ?? '' } })
    expect(second.nextCursor).toBeNull()
    return [...first.items, ...second.items].map(({ id }) => id)
  }
  expect(await all(writer, draftRoutes.listOwn)).toEqual(ids.toReversed())
  expect(await all(reviewer, draftRoutes.listPending)).toEqual(ids)
})

test.each([
  ['no status', { reviewRemarks: 'x' }],
  ['a status that no review gives', { status: 'pending' }],
  ['remarks beyond the limit', { status: 'rejected', reviewRemarks: 'a'.repeat(1001) }],
  ['a content that is none', { status: 'approved', content: '{}' }],
])('a review with %s is refused', async (_, body) => {
  const draft = await drafts(writer, pageId, 'rice')
  const { status } = await reviewer.asks(draftRoutes.review, { body: { id: draft.id, PageId: pageId, ...body } })
  expect(status).toBe(400)
  expect(await pending()).toEqual([draft])
})

test('with its page its drafts are gone for everybody, those who wrote them too', async () => {
  const draft = await drafts(writer, pageId, 'rice')
  await removes(admin, pageId)
  for (const person of [writer, reviewer, admin]) {
    const { body } = await person.asks(draftRoutes.compare, { params: { id: pageId, draftId: draft.id } })
    expect(body).toMatchObject({ code: 'page.notFound' })
    expect((await person.asks(draftRoutes.listOwn, inPage())).status).toBe(404)
  }
  for (const act of [judges(reviewer, draft, 'approved'), discards(writer, draft), triesToDraft(writer, pageId, contentOf('a'))])
    expect((await act).status).toBe(404)
})

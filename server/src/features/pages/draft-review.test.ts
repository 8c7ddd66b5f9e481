import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PageDraftHead, draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { contentOf, discards, drafts, employs, judges, makesPage, readsPage, triesToPublish } from '#/testing/pages.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

// Many who decide on one draft at the same moment.

let noroshi: Unit
let admin: Person
let writer: Person
let reviewers: Person[]
beforeAll(async () => {
  noroshi = await unit()
  admin = await noroshi.admin('Ito')
  ;[writer] = await noroshi.people('Aiko')
  // Enough of them that nobody decides more often in a minute than they may.
  reviewers = await noroshi.people(...Array.from({ length: 20 }, (_, index) => `R${index}`))
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function pageWithReviewers(): Promise<string> {
  const { id } = await makesPage(admin)
  await employs(admin, id, writer, { canUpdate: true })
  for (const person of reviewers) await employs(admin, id, person, { canModerateUpdates: true })
  return id
}
const reviewer = (index: number): Person => {
  const person = reviewers[index % reviewers.length]
  if (!person) throw new Error('nobody reviews')
  return person
}

interface Told {
  readonly status: string
  readonly reviewRemarks: string | null
}
/** What was told of a draft, beyond that it waits. */
async function told(id: string): Promise<Told[]> {
  const rows = await noroshi.db.selectFrom('events').select('payload').where('name', '=', 'page:draft').orderBy('id').execute()
  const heads = rows.map(({ payload }) => payload as unknown as PageDraftHead) // as it was announced
  return heads
    .filter((head) => head.id === id && head.status !== 'pending')
    .map(({ status, reviewRemarks }) => ({ status, reviewRemarks }))
}
const published = async (pageId: string) => {
  const rows = await noroshi.db.selectFrom('events').select('payload').where('name', '=', 'page:updated').execute()
  return rows.filter(({ payload }) => (payload as { id?: string }).id === pageId).length
}
const history = async (id: string) => (await admin.gets(pageRoutes.listRevisions, { params: { id } })).items

test('of a hundred approvals at once one wins, one revision is published, and one event tells of it', async () => {
  const pageId = await pageWithReviewers()
  const draft = await drafts(writer, pageId, 'rice')
  const before = await published(pageId)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => judges(reviewer(index), draft, 'approved', { reviewRemarks: `by ${index}` })),
  )
  const [winner, ...more] = answers.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
  const refused = answers.filter(({ status }) => status === 409).map(({ body }) => ('code' in body ? body.code : null))
  expect(new Set(refused)).toEqual(new Set(['page.draftReviewed']))
  expect(await told(draft.id)).toEqual([{ status: 'approved', reviewRemarks: winner?.body.reviewRemarks }])
  expect(await published(pageId)).toBe(before + 1)
  expect((await history(pageId)).map(({ revision, draftedBy }) => [revision, draftedBy?.id ?? null])).toEqual([
    [2, writer.id],
    [1, null],
  ])
  expect((await readsPage(writer, pageId)).content).toBe(contentOf('rice'))
  const { items } = await writer.gets(draftRoutes.listOwn, { params: { id: pageId } })
  expect(items).toEqual([winner?.body])
})

test('a review that was not answered is answered when it is sent again, and is done once', async () => {
  const pageId = await pageWithReviewers()
  const refused = await drafts(writer, pageId, 'tea')
  const [first, again] = [await judges(reviewer(0), refused, 'rejected'), await judges(reviewer(0), refused, 'rejected')]
  expect([again.status, again.body]).toEqual([200, first.body])
  expect((await judges(reviewer(1), refused, 'rejected')).status).toBe(409)
  expect((await judges(reviewer(0), refused, 'rejected', { reviewRemarks: 'too late' })).status).toBe(409)
  expect((await judges(reviewer(0), refused, 'approved')).status).toBe(409)

  const draft = await drafts(writer, pageId, 'rice')
  const merged = { content: contentOf('water', 'rice'), comparedRevision: 1 }
  const approved = await judges(reviewer(0), draft, 'approved', merged)
  expect((await judges(reviewer(0), draft, 'approved', merged)).body).toEqual(approved.body)
  // Later too, and never for a content that is not the one that was published.
  await judges(reviewer(1), await drafts(writer, pageId, 'soup'), 'approved')
  expect((await judges(reviewer(0), draft, 'approved', merged)).status).toBe(200)
  expect((await judges(reviewer(0), draft, 'approved', { ...merged, content: contentOf('water') })).status).toBe(409)
  expect((await judges(reviewer(0), draft, 'approved', { comparedRevision: 1 })).status).toBe(409)
  expect((await told(draft.id)).map(({ status }) => status)).toEqual(['approved'])
  expect((await history(pageId)).map(({ revision }) => revision)).toEqual([3, 2, 1])
})

test('a draft is never decided twice: approved, rejected and taken back exclude one another', async () => {
  const pageId = await pageWithReviewers()
  const round = async (decisions: ('approved' | 'rejected' | 'discarded')[]) => {
    const draft = await drafts(writer, pageId, `draft of ${decisions.length}`)
    const { revision } = await readsPage(writer, pageId)
    const answers = await Promise.all(
      decisions.map((decision, index) =>
        decision === 'discarded'
          ? discards(writer, draft)
          : judges(reviewer(index), draft, decision, { reviewRemarks: String(index) }),
      ),
    )
    const taken = answers.map(({ status }, index) => ({ status, index })).filter(({ status }) => status === 200)
    const outcomes = new Set(taken.map(({ index }) => decisions[index]))
    expect(outcomes.size).toBe(1)
    const [outcome] = outcomes
    // Only to take it back again is fine.
    if (outcome !== 'discarded') expect(taken).toHaveLength(1)
    const { items } = await writer.gets(draftRoutes.listOwn, { params: { id: pageId } })
    expect(items[0]).toMatchObject({ id: draft.id, status: outcome })
    expect((await told(draft.id)).map(({ status }) => status)).toEqual([outcome])
    expect((await readsPage(writer, pageId)).revision).toBe(outcome === 'approved' ? revision + 1 : revision)
  }
  const decisions = fc.array(fc.constantFrom('approved', 'rejected', 'discarded'), { minLength: 2, maxLength: 8 })
  await fc.assert(fc.asyncProperty(decisions, round), { numRuns: 10 })
})

test('of many drafts on one base that are approved at once, one is published and none overwrites it unseen', async () => {
  const pageId = await pageWithReviewers()
  const waiting = await Promise.all(Array.from({ length: 10 }, (_, index) => drafts(writer, pageId, `draft ${index}`)))
  const answers = await Promise.all(waiting.map((draft, index) => judges(reviewer(index), draft, 'approved')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => ('code' in body ? body.code : null))
  expect(new Set(refused)).toEqual(new Set(['page.draftOutdated']))
  expect((await history(pageId)).map(({ revision }) => revision)).toEqual([2, 1])
})

test('a draft is not approved over what somebody publishes at the same moment', async () => {
  const pageId = await pageWithReviewers()
  for (let round = 0; round < 10; round += 1) {
    const { revision } = await readsPage(writer, pageId)
    const draft = await drafts(writer, pageId, `draft ${round}`)
    const [approved, direct] = await Promise.all([
      judges(reviewer(round), draft, 'approved'),
      triesToPublish(reviewer(round + 1), pageId, contentOf(`direct ${round}`), revision),
    ])
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual([approved.status, direct.status])
    const { content } = await readsPage(writer, pageId)
    expect(content).toBe(contentOf(approved.status === 200 ? `draft ${round}` : `direct ${round}`))
  }
})

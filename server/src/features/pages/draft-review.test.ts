import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PageDraftHead, draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import {
  contentOf,
  discardDraft,
  submitDraft,
  addPageMember,
  reviewDraft,
  createPage,
  fetchPage,
  requestPublish,
} from '#/testing/scenes/pages.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

// Concurrent decisions about one draft.

let noroshi: TestServer
let admin: TestUser
let writer: TestUser
let reviewers: TestUser[]
beforeAll(async () => {
  noroshi = await startTestServer()
  admin = await noroshi.admin('Ito')
  ;[writer] = await noroshi.people('Aiko')
  // Enough reviewers to stay below the rate limit of each.
  reviewers = await noroshi.people(...Array.from({ length: 20 }, (_, index) => `R${index}`))
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function pageWithReviewers(): Promise<string> {
  const { id } = await createPage(admin)
  await addPageMember(admin, id, writer, { canUpdate: true })
  for (const person of reviewers) await addPageMember(admin, id, person, { canModerateUpdates: true })
  return id
}
const reviewer = (index: number): TestUser => {
  const person = reviewers[index % reviewers.length]
  if (!person) throw new Error('no reviewers')
  return person
}

interface Decision {
  readonly status: string
  readonly reviewRemarks: string | null
}
/** Returns the emitted decisions about a draft. */
async function emittedDecisions(id: string): Promise<Decision[]> {
  const rows = await noroshi.db.selectFrom('events').select('payload').where('name', '=', 'page:draft').orderBy('id').execute()
  const heads = rows.map(({ payload }) => payload as unknown as PageDraftHead) // the payload type of this event
  return heads
    .filter((head) => head.id === id && head.status !== 'pending')
    .map(({ status, reviewRemarks }) => ({ status, reviewRemarks }))
}
const countPublications = async (pageId: string) => {
  const rows = await noroshi.db.selectFrom('events').select('payload').where('name', '=', 'page:updated').execute()
  return rows.filter(({ payload }) => (payload as { id?: string }).id === pageId).length
}
const history = async (id: string) => (await admin.fetch(pageRoutes.listRevisions, { params: { id } })).items

test('one of a hundred concurrent approvals succeeds, publishes one revision and emits one event', async () => {
  const pageId = await pageWithReviewers()
  const draft = await submitDraft(writer, pageId, 'rice')
  const before = await countPublications(pageId)
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, index) => reviewDraft(reviewer(index), draft, 'approved', { reviewRemarks: `by ${index}` })),
  )
  const [winner, ...others] = replies.filter(({ status }) => status === 200)
  expect(others).toEqual([])
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(99)
  const errors = replies.filter(({ status }) => status === 409).map(({ body }) => ('code' in body ? body.code : null))
  expect(new Set(errors)).toEqual(new Set(['page.draftReviewed']))
  expect(await emittedDecisions(draft.id)).toEqual([{ status: 'approved', reviewRemarks: winner?.body.reviewRemarks }])
  expect(await countPublications(pageId)).toBe(before + 1)
  expect((await history(pageId)).map(({ revision, draftedBy }) => [revision, draftedBy?.id ?? null])).toEqual([
    [2, writer.id],
    [1, null],
  ])
  expect((await fetchPage(writer, pageId)).content).toBe(contentOf('rice'))
  const { items } = await writer.fetch(draftRoutes.listOwn, { params: { id: pageId } })
  expect(items).toEqual([winner?.body])
})

test('a retry after a lost reply gets the first review, which is done once', async () => {
  const pageId = await pageWithReviewers()
  const rejected = await submitDraft(writer, pageId, 'tea')
  const [first, second] = [
    await reviewDraft(reviewer(0), rejected, 'rejected'),
    await reviewDraft(reviewer(0), rejected, 'rejected'),
  ]
  expect([second.status, second.body]).toEqual([200, first.body])
  expect((await reviewDraft(reviewer(1), rejected, 'rejected')).status).toBe(409)
  expect((await reviewDraft(reviewer(0), rejected, 'rejected', { reviewRemarks: 'too late' })).status).toBe(409)
  expect((await reviewDraft(reviewer(0), rejected, 'approved')).status).toBe(409)

  const draft = await submitDraft(writer, pageId, 'rice')
  const merged = { content: contentOf('water', 'rice'), comparedRevision: 1 }
  const approved = await reviewDraft(reviewer(0), draft, 'approved', merged)
  expect((await reviewDraft(reviewer(0), draft, 'approved', merged)).body).toEqual(approved.body)
  // Also later, but only with the content that was published.
  await reviewDraft(reviewer(1), await submitDraft(writer, pageId, 'soup'), 'approved')
  expect((await reviewDraft(reviewer(0), draft, 'approved', merged)).status).toBe(200)
  expect((await reviewDraft(reviewer(0), draft, 'approved', { ...merged, content: contentOf('water') })).status).toBe(409)
  expect((await reviewDraft(reviewer(0), draft, 'approved', { comparedRevision: 1 })).status).toBe(409)
  expect((await emittedDecisions(draft.id)).map(({ status }) => status)).toEqual(['approved'])
  expect((await history(pageId)).map(({ revision }) => revision)).toEqual([3, 2, 1])
})

test('a draft is decided once: approved, rejected and discarded exclude each other', async () => {
  const pageId = await pageWithReviewers()
  const round = async (decisions: ('approved' | 'rejected' | 'discarded')[]) => {
    const draft = await submitDraft(writer, pageId, `draft of ${decisions.length}`)
    const { revision } = await fetchPage(writer, pageId)
    const replies = await Promise.all(
      decisions.map((decision, index) =>
        decision === 'discarded'
          ? discardDraft(writer, draft)
          : reviewDraft(reviewer(index), draft, decision, { reviewRemarks: String(index) }),
      ),
    )
    const accepted = replies.map(({ status }, index) => ({ status, index })).filter(({ status }) => status === 200)
    const outcomes = new Set(accepted.map(({ index }) => decisions[index]))
    expect(outcomes.size).toBe(1)
    const [outcome] = outcomes
    // Only discarding may be repeated.
    if (outcome !== 'discarded') expect(accepted).toHaveLength(1)
    const { items } = await writer.fetch(draftRoutes.listOwn, { params: { id: pageId } })
    expect(items[0]).toMatchObject({ id: draft.id, status: outcome })
    expect((await emittedDecisions(draft.id)).map(({ status }) => status)).toEqual([outcome])
    expect((await fetchPage(writer, pageId)).revision).toBe(outcome === 'approved' ? revision + 1 : revision)
  }
  const decisions = fc.array(fc.constantFrom('approved', 'rejected', 'discarded'), { minLength: 2, maxLength: 8 })
  await fc.assert(fc.asyncProperty(decisions, round), { numRuns: 10 })
})

test('one of many drafts on one base that are approved at the same time is published', async () => {
  const pageId = await pageWithReviewers()
  const drafts = await Promise.all(Array.from({ length: 10 }, (_, index) => submitDraft(writer, pageId, `draft ${index}`)))
  const replies = await Promise.all(drafts.map((draft, index) => reviewDraft(reviewer(index), draft, 'approved')))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const errors = replies.filter(({ status }) => status !== 200).map(({ body }) => ('code' in body ? body.code : null))
  expect(new Set(errors)).toEqual(new Set(['page.draftOutdated']))
  expect((await history(pageId)).map(({ revision }) => revision)).toEqual([2, 1])
})

test('a draft is not approved over a content that is published at the same time', async () => {
  const pageId = await pageWithReviewers()
  for (let round = 0; round < 10; round += 1) {
    const { revision } = await fetchPage(writer, pageId)
    const draft = await submitDraft(writer, pageId, `draft ${round}`)
    const [approved, direct] = await Promise.all([
      reviewDraft(reviewer(round), draft, 'approved'),
      requestPublish(reviewer(round + 1), pageId, contentOf(`direct ${round}`), revision),
    ])
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual([approved.status, direct.status])
    const { content } = await fetchPage(writer, pageId)
    expect(content).toBe(contentOf(approved.status === 200 ? `draft ${round}` : `direct ${round}`))
  }
})

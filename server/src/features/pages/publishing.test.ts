import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { messages } from '@noroshi/contract/messages'
import { longTest } from '#/testing/long-test.ts'
import {
  contentOf,
  submitDraft,
  addPageMember,
  reviewDraft,
  createPage,
  publishPage,
  fetchPage,
  deletePage,
  renamePage,
  requestDraft,
  requestPublish,
} from '#/testing/scenes/pages.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'
import { lockPage } from './pages.sql.ts'

let noroshi: TestServer
let admin: TestUser
let writer: TestUser
let reviewer: TestUser
let other: TestUser
let manager: TestUser
let pageId: string
beforeAll(async () => {
  noroshi = await startTestServer()
  admin = await noroshi.admin('Ito')
  ;[writer, reviewer, other, manager] = await noroshi.people('Aiko', 'Ben', 'Chika', 'Emi')
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ id: pageId } = await createPage(admin))
  await addPageMember(admin, pageId, writer, { canUpdate: true })
  for (const person of [reviewer, other]) await addPageMember(admin, pageId, person, { canModerateUpdates: true })
})

const history = async (cursor?: string) =>
  reviewer.fetch(pageRoutes.listRevisions, { params: { id: pageId }, query: cursor === undefined ? {} : { cursor } })
const requestRestore = (person: TestUser, revision: number, baseRevision: number) =>
  person.request(pageRoutes.restoreRevision, { params: { id: pageId, revision: String(revision) }, body: { baseRevision } })

test('the second of two publications on the same base gets page.changed', async () => {
  const replies = await Promise.all([
    requestPublish(reviewer, pageId, contentOf('water'), 1),
    requestPublish(other, pageId, contentOf('rice'), 1),
  ])
  expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'page.changed' })
  const { revision, content } = await fetchPage(admin, pageId)
  expect({ revision, content }).toEqual({ revision: 2, content: replies.find(({ status }) => status === 200)?.body.content })
})

test('a repeated publication after a lost reply returns the first one and is done once', async () => {
  const publishWater = () => requestPublish(reviewer, pageId, contentOf('water'), 1)
  const replies = await Promise.all(Array.from({ length: 5 }, publishWater))
  const [first] = replies
  expect(first?.status).toBe(200)
  expect(replies.map(({ body }) => body)).toEqual(replies.map(() => first?.body))
  expect((await history()).items).toHaveLength(2)
  // The same content by another user, or after another publication, gets 409.
  expect((await requestPublish(other, pageId, contentOf('water'), 1)).status).toBe(409)
  await publishPage(other, pageId, 'tea')
  expect((await publishWater()).status).toBe(409)
})

test('the history contains each published content with its author and the restored revision', async () => {
  await publishPage(reviewer, pageId, 'water')
  await renamePage(admin, pageId, { title: 'What to carry' })
  await reviewDraft(other, await submitDraft(writer, pageId, 'rice'), 'approved')
  const { status, body } = await requestRestore(reviewer, 2, 3)
  expect([status, body]).toMatchObject([200, { revision: 4, content: contentOf('water'), title: 'What to carry' }])
  const { items, nextCursor } = await history()
  expect(nextCursor).toBeNull()
  expect(
    items.map(({ revision, title, publishedBy, draftedBy, restoredFrom }) => [
      revision,
      title,
      publishedBy.firstName,
      draftedBy?.firstName ?? null,
      restoredFrom,
    ]),
  ).toEqual([
    [4, 'What to carry', 'Ben', null, 2],
    [3, 'What to carry', 'Chika', 'Aiko', null],
    [2, 'What to pack', 'Ben', null, null],
    [1, 'What to pack', 'Ito', null, null],
  ])
  const opened = await reviewer.fetch(pageRoutes.getRevision, { params: { id: pageId, revision: '3' } })
  expect(opened).toEqual({ ...items[1], content: contentOf('rice') })
})

test('restoring with an old base or an unknown revision gets an error', async () => {
  await publishPage(reviewer, pageId, 'water')
  expect((await requestRestore(reviewer, 1, 1)).body).toMatchObject({ code: 'page.changed' })
  expect((await requestRestore(reviewer, 9, 2)).body).toMatchObject({ code: 'page.revisionNotFound' })
  const openStatus = async (revision: string) =>
    (await reviewer.request(pageRoutes.getRevision, { params: { id: pageId, revision } })).status
  for (const revision of ['9', '2147483647']) expect(await openStatus(revision), revision).toBe(404)
  for (const revision of ['0', '-1', '1.5', 'x', '2147483648', '1e99']) expect(await openStatus(revision), revision).toBe(400)
  const replies = await Promise.all([reviewer, other, admin].map((person) => requestRestore(person, 1, 2)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await fetchPage(admin, pageId)).revision).toBe(3)
})

test('a repeated restoration after a lost reply returns the first one and is done once', async () => {
  await publishPage(reviewer, pageId, 'water')
  const replies = await Promise.all(Array.from({ length: 5 }, () => requestRestore(reviewer, 1, 2)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(replies.map(({ body }) => body)).toEqual(replies.map(() => replies[0]?.body))
  expect((await history()).items).toHaveLength(3)
  // Another revision, another user, and a repeat after another publication get 409.
  expect((await requestRestore(reviewer, 2, 2)).status).toBe(409)
  expect((await requestRestore(other, 1, 2)).status).toBe(409)
  await publishPage(other, pageId, 'tea')
  expect((await requestRestore(reviewer, 1, 2)).status).toBe(409)
})

test('the history has pages of fifty revisions, newest first', async () => {
  const row = {
    page_id: pageId,
    title: 'What to pack',
    content: contentOf('x'),
    published_by: admin.id,
    published_at: new Date(),
  }
  const rows = Array.from({ length: 59 }, (_, index) => ({ ...row, revision: index + 2 }))
  await noroshi.db.insertInto('page_revisions').values(rows).execute()
  const first = await history()
  const second = await history(first.nextCursor ?? '')
  expect(second.nextCursor).toBeNull()
  expect([...first.items, ...second.items].map(({ revision }) => revision)).toEqual(
    Array.from({ length: 60 }, (_, index) => 60 - index),
  )
  expect(first.items).toHaveLength(50)
})

/** Removes all flags of the page's members in a transaction that commits when the request of `act` waits for its lock. */
async function runDuringLossOfFlags(act: () => Promise<{ status: number }>): Promise<number> {
  let reply: Promise<{ status: number }> | undefined
  await noroshi.db.transaction().execute(async (tx) => {
    await lockPage(tx, pageId, 'change')
    const none = { can_update: false, can_moderate_updates: false, can_moderate_members: false }
    await tx.updateTable('page_members').set(none).where('page_id', '=', pageId).execute()
    reply = act()
    await expect.poll(countLockWaits, { timeout: 10_000 }).toBe(1)
  })
  return (await reply)?.status ?? 0
}
const countLockWaits = async () => {
  const { rows } =
    await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(noroshi.db)
  return rows.length
}

test.each<[string, (draft: PageDraft) => Promise<{ status: number }>]>([
  ['publish', () => requestPublish(reviewer, pageId, contentOf('too late'))],
  ['restore', () => requestRestore(reviewer, 1, 1)],
  ['approve', (draft) => reviewDraft(reviewer, draft, 'approved')],
  ['reject', (draft) => reviewDraft(reviewer, draft, 'rejected')],
  ['submit a draft', () => requestDraft(writer, pageId, contentOf('too late'))],
  [
    'add a member',
    () => manager.request(pageMemberRoutes.add, { params: { id: pageId }, body: { members: [admin.id, reviewer.id] } }),
  ],
])('a user who loses the right during the wait to %s gets an error', async (name, act) => {
  await addPageMember(admin, pageId, manager, { canModerateMembers: true })
  const draft = await submitDraft(writer, pageId, 'rice')
  const status = await runDuringLossOfFlags(() => act(draft))
  // A former reviewer may not know that the draft exists.
  expect(status).toBe(name === 'approve' || name === 'reject' ? 404 : 403)
  expect((await fetchPage(admin, pageId)).revision).toBe(1)
  const { items } = await writer.fetch(draftRoutes.listOwn, { params: { id: pageId } })
  expect(items).toEqual([draft])
})

longTest('a content of a million characters is published, a longer one gets 400 with a message', async () => {
  const emptyLength = contentOf('').length
  const long = contentOf('あ"\\'.repeat(166_000).slice(0, 499_000))
  expect(long.length).toBeGreaterThan(800_000)
  const { status, body } = await requestPublish(reviewer, pageId, long)
  expect([status, body.content === long]).toEqual([200, true])
  expect((await fetchPage(noroshi.visitor, pageId)).content).toBe(long)
  const escaped = JSON.stringify({ content: contentOf('あ'.repeat(999_000 - emptyLength)) }).replaceAll('あ', '\\u3042')
  expect((await reviewer.request(pageRoutes.publish, { params: { id: pageId }, body: escaped })).status).toBe(200)
  const refused = await requestPublish(reviewer, pageId, contentOf('a'.repeat(1_000_001)))
  expect([refused.status, refused.body]).toMatchObject([400, { issues: [{ path: 'content', message: 'The page is too long' }] }])
  expect((await requestPublish(reviewer, pageId, 'a'.repeat(6_200_000))).status).toBe(413)
})

test('actions of administrators and reviewers are in the audit log and have messages in both languages', async () => {
  const { id: memberId } = await addPageMember(admin, pageId, await noroshi.admin('Kai'))
  await admin.fetch(pageMemberRoutes.remove, { params: { id: pageId, memberId } })
  await publishPage(reviewer, pageId, 'water')
  await requestRestore(reviewer, 1, 2)
  await reviewDraft(other, await submitDraft(writer, pageId, 'rice'), 'approved')
  await reviewDraft(other, await submitDraft(writer, pageId, 'tea'), 'rejected', { reviewRemarks: 'no' })
  await renamePage(admin, pageId, { title: 'What to carry' })
  await deletePage(admin, pageId)
  const { items } = await admin.fetch(auditRoutes.list)
  const entries = items.filter(({ targetId }) => targetId === pageId).toReversed()
  const first = entries.findIndex(({ action }) => action === 'page.published')
  expect(entries.slice(first - 3).map(({ action, actor }) => [action, actor?.name])).toEqual([
    ['page.membersAdded', 'Ito'],
    ['page.memberChanged', 'Ito'],
    ['page.memberRemoved', 'Ito'],
    ['page.published', 'Ben'],
    ['page.restored', 'Ben'],
    ['page.draftApproved', 'Chika'],
    ['page.draftRejected', 'Chika'],
    ['page.renamed', 'Ito'],
    ['page.deleted', 'Ito'],
  ])
  expect(entries[0]?.action).toBe('page.created')
  for (const { action } of entries) expect(Object.hasOwn(messages, `audit.${action}`), action).toBe(true)
})

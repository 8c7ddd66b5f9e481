import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { draftRoutes, type PageDraft } from '@noroshi/contract/pages/drafts.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { messages } from '@noroshi/contract/messages'
import {
  contentOf,
  drafts,
  employs,
  judges,
  makesPage,
  publishes,
  readsPage,
  removes,
  renames,
  triesToDraft,
  triesToPublish,
} from '#/testing/pages.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'
import { lockPage } from './pages.sql.ts'

let noroshi: Unit
let admin: Person
let writer: Person
let reviewer: Person
let other: Person
let manager: Person
let pageId: string
beforeAll(async () => {
  noroshi = await unit()
  admin = await noroshi.admin('Ito')
  ;[writer, reviewer, other, manager] = await noroshi.people('Aiko', 'Ben', 'Chika', 'Emi')
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ id: pageId } = await makesPage(admin))
  await employs(admin, pageId, writer, { canUpdate: true })
  for (const person of [reviewer, other]) await employs(admin, pageId, person, { canModerateUpdates: true })
})

const history = async (cursor?: string) =>
  reviewer.gets(pageRoutes.listRevisions, { params: { id: pageId }, query: cursor === undefined ? {} : { cursor } })
const restores = (person: Person, revision: number, baseRevision: number) =>
  person.asks(pageRoutes.restoreRevision, { params: { id: pageId, revision: String(revision) }, body: { baseRevision } })

test('of two who publish from the same base one is told to look again', async () => {
  const answers = await Promise.all([
    triesToPublish(reviewer, pageId, contentOf('water'), 1),
    triesToPublish(other, pageId, contentOf('rice'), 1),
  ])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'page.changed' })
  const { revision, content } = await readsPage(admin, pageId)
  expect({ revision, content }).toEqual({ revision: 2, content: answers.find(({ status }) => status === 200)?.body.content })
})

test('what was published and not answered is answered when it is sent again, and published once', async () => {
  const sends = () => triesToPublish(reviewer, pageId, contentOf('water'), 1)
  const answers = await Promise.all(Array.from({ length: 5 }, sends))
  const [first] = answers
  expect(first?.status).toBe(200)
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => first?.body))
  expect((await history()).items).toHaveLength(2)
  // Somebody else who sends the same, and the same after another content, are told.
  expect((await triesToPublish(other, pageId, contentOf('water'), 1)).status).toBe(409)
  await publishes(other, pageId, 'tea')
  expect((await sends()).status).toBe(409)
})

test('each content that was ever published stands in the history, with who drafted it and what it brought back', async () => {
  await publishes(reviewer, pageId, 'water')
  await renames(admin, pageId, { title: 'What to carry' })
  await judges(other, await drafts(writer, pageId, 'rice'), 'approved')
  const { status, body } = await restores(reviewer, 2, 3)
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
  const opened = await reviewer.gets(pageRoutes.getRevision, { params: { id: pageId, revision: '3' } })
  expect(opened).toEqual({ ...items[1], content: contentOf('rice') })
})

test('nothing is restored over what was not seen, and nothing that was never there', async () => {
  await publishes(reviewer, pageId, 'water')
  expect((await restores(reviewer, 1, 1)).body).toMatchObject({ code: 'page.changed' })
  expect((await restores(reviewer, 9, 2)).body).toMatchObject({ code: 'page.revisionNotFound' })
  const opens = async (revision: string) =>
    (await reviewer.asks(pageRoutes.getRevision, { params: { id: pageId, revision } })).status
  for (const revision of ['9', '2147483647']) expect(await opens(revision), revision).toBe(404)
  for (const revision of ['0', '-1', '1.5', 'x', '2147483648', '1e99']) expect(await opens(revision), revision).toBe(400)
  const answers = await Promise.all([reviewer, other, admin].map((person) => restores(person, 1, 2)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect((await readsPage(admin, pageId)).revision).toBe(3)
})

test('what was restored and not answered is answered when it is asked again, and restored once', async () => {
  await publishes(reviewer, pageId, 'water')
  const answers = await Promise.all(Array.from({ length: 5 }, () => restores(reviewer, 1, 2)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => answers[0]?.body))
  expect((await history()).items).toHaveLength(3)
  // Another revision, another person, and the same after something else was published are told.
  expect((await restores(reviewer, 2, 2)).status).toBe(409)
  expect((await restores(other, 1, 2)).status).toBe(409)
  await publishes(other, pageId, 'tea')
  expect((await restores(reviewer, 1, 2)).status).toBe(409)
})

test('the history comes fifty at once, newest first', async () => {
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

/** Somebody else is about to take all flags of the page's members, and commits once this one waits for it. */
async function whileFlagsAreTaken(act: () => Promise<{ status: number }>): Promise<number> {
  let answer: Promise<{ status: number }> | undefined
  await noroshi.db.transaction().execute(async (tx) => {
    await lockPage(tx, pageId, 'change')
    const none = { can_update: false, can_moderate_updates: false, can_moderate_members: false }
    await tx.updateTable('page_members').set(none).where('page_id', '=', pageId).execute()
    answer = act()
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  })
  return (await answer)?.status ?? 0
}
const waiting = async () => {
  const { rows } =
    await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(noroshi.db)
  return rows.length
}

test.each<[string, (draft: PageDraft) => Promise<{ status: number }>]>([
  ['publish', () => triesToPublish(reviewer, pageId, contentOf('too late'))],
  ['restore', () => restores(reviewer, 1, 1)],
  ['approve', (draft) => judges(reviewer, draft, 'approved')],
  ['reject', (draft) => judges(reviewer, draft, 'rejected')],
  ['submit a draft', () => triesToDraft(writer, pageId, contentOf('too late'))],
  [
    'add somebody',
    () => manager.asks(pageMemberRoutes.add, { params: { id: pageId }, body: { members: [admin.id, reviewer.id] } }),
  ],
])('who loses the right while they wait to %s does not', async (act, does) => {
  await employs(admin, pageId, manager, { canModerateMembers: true })
  const draft = await drafts(writer, pageId, 'rice')
  const status = await whileFlagsAreTaken(() => does(draft))
  // Who reviews no more does not even know of the draft.
  expect(status).toBe(act === 'approve' || act === 'reject' ? 404 : 403)
  expect((await readsPage(admin, pageId)).revision).toBe(1)
  const { items } = await writer.gets(draftRoutes.listOwn, { params: { id: pageId } })
  expect(items).toEqual([draft])
})

test('a content of a million characters is published and read, a longer one is refused in words', async () => {
  const around = contentOf('').length
  const long = contentOf('あ"\\'.repeat(166_000).slice(0, 499_000))
  expect(long.length).toBeGreaterThan(800_000)
  const { status, body } = await triesToPublish(reviewer, pageId, long)
  expect([status, body.content === long]).toEqual([200, true])
  expect((await readsPage(noroshi.visitor, pageId)).content).toBe(long)
  const escaped = JSON.stringify({ content: contentOf('あ'.repeat(999_000 - around)) }).replaceAll('あ', '\\u3042')
  expect((await reviewer.asks(pageRoutes.publish, { params: { id: pageId }, body: escaped })).status).toBe(200)
  const refused = await triesToPublish(reviewer, pageId, contentOf('a'.repeat(1_000_001)))
  expect([refused.status, refused.body]).toMatchObject([400, { issues: [{ path: 'content', message: 'The page is too long' }] }])
  expect((await triesToPublish(reviewer, pageId, 'a'.repeat(6_200_000))).status).toBe(413)
})

test('what administrators and reviewers do is written down, in words of both languages', async () => {
  const { id: memberId } = await employs(admin, pageId, await noroshi.admin('Kai'))
  await admin.gets(pageMemberRoutes.remove, { params: { id: pageId, memberId } })
  await publishes(reviewer, pageId, 'water')
  await restores(reviewer, 1, 2)
  await judges(other, await drafts(writer, pageId, 'rice'), 'approved')
  await judges(other, await drafts(writer, pageId, 'tea'), 'rejected', { reviewRemarks: 'no' })
  await renames(admin, pageId, { title: 'What to carry' })
  await removes(admin, pageId)
  const { items } = await admin.gets(auditRoutes.list)
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

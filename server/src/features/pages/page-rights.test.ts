import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import type { Caller } from '#/testing/caller.ts'
import { deactivateUser } from '#/testing/scenes/groups.ts'
import { contentOf, submitDraft, addPageMember, reviewDraft, createPage, publishPage, fetchPage } from '#/testing/scenes/pages.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

// Checks each action for each role in a page and each kind of page.

const FLAGS = ['canUpdate', 'canModerateUpdates', 'canModerateMembers'] as const
const ACTORS = ['visitor', 'deactivated', 'outsider', 'plain', ...FLAGS, 'creator', 'admin'] as const
type Actor = (typeof ACTORS)[number]
const KINDS = { closed: { isPublic: false }, public: { isPublic: true } } as const
type Kind = keyof typeof KINDS

interface PageFixture {
  readonly pageId: string
  /** Inserts a pending draft of another user and returns its id. */
  readonly insertPending: () => Promise<string>
  readonly memberId: string
}

let noroshi: TestServer
let people: Record<Actor, Caller>
let drafter: TestUser
const fixtures = {} as Record<Kind, PageFixture> // filled before the first test

const ofPage = ({ pageId }: PageFixture) => ({ params: { id: pageId } })
const ofDraft = async ({ pageId, insertPending }: PageFixture) => ({ params: { id: pageId, draftId: await insertPending() } })
const currentRevision = async ({ pageId }: PageFixture) => (await fetchPage(people.admin, pageId)).revision

type Act = (caller: Caller, fixture: PageFixture) => Promise<{ status: number }>
const acts = {
  'opens the page': (caller, fixture) => caller.request(pageRoutes.get, ofPage(fixture)),
  'lists its members': (caller, fixture) => caller.request(pageMemberRoutes.list, ofPage(fixture)),
  'lists its members by the public route': (caller, fixture) => caller.request(pageMemberRoutes.listPublic, ofPage(fixture)),
  'reads their own membership': (caller, fixture) => caller.request(pageMemberRoutes.mine, ofPage(fixture)),
  'reads whether they are a member': (caller, fixture) => caller.request(pageMemberRoutes.membership, ofPage(fixture)),
  'publishes directly': (caller, fixture) =>
    caller.request(pageRoutes.publish, { ...ofPage(fixture), body: { content: contentOf('rice') } }),
  'lists the revisions': (caller, fixture) => caller.request(pageRoutes.listRevisions, ofPage(fixture)),
  'opens a revision': (caller, { pageId }) => caller.request(pageRoutes.getRevision, { params: { id: pageId, revision: '1' } }),
  'restores a revision': async (caller, fixture) =>
    caller.request(pageRoutes.restoreRevision, {
      params: { id: fixture.pageId, revision: '1' },
      body: { baseRevision: await currentRevision(fixture) },
    }),
  'submits a draft': (caller, { pageId }) =>
    caller.request(draftRoutes.create, { body: { PageId: pageId, draftContent: contentOf('rice') } }),
  'lists their own drafts': (caller, fixture) => caller.request(draftRoutes.listOwn, ofPage(fixture)),
  'lists pending drafts': (caller, fixture) => caller.request(draftRoutes.listPending, ofPage(fixture)),
  'opens a draft of another user': async (caller, fixture) => caller.request(draftRoutes.compare, await ofDraft(fixture)),
  'discards a draft of another user': async (caller, fixture) => caller.request(draftRoutes.discard, await ofDraft(fixture)),
  'approves a draft': async (caller, fixture) =>
    reviewDraft(caller, { id: await fixture.insertPending(), PageId: fixture.pageId }, 'approved', {
      comparedRevision: await currentRevision(fixture),
    }),
  'rejects a draft': async (caller, fixture) =>
    reviewDraft(caller, { id: await fixture.insertPending(), PageId: fixture.pageId }, 'rejected', {
      reviewRemarks: 'which bridge?',
    }),
  'uploads a document': (caller) =>
    caller.request(documentRoutes.upload, { form: {}, files: [{ field: 'file', name: 'a.txt', bytes: new Uint8Array([65]) }] }),
  'adds a member': (caller, fixture) =>
    caller.request(pageMemberRoutes.add, { ...ofPage(fixture), body: { members: [{ UserId: drafter.id }] } }),
  'changes a member': (caller, { pageId, memberId }) =>
    caller.request(pageMemberRoutes.change, { params: { id: pageId, memberId }, body: { canUpdate: true } }),
  'removes an unknown member': (caller, { pageId }) =>
    caller.request(pageMemberRoutes.remove, { params: { id: pageId, memberId: randomUUID() } }),
  renames: (caller, fixture) => caller.request(pageRoutes.rename, { ...ofPage(fixture), body: { title: 'What to pack' } }),
  // Deletes the page again, because a member of any page may upload documents.
  'creates a page': async (caller) => {
    const created = await caller.request(pageRoutes.create, { body: { title: 'Another one' } })
    if (created.status === 201) await caller.fetch(pageRoutes.remove, { params: { id: created.body.id } })
    return created
  },
  'deletes an unknown page': (caller) => caller.request(pageRoutes.remove, { params: { id: randomUUID() } }),
} satisfies Record<string, Act>

type Row = readonly number[]
const both = (row: Row): Record<Kind, Row> => ({ closed: row, public: row })
const all = [200, 200, 200, 200, 200, 200, 200, 200, 200]
//                visitor deact. outsider plain canUpdate canModerateUpdates canModerateMembers creator admin
const signedIn = [401, 401, 200, 200, 200, 200, 200, 200, 200]
const read = { closed: [404, 404, 200, 200, 200, 200, 200, 200, 200], public: all }
const reviewers = [401, 401, 403, 403, 403, 200, 403, 200, 403]
const draftReaders = [401, 401, 404, 404, 404, 200, 404, 200, 404]
const managers = [401, 401, 403, 403, 403, 403, 200, 200, 200]
const admins = [401, 401, 403, 403, 403, 403, 403, 403, 200]

const expected: Record<keyof typeof acts, Record<Kind, Row>> = {
  'opens the page': read,
  'lists its members': both(signedIn),
  'lists its members by the public route': { closed: all.map(() => 404), public: all },
  'reads their own membership': both([401, 401, 404, 200, 200, 200, 200, 200, 404]),
  'reads whether they are a member': both(signedIn),
  'publishes directly': both(reviewers),
  'lists the revisions': both(reviewers),
  'opens a revision': both(reviewers),
  'restores a revision': both(reviewers),
  'submits a draft': both([401, 401, 403, 403, 201, 403, 403, 201, 403]),
  'lists their own drafts': both(signedIn),
  'lists pending drafts': both(reviewers),
  'opens a draft of another user': both(draftReaders),
  // A reviewer may read the draft but not discard it.
  'discards a draft of another user': both([401, 401, 404, 404, 404, 403, 404, 403, 404]),
  'approves a draft': both(draftReaders),
  'rejects a draft': both(draftReaders),
  'uploads a document': both([401, 401, 403, 403, 201, 201, 403, 201, 403]),
  'adds a member': both([401, 401, 403, 403, 403, 403, 201, 201, 201]),
  'changes a member': both(managers),
  'removes an unknown member': both(managers.map((status) => (status === 200 ? 404 : status))),
  renames: both(admins),
  'creates a page': both([401, 401, 403, 403, 403, 403, 403, 403, 201]),
  'deletes an unknown page': both(admins.map((status) => (status === 200 ? 404 : status))),
}

beforeAll(async () => {
  noroshi = await startTestServer()
  const [creator, admin] = [await noroshi.admin('Ito'), await noroshi.admin('Gen')]
  const [outsider, deactivated, plain] = await noroshi.people('Dora', 'Fuji', 'Hana')
  const flagged = await noroshi.people('Ren', 'Sho', 'Tama')
  ;[drafter] = await noroshi.people('Aiko')
  const own = Object.fromEntries(FLAGS.map((flag, index) => [flag, flagged[index]])) as Record<(typeof FLAGS)[number], TestUser> // one each
  for (const kind of Object.keys(KINDS) as Kind[]) {
    // its own keys
    const { id } = await createPage(creator, KINDS[kind])
    for (const person of [plain, deactivated]) await addPageMember(creator, id, person)
    for (const flag of FLAGS) await addPageMember(creator, id, own[flag], { [flag]: true })
    const { id: memberId } = await addPageMember(creator, id, drafter, { canUpdate: true })
    await publishPage(creator, id, 'water')
    fixtures[kind] = { pageId: id, memberId, insertPending: () => insertPendingDraft(id) }
  }
  // Tests the creator as a member only, without the rights of an administrator.
  await noroshi.db.updateTable('users').set({ is_admin: false }).where('id', '=', creator.id).execute()
  await deactivateUser(noroshi, deactivated)
  people = { visitor: noroshi.visitor, deactivated, outsider, plain, ...own, creator, admin }
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Inserts a pending draft directly, because the routes limit the number of drafts. */
async function insertPendingDraft(page_id: string): Promise<string> {
  const id = uuidv7()
  const row = { id, page_id, base_revision: 1, content: contentOf('tea'), excerpt: 'tea', drafted_by: drafter.id }
  await noroshi.db.insertInto('page_drafts').values(row).execute()
  return id
}

describe.each(Object.keys(KINDS) as Kind[])('on a page that is %s', (kind) => {
  test.each(Object.keys(acts) as (keyof typeof acts)[])('each actor gets the expected status: %s', async (act) => {
    const results: [Actor, number][] = []
    for (const actor of ACTORS) results.push([actor, (await acts[act](people[actor], fixtures[kind])).status])
    expect(results).toEqual(ACTORS.map((actor, index) => [actor, expected[act][kind][index]]))
  })

  test('each actor joins the page or is refused, and may leave it', async () => {
    const { pageId } = fixtures[kind]
    const results: [Actor, boolean | string][] = []
    for (const actor of ACTORS) {
      const { token } = people[actor]
      const listening = await noroshi.openSocket(token === null ? {} : { token })
      const ack = await listening.send('page:join', { pageId })
      results.push([actor, ack.ok ? true : ack.code])
      expect(await listening.send('page:leave', { pageId })).toEqual({ ok: true })
    }
    const mayJoin = expected['opens the page'][kind].map((status) => (status === 200 ? true : 'page.notFound'))
    expect(results).toEqual(ACTORS.map((actor, index) => [actor, mayJoin[index]]))
  })
})

describe('the members of a page', () => {
  const createPageWithMembers = async () => {
    const creator = await noroshi.admin('Ito')
    const [manager, member] = await noroshi.people('Mio', 'Zoe')
    const { id } = await createPage(creator)
    const own = await addPageMember(creator, id, manager, { canUpdate: true, canModerateMembers: true })
    const other = await addPageMember(creator, id, member, { canModerateUpdates: true })
    const { items } = await creator.fetch(pageMemberRoutes.list, { params: { id } })
    const requestChange = async (caller: Caller, memberId: string, body: object) => {
      const reply = await caller.request(pageMemberRoutes.change, { params: { id, memberId }, body })
      return reply.status === 200 ? 200 : [reply.status, 'code' in reply.body && reply.body.code]
    }
    const requestRemoval = async (caller: Caller, memberId: string) =>
      (await caller.request(pageMemberRoutes.remove, { params: { id, memberId } })).status
    return { id, creator, manager, creatorsId: items[0]?.id ?? '', own, other, requestChange, requestRemoval }
  }

  test('get from a manager only the flags that the manager has', async () => {
    const { manager, other, requestChange, requestRemoval } = await createPageWithMembers()
    expect(await requestChange(manager, other.id, { canUpdate: true })).toBe(200)
    expect(await requestChange(manager, other.id, { canModerateMembers: true })).toBe(200)
    // Sending a flag that the member already has is not a grant. A manager may remove any flag.
    expect(await requestChange(manager, other.id, { canModerateUpdates: true })).toBe(200)
    expect(await requestChange(manager, other.id, { canModerateUpdates: false })).toBe(200)
    for (const flags of [{ canModerateUpdates: true }, { canUpdate: false, canModerateUpdates: true }])
      expect(await requestChange(manager, other.id, flags)).toEqual([403, 'page.flagNotHeld'])
    expect(await requestChange(people.admin, other.id, { canModerateUpdates: true })).toBe(200)
    expect(await requestRemoval(manager, other.id)).toBe(200)
  })

  test('are added with canUpdate only by a manager with canUpdate', async () => {
    const { id, creator, manager, own, requestChange } = await createPageWithMembers()
    const addAndGetCanUpdate = async (caller: Caller) => {
      const [person] = await noroshi.people('Yui')
      const { items } = await caller.fetch(pageMemberRoutes.add, { params: { id }, body: { members: [person.id] } })
      return items.find(({ UserId }) => UserId === person.id)?.canUpdate
    }
    expect([await addAndGetCanUpdate(manager), await addAndGetCanUpdate(people.admin)]).toEqual([true, true])
    expect(await requestChange(creator, own.id, { canUpdate: false })).toBe(200)
    expect(await addAndGetCanUpdate(manager)).toBe(false)
  })

  test('never change their own membership, unless they are an administrator', async () => {
    const { id, manager, own, requestChange, requestRemoval } = await createPageWithMembers()
    expect(await requestChange(manager, own.id, { canUpdate: false })).toEqual([403, 'page.notAllowed'])
    expect(await requestRemoval(manager, own.id)).toBe(403)
    await noroshi.db.updateTable('users').set({ is_admin: true }).where('id', '=', manager.id).execute()
    expect(await requestChange(manager, own.id, { canUpdate: false })).toBe(200)
    expect((await manager.request(pageMemberRoutes.remove, { params: { id, memberId: own.id } })).status).toBe(200)
  })

  test('include the creator, whom an administrator may change or remove only while the creator is deactivated', async () => {
    const { creator, manager, creatorsId, requestChange, requestRemoval } = await createPageWithMembers()
    for (const caller of [creator, manager, people.admin]) {
      expect(await requestChange(caller, creatorsId, { canUpdate: false })).toEqual([403, 'page.notAllowed'])
      expect(await requestRemoval(caller, creatorsId)).toBe(403)
    }
    await deactivateUser(noroshi, creator)
    expect(await requestChange(manager, creatorsId, { canUpdate: false })).toEqual([403, 'page.notAllowed'])
    expect(await requestRemoval(manager, creatorsId)).toBe(403)
    expect(await requestChange(people.admin, creatorsId, { canUpdate: false })).toBe(200)
    expect(await requestRemoval(people.admin, creatorsId)).toBe(200)
  })
})

test('a former member can open their own draft, and other users get 404', async () => {
  const { pageId } = fixtures.public
  const [writer] = await noroshi.people('Emi')
  const { id: memberId } = await addPageMember(people.admin, pageId, writer, { canUpdate: true })
  const draft = await submitDraft(writer, pageId, 'soup')
  await people.admin.fetch(pageMemberRoutes.remove, { params: { id: pageId, memberId } })
  const target = { params: { id: pageId, draftId: draft.id } }
  expect((await writer.request(draftRoutes.compare, target)).body.draft).toEqual(draft)
  expect((await people.outsider.request(draftRoutes.compare, target)).body).toMatchObject({ code: 'page.draftNotFound' })
  // The draft is not found by the id of another page.
  const elsewhere = { params: { id: fixtures.closed.pageId, draftId: draft.id } }
  expect((await people.creator.request(draftRoutes.compare, elsewhere)).body).toMatchObject({ code: 'page.draftNotFound' })
  expect((await reviewDraft(people.creator, { ...draft, PageId: fixtures.closed.pageId }, 'approved')).status).toBe(404)
  expect((await reviewDraft(writer, draft, 'approved')).status).toBe(403)
})

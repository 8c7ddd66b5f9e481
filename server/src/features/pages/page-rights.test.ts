import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import type { Caller } from '#/testing/caller.ts'
import { deactivates } from '#/testing/groups.ts'
import { contentOf, drafts, employs, judges, makesPage, publishes, readsPage } from '#/testing/pages.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

// Who may do what, by what they are in a page and by whether visitors may read it.

const FLAGS = ['canUpdate', 'canModerateUpdates', 'canModerateMembers'] as const
const ACTORS = ['visitor', 'deactivated', 'outsider', 'plain', ...FLAGS, 'creator', 'admin'] as const
type Actor = (typeof ACTORS)[number]
const KINDS = { closed: { isPublic: false }, public: { isPublic: true } } as const
type Kind = keyof typeof KINDS

interface Standing {
  readonly pageId: string
  /** A draft of somebody else that waits. */
  readonly waiting: () => Promise<string>
  readonly memberId: string
}

let noroshi: Unit
let people: Record<Actor, Caller>
let drafter: Person
const standings = {} as Record<Kind, Standing> // filled before the first test

const ofPage = ({ pageId }: Standing) => ({ params: { id: pageId } })
const ofDraft = async ({ pageId, waiting }: Standing) => ({ params: { id: pageId, draftId: await waiting() } })
const current = async ({ pageId }: Standing) => (await readsPage(people.admin, pageId)).revision

type Act = (caller: Caller, standing: Standing) => Promise<{ status: number }>
const acts = {
  'opens the page': (caller, standing) => caller.asks(pageRoutes.get, ofPage(standing)),
  'lists its members': (caller, standing) => caller.asks(pageMemberRoutes.list, ofPage(standing)),
  'lists its members by the public address': (caller, standing) => caller.asks(pageMemberRoutes.listPublic, ofPage(standing)),
  'asks what oneself is in it': (caller, standing) => caller.asks(pageMemberRoutes.mine, ofPage(standing)),
  'publishes directly': (caller, standing) =>
    caller.asks(pageRoutes.publish, { ...ofPage(standing), body: { content: contentOf('rice') } }),
  'lists what was published': (caller, standing) => caller.asks(pageRoutes.listRevisions, ofPage(standing)),
  'opens what was published': (caller, { pageId }) =>
    caller.asks(pageRoutes.getRevision, { params: { id: pageId, revision: '1' } }),
  'restores what was published': async (caller, standing) =>
    caller.asks(pageRoutes.restoreRevision, {
      params: { id: standing.pageId, revision: '1' },
      body: { baseRevision: await current(standing) },
    }),
  'submits a draft': (caller, { pageId }) =>
    caller.asks(draftRoutes.create, { body: { PageId: pageId, draftContent: contentOf('rice') } }),
  'lists their own drafts': (caller, standing) => caller.asks(draftRoutes.listOwn, ofPage(standing)),
  'lists drafts that wait': (caller, standing) => caller.asks(draftRoutes.listPending, ofPage(standing)),
  'opens a draft of another': async (caller, standing) => caller.asks(draftRoutes.compare, await ofDraft(standing)),
  'takes back a draft of another': async (caller, standing) => caller.asks(draftRoutes.discard, await ofDraft(standing)),
  'approves a draft': async (caller, standing) =>
    judges(caller, { id: await standing.waiting(), PageId: standing.pageId }, 'approved', {
      comparedRevision: await current(standing),
    }),
  'rejects a draft': async (caller, standing) =>
    judges(caller, { id: await standing.waiting(), PageId: standing.pageId }, 'rejected', { reviewRemarks: 'which bridge?' }),
  'uploads a document': (caller) =>
    caller.asks(documentRoutes.upload, { form: {}, files: [{ field: 'file', name: 'a.txt', bytes: new Uint8Array([65]) }] }),
  'adds a member': (caller, standing) =>
    caller.asks(pageMemberRoutes.add, { ...ofPage(standing), body: { members: [{ UserId: drafter.id }] } }),
  'changes a member': (caller, { pageId, memberId }) =>
    caller.asks(pageMemberRoutes.change, { params: { id: pageId, memberId }, body: { canUpdate: true } }),
  'removes a member that is none': (caller, { pageId }) =>
    caller.asks(pageMemberRoutes.remove, { params: { id: pageId, memberId: randomUUID() } }),
  renames: (caller, standing) => caller.asks(pageRoutes.rename, { ...ofPage(standing), body: { title: 'What to pack' } }),
  // And deletes it again: whoever keeps one may upload documents.
  'makes a page': async (caller) => {
    const made = await caller.asks(pageRoutes.create, { body: { title: 'Another one' } })
    if (made.status === 201) await caller.gets(pageRoutes.remove, { params: { id: made.body.id } })
    return made
  },
  'deletes a page that is none': (caller) => caller.asks(pageRoutes.remove, { params: { id: randomUUID() } }),
} satisfies Record<string, Act>

type Row = readonly number[]
const both = (row: Row): Record<Kind, Row> => ({ closed: row, public: row })
const all = [200, 200, 200, 200, 200, 200, 200, 200, 200]
//                visitor deact. outsider plain canUpdate canModerateUpdates canModerateMembers creator admin
const signedIn = [401, 401, 200, 200, 200, 200, 200, 200, 200]
const read = { closed: [404, 404, 200, 200, 200, 200, 200, 200, 200], public: all }
const reviewers = [401, 401, 403, 403, 403, 200, 403, 200, 403]
const seesDrafts = [401, 401, 404, 404, 404, 200, 404, 200, 404]
const managers = [401, 401, 403, 403, 403, 403, 200, 200, 200]
const admins = [401, 401, 403, 403, 403, 403, 403, 403, 200]

const expected: Record<keyof typeof acts, Record<Kind, Row>> = {
  'opens the page': read,
  'lists its members': both(signedIn),
  'lists its members by the public address': { closed: all.map(() => 404), public: all },
  'asks what oneself is in it': both([401, 401, 404, 200, 200, 200, 200, 200, 404]),
  'publishes directly': both(reviewers),
  'lists what was published': both(reviewers),
  'opens what was published': both(reviewers),
  'restores what was published': both(reviewers),
  'submits a draft': both([401, 401, 403, 403, 201, 403, 403, 201, 403]),
  'lists their own drafts': both(signedIn),
  'lists drafts that wait': both(reviewers),
  'opens a draft of another': both(seesDrafts),
  // A reviewer sees it, and it is not theirs to take back.
  'takes back a draft of another': both([401, 401, 404, 404, 404, 403, 404, 403, 404]),
  'approves a draft': both(seesDrafts),
  'rejects a draft': both(seesDrafts),
  'uploads a document': both([401, 401, 403, 403, 201, 201, 403, 201, 403]),
  'adds a member': both([401, 401, 403, 403, 403, 403, 201, 201, 201]),
  'changes a member': both(managers),
  'removes a member that is none': both(managers.map((status) => (status === 200 ? 404 : status))),
  renames: both(admins),
  'makes a page': both([401, 401, 403, 403, 403, 403, 403, 403, 201]),
  'deletes a page that is none': both(admins.map((status) => (status === 200 ? 404 : status))),
}

beforeAll(async () => {
  noroshi = await unit()
  const [creator, admin] = [await noroshi.admin('Ito'), await noroshi.admin('Gen')]
  const [outsider, deactivated, plain] = await noroshi.people('Dora', 'Fuji', 'Hana')
  const flagged = await noroshi.people('Ren', 'Sho', 'Tama')
  ;[drafter] = await noroshi.people('Aiko')
  const own = Object.fromEntries(FLAGS.map((flag, index) => [flag, flagged[index]])) as Record<(typeof FLAGS)[number], Person> // one each
  for (const kind of Object.keys(KINDS) as Kind[]) {
    // its own keys
    const { id } = await makesPage(creator, KINDS[kind])
    for (const person of [plain, deactivated]) await employs(creator, id, person)
    for (const flag of FLAGS) await employs(creator, id, own[flag], { [flag]: true })
    const { id: memberId } = await employs(creator, id, drafter, { canUpdate: true })
    await publishes(creator, id, 'water')
    standings[kind] = { pageId: id, memberId, waiting: () => waitsOn(id) }
  }
  // Who made the pages is in them as a member; that they are an administrator as well must not count.
  await noroshi.db.updateTable('users').set({ is_admin: false }).where('id', '=', creator.id).execute()
  await deactivates(noroshi, deactivated)
  people = { visitor: noroshi.visitor, deactivated, outsider, plain, ...own, creator, admin }
})
afterAll(() => noroshi[Symbol.asyncDispose]())

/** Written at once: nobody drafts as often as this table asks. */
async function waitsOn(page_id: string): Promise<string> {
  const id = uuidv7()
  const row = { id, page_id, base_revision: 1, content: contentOf('tea'), excerpt: 'tea', drafted_by: drafter.id }
  await noroshi.db.insertInto('page_drafts').values(row).execute()
  return id
}

describe.each(Object.keys(KINDS) as Kind[])('on a page that is %s', (kind) => {
  test.each(Object.keys(acts) as (keyof typeof acts)[])('who %s', async (act) => {
    const answered: [Actor, number][] = []
    for (const actor of ACTORS) answered.push([actor, (await acts[act](people[actor], standings[kind])).status])
    expect(answered).toEqual(ACTORS.map((actor, index) => [actor, expected[act][kind][index]]))
  })

  test('who joins it on a socket, and leaves it again', async () => {
    const { pageId } = standings[kind]
    const answered: [Actor, boolean | string][] = []
    for (const actor of ACTORS) {
      const { token } = people[actor]
      const listening = await noroshi.listens(token === null ? {} : { token })
      const ack = await listening.asks('page:join', { pageId })
      answered.push([actor, ack.ok ? true : ack.code])
      expect(await listening.asks('page:leave', { pageId })).toEqual({ ok: true })
    }
    const mayJoin = expected['opens the page'][kind].map((status) => (status === 200 ? true : 'page.notFound'))
    expect(answered).toEqual(ACTORS.map((actor, index) => [actor, mayJoin[index]]))
  })
})

test('nobody changes their own membership or the creator’s, but for an administrator', async () => {
  const { pageId } = standings.closed
  const { items } = await people.creator.gets(pageMemberRoutes.list, { params: { id: pageId } })
  const [creators, own] = [items[0], items.find((one) => one.canModerateMembers && one.UserId !== items[0]?.UserId)]
  const asked = (caller: Caller, memberId = '') =>
    caller.asks(pageMemberRoutes.change, { params: { id: pageId, memberId }, body: { canUpdate: false } })
  const manager = people.canModerateMembers
  expect((await asked(manager, own?.id)).status).toBe(403)
  expect((await asked(manager, creators?.id)).status).toBe(403)
  expect((await asked(people.creator, own?.id)).status).toBe(200)
  expect((await asked(people.creator, creators?.id)).status).toBe(403)
  expect((await asked(people.admin, creators?.id)).status).toBe(200)
  for (const memberId of [own?.id ?? '', creators?.id ?? ''])
    expect((await manager.asks(pageMemberRoutes.remove, { params: { id: pageId, memberId } })).status).toBe(403)
})

test('who may open a draft of their own reads it after they left the page, and a stranger never learns of it', async () => {
  const { pageId } = standings.public
  const [writer] = await noroshi.people('Emi')
  const { id: memberId } = await employs(people.admin, pageId, writer, { canUpdate: true })
  const draft = await drafts(writer, pageId, 'soup')
  await people.admin.gets(pageMemberRoutes.remove, { params: { id: pageId, memberId } })
  const opened = { params: { id: pageId, draftId: draft.id } }
  expect((await writer.asks(draftRoutes.compare, opened)).body.draft).toEqual(draft)
  expect((await people.outsider.asks(draftRoutes.compare, opened)).body).toMatchObject({ code: 'page.draftNotFound' })
  // Under another page it is not there either.
  const elsewhere = { params: { id: standings.closed.pageId, draftId: draft.id } }
  expect((await people.creator.asks(draftRoutes.compare, elsewhere)).body).toMatchObject({ code: 'page.draftNotFound' })
  expect((await judges(people.creator, { ...draft, PageId: standings.closed.pageId }, 'approved')).status).toBe(404)
  expect((await judges(writer, draft, 'approved')).status).toBe(403)
})

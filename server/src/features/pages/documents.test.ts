import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import type { RichBlock } from '@noroshi/contract/pages/rich-text'
import { runCleanup } from '#/cleanup-jobs.ts'
import { createPace } from '#/db/pace.ts'
import type { Caller } from '#/testing/caller.ts'
import {
  contentOf,
  discardDraft,
  submitDraft,
  addPageMember,
  reviewDraft,
  createPage,
  picture,
  publishPage,
  deletePage,
  renamePage,
  requestDraft,
  requestPublish,
  uploadDocument,
} from '#/testing/scenes/pages.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'
import { removeOldPageHistory } from './page-history.service.ts'

let noroshi: TestServer
let admin: TestUser
let writer: TestUser
let other: TestUser
let reviewer: TestUser
let reader: TestUser
let pageId: string
beforeAll(async () => {
  noroshi = await startTestServer()
  admin = await noroshi.admin('Ito')
  ;[writer, other, reviewer, reader] = await noroshi.people('Aiko', 'Chika', 'Ben', 'Dora')
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ id: pageId } = await createPage(admin))
  for (const person of [writer, other]) await addPageMember(admin, pageId, person, { canUpdate: true })
  await addPageMember(admin, pageId, reviewer, { canModerateUpdates: true })
})

/** Returns the names of the users who can read the document. */
async function readersOf(src: string): Promise<string[]> {
  const people: [string, Caller][] = [
    ['writer', writer],
    ['other', other],
    ['reviewer', reviewer],
    ['reader', reader],
    ['visitor', noroshi.visitor],
  ]
  const readers: string[] = []
  for (const [name, caller] of people) {
    const response = await caller.rawFetch(src)
    await response.arrayBuffer()
    if (response.status === 200) readers.push(name)
    else expect(response.status).toBe(404)
  }
  return readers
}
async function removeFromPage(person: TestUser): Promise<void> {
  const { items } = await admin.fetch(pageMemberRoutes.list, { params: { id: pageId } })
  const memberId = items.find(({ UserId }) => UserId === person.id)?.id ?? ''
  await admin.fetch(pageMemberRoutes.remove, { params: { id: pageId, memberId } })
}
const linkTo = (href: string): RichBlock => ({
  type: 'paragraph',
  content: [{ type: 'text', text: 'the plan', marks: [{ type: 'link', attrs: { href } }] }],
})
const ALL_CALLERS = ['writer', 'other', 'reviewer', 'reader', 'visitor']

test('an uploaded picture is encoded by the server and returned with its size', async () => {
  const bytes = new Uint8Array(
    await sharp({ create: { width: 900, height: 300, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
  )
  const sent = { form: {}, files: [{ field: 'file', name: '../橋.jpg', bytes }] }
  const { status, body } = await writer.request(documentRoutes.upload, sent)
  expect([status, body]).toMatchObject([201, { type: 'image/jpeg', width: 900, height: 300, previewName: '橋.jpg' }])
  expect((await writer.rawFetch(`${body.documentUrl}/preview`)).status).toBe(200)
  const page = await publishPage(reviewer, pageId, 'x').then(() => submitDraft(writer, pageId, picture(body.documentUrl)))
  await reviewDraft(reviewer, page, 'approved')
  const { items } = await noroshi.visitor.fetch(pageRoutes.list)
  expect(items.find(({ id }) => id === pageId)?.firstMedia?.previewUrl).toBe(`${body.documentUrl}/preview`)
})

test('an upload without exactly one file gets an error, and users who edit no page get 403', async () => {
  const file = { field: 'file', name: 'a.txt', bytes: new Uint8Array([65]) }
  const resultOf = async (caller: Caller, files: (typeof file)[]) => {
    const { status, body } = await caller.request(documentRoutes.upload, { form: {}, files })
    return [status, 'code' in body ? body.code : null]
  }
  expect(await resultOf(writer, [])).toEqual([400, 'file.missing'])
  expect(await resultOf(writer, [file, file])).toEqual([413, 'file.tooMany'])
  expect(await resultOf(writer, [{ ...file, bytes: new Uint8Array() }])).toEqual([400, 'file.empty'])
  expect(await resultOf(reader, [file])).toEqual([403, 'page.notAllowed'])
  expect(await resultOf(noroshi.visitor, [file])).toEqual([401, 'unauthorized'])
})

test('a new document is readable by its uploader, a pending one also by reviewers, a published one by all readers', async () => {
  const src = await uploadDocument(writer)
  expect(await readersOf(src)).toEqual(['writer'])
  const draft = await submitDraft(writer, pageId, picture(src))
  expect(await readersOf(src)).toEqual(['writer', 'reviewer'])
  await reviewDraft(reviewer, draft, 'approved')
  expect(await readersOf(src)).toEqual(ALL_CALLERS)
  await renamePage(admin, pageId, { isPublic: false })
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer', 'reader'])
  await publishPage(reviewer, pageId, 'removed')
  // Contributors may still have it in their editor.
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer'])
  await reviewer.fetch(pageRoutes.restoreRevision, { params: { id: pageId, revision: '2' }, body: { baseRevision: 3 } })
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer', 'reader'])
  await deletePage(admin, pageId)
  expect(await readersOf(src)).toEqual(['writer'])
})

test('a document of a rejected or discarded draft is readable by users who may open the draft', async () => {
  const src = await uploadDocument(writer)
  const [first, second] = [await submitDraft(writer, pageId, linkTo(src)), await submitDraft(writer, pageId, picture(src))]
  await reviewDraft(reviewer, first, 'rejected')
  await discardDraft(writer, second)
  expect(await readersOf(src)).toEqual(['writer', 'reviewer'])
  await removeFromPage(reviewer)
  expect(await readersOf(src)).toEqual(['writer'])
})

test('the author of a draft can read the pictures of its base after they are unpublished', async () => {
  const src = await uploadDocument(reviewer)
  await publishPage(reviewer, pageId, picture(src))
  await submitDraft(other, pageId, 'without it')
  await publishPage(reviewer, pageId, 'nothing')
  for (const person of [writer, other]) await removeFromPage(person)
  expect(await readersOf(src)).toEqual(['other', 'reviewer'])
})

test('a contributor may reuse a document removed since they joined, but not one removed before', async () => {
  const [before, shown] = [await uploadDocument(reviewer), await uploadDocument(reviewer)]
  await publishPage(reviewer, pageId, picture(before))
  await publishPage(reviewer, pageId, picture(shown))
  const [late] = await noroshi.people('Emi')
  await addPageMember(admin, pageId, late, { canUpdate: true })
  await publishPage(reviewer, pageId, 'removed')
  const { body } = await requestDraft(late, pageId, contentOf(picture(before)), { baseRevision: 4 })
  expect(body).toMatchObject({ code: 'page.documentNotFound' })
  expect((await late.rawFetch(before)).status).toBe(404)
  // The draft merges the published content with the picture.
  const { status } = await requestDraft(late, pageId, contentOf(picture(shown), 'rice'), { baseRevision: 4 })
  expect(status).toBe(201)
  expect(await readersOf(shown)).toEqual(['writer', 'other', 'reviewer'])
})

test('the members of its time keep their rights to a kept version whose successor the retention removed; later ones get none', async () => {
  const src = await uploadDocument(reviewer)
  await publishPage(reviewer, pageId, picture(src))
  await submitDraft(writer, pageId, 'the base of this draft is kept')
  await publishPage(reviewer, pageId, 'removed')
  const [late] = await noroshi.people('Emi')
  await addPageMember(admin, pageId, late, { canUpdate: true })
  await publishPage(reviewer, pageId, 'tea')
  await publishPage(reviewer, pageId, 'rice')
  await removeOldPageHistory(noroshi.deps, new Date(), createPace(2000))
  const { items } = await reviewer.fetch(pageRoutes.listRevisions, { params: { id: pageId } })
  expect(items.map(({ revision }) => revision)).toEqual([5, 2])
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer'])
  expect((await late.rawFetch(src)).status).toBe(404)
  const statusFor = async (person: Caller) =>
    (await requestDraft(person, pageId, contentOf(picture(src)), { baseRevision: 2 })).status
  expect([await statusFor(late), await statusFor(other)]).toEqual([404, 201])
})

test('a document may be used by a second page and is readable while one of the pages uses it', async () => {
  const { id: second } = await createPage(admin, { isPublic: false })
  await addPageMember(admin, second, reviewer, { canModerateUpdates: true })
  const src = await uploadDocument(writer)
  await reviewDraft(reviewer, await submitDraft(writer, pageId, picture(src)), 'approved')
  await publishPage(reviewer, second, picture(src))
  await publishPage(reviewer, pageId, 'removed')
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer', 'reader'])
  await deletePage(admin, second)
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer'])
})

test('a content with a document that its writer may not read, or with another file, gets 400', async () => {
  const hidden = await uploadDocument(writer)
  const { id: alertId } = await writer.fetch(alertRoutes.raise, { body: {} })
  const files = [{ name: 'note.txt', bytes: new TextEncoder().encode('help') }]
  const { alertMedias } = await writer.fetch(alertRoutes.upload, { form: { alertId }, files })
  const { avatarUrl } = await writer.fetch(accountRoutes.me)
  expect(avatarUrl).toBeNull()
  const nothing = '/backend/uploads/019a0000-0000-7000-8000-000000000000'
  for (const src of [hidden, alertMedias[0]?.mediaUrl ?? '', nothing])
    for (const block of [picture(src), linkTo(src), { type: 'video', attrs: { src, title: '' } } as const]) {
      const replies = [
        await requestDraft(other, pageId, contentOf(block)),
        await requestPublish(reviewer, pageId, contentOf(block)),
        await reviewDraft(reviewer, await submitDraft(other, pageId, 'rice'), 'approved', { content: contentOf(block) }),
      ]
      const errors = replies.map(({ status, body }) => [status, 'code' in body ? body.code : null])
      expect(errors, src).toEqual(replies.map(() => [400, 'page.documentNotFound']))
    }
  expect(await readersOf(hidden)).toEqual(['writer'])
})

test('unused documents are deleted after 30 days, documents of a deleted page 30 days after its deletion', async () => {
  await using own = await startTestServer()
  const creator = await own.admin('Ito')
  const { id } = await createPage(creator)
  const [unsent, shown, replaced] = [await uploadDocument(creator), await uploadDocument(creator), await uploadDocument(creator)]
  await publishPage(creator, id, picture(replaced))
  await publishPage(creator, id, picture(shown))
  const readability = async () => {
    const results: boolean[] = []
    for (const src of [unsent, shown, replaced]) results.push((await creator.rawFetch(src)).status === 200)
    return results
  }
  const bytes = async () => {
    own.clock.advance({ hours: 48 })
    const keys: string[] = []
    for await (const key of own.deps.storage.storedBefore(own.clock.now())) keys.push(key)
    return keys.length
  }
  own.clock.advance({ hours: 24 * 29 })
  await runCleanup(own.deps)
  expect(await readability()).toEqual([true, true, true])
  own.clock.advance({ hours: 25 })
  await runCleanup(own.deps)
  expect(await readability()).toEqual([false, true, true])
  expect(await bytes()).toBe(2)
  // A content with the deleted document gets an error.
  const { body } = await requestPublish(creator, id, contentOf(picture(unsent)))
  expect(body).toMatchObject({ code: 'page.documentNotFound' })

  await deletePage(creator, id)
  own.clock.advance({ hours: 24 * 29 })
  await runCleanup(own.deps)
  expect(await readability()).toEqual([false, true, true])
  own.clock.advance({ hours: 25 })
  await runCleanup(own.deps)
  expect(await readability()).toEqual([false, false, false])
  expect(await bytes()).toBe(0)
})

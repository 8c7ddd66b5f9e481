import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import type { RichBlock } from '@noroshi/contract/pages/rich-text'
import { keepHouseOnce } from '#/housekeeping.ts'
import type { Caller } from '#/testing/caller.ts'
import {
  contentOf,
  discards,
  drafts,
  employs,
  judges,
  makesPage,
  picture,
  publishes,
  removes,
  renames,
  triesToDraft,
  triesToPublish,
  uploads,
} from '#/testing/pages.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
let admin: Person
let writer: Person
let other: Person
let reviewer: Person
let reader: Person
let pageId: string
beforeAll(async () => {
  noroshi = await unit()
  admin = await noroshi.admin('Ito')
  ;[writer, other, reviewer, reader] = await noroshi.people('Aiko', 'Chika', 'Ben', 'Dora')
})
afterAll(() => noroshi[Symbol.asyncDispose]())
beforeEach(async () => {
  ;({ id: pageId } = await makesPage(admin))
  for (const person of [writer, other]) await employs(admin, pageId, person, { canUpdate: true })
  await employs(admin, pageId, reviewer, { canModerateUpdates: true })
})

/** Who of them reads it: by its address, whole. */
async function readersOf(src: string): Promise<string[]> {
  const people: [string, Caller][] = [
    ['writer', writer],
    ['other', other],
    ['reviewer', reviewer],
    ['reader', reader],
    ['visitor', noroshi.visitor],
  ]
  const able: string[] = []
  for (const [name, caller] of people) {
    const response = await caller.fetch(src)
    await response.arrayBuffer()
    if (response.status === 200) able.push(name)
    else expect(response.status).toBe(404)
  }
  return able
}
async function dismisses(person: Person): Promise<void> {
  const { items } = await admin.gets(pageMemberRoutes.list, { params: { id: pageId } })
  const memberId = items.find(({ UserId }) => UserId === person.id)?.id ?? ''
  await admin.gets(pageMemberRoutes.remove, { params: { id: pageId, memberId } })
}
const linkTo = (href: string): RichBlock => ({
  type: 'paragraph',
  content: [{ type: 'text', text: 'the plan', marks: [{ type: 'link', attrs: { href } }] }],
})
const EVERYBODY = ['writer', 'other', 'reviewer', 'reader', 'visitor']

test('an uploaded picture is encoded by the server and told with its size', async () => {
  const bytes = new Uint8Array(
    await sharp({ create: { width: 900, height: 300, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
  )
  const sent = { form: {}, files: [{ field: 'file', name: '../橋.jpg', bytes }] }
  const { status, body } = await writer.asks(documentRoutes.upload, sent)
  expect([status, body]).toMatchObject([201, { type: 'image/jpeg', width: 900, height: 300, previewName: '橋.jpg' }])
  expect((await writer.fetch(`${body.documentUrl}/preview`)).status).toBe(200)
  const page = await publishes(reviewer, pageId, 'x').then(() => drafts(writer, pageId, picture(body.documentUrl)))
  await judges(reviewer, page, 'approved')
  const { items } = await noroshi.visitor.gets(pageRoutes.list)
  expect(items.find(({ id }) => id === pageId)?.firstMedia?.previewUrl).toBe(`${body.documentUrl}/preview`)
})

test('what is no upload of one file is refused, and by whom edits nothing before a byte is kept', async () => {
  const file = { field: 'file', name: 'a.txt', bytes: new Uint8Array([65]) }
  const answer = async (caller: Caller, files: (typeof file)[]) => {
    const { status, body } = await caller.asks(documentRoutes.upload, { form: {}, files })
    return [status, 'code' in body ? body.code : null]
  }
  expect(await answer(writer, [])).toEqual([400, 'file.missing'])
  expect(await answer(writer, [file, file])).toEqual([413, 'file.tooMany'])
  expect(await answer(writer, [{ ...file, bytes: new Uint8Array() }])).toEqual([400, 'file.empty'])
  expect(await answer(reader, [file])).toEqual([403, 'page.notAllowed'])
  expect(await answer(noroshi.visitor, [file])).toEqual([401, 'unauthorized'])
})

test('a document is read by its uploader alone until it is sent, by the reviewers while it waits, by all readers once it is published', async () => {
  const src = await uploads(writer)
  expect(await readersOf(src)).toEqual(['writer'])
  const draft = await drafts(writer, pageId, picture(src))
  expect(await readersOf(src)).toEqual(['writer', 'reviewer'])
  await judges(reviewer, draft, 'approved')
  expect(await readersOf(src)).toEqual(EVERYBODY)
  await renames(admin, pageId, { isPublic: false })
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer', 'reader'])
  await publishes(reviewer, pageId, 'taken out')
  // Who contributes may have it before them still.
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer'])
  await reviewer.gets(pageRoutes.restoreRevision, { params: { id: pageId, revision: '2' }, body: { baseRevision: 3 } })
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer', 'reader'])
  await removes(admin, pageId)
  expect(await readersOf(src)).toEqual(['writer'])
})

test('rejected or taken back, what a draft names stays with who may open the draft', async () => {
  const src = await uploads(writer)
  const [first, second] = [await drafts(writer, pageId, linkTo(src)), await drafts(writer, pageId, picture(src))]
  await judges(reviewer, first, 'rejected')
  await discards(writer, second)
  expect(await readersOf(src)).toEqual(['writer', 'reviewer'])
  await dismisses(reviewer)
  expect(await readersOf(src)).toEqual(['writer'])
})

test('who drafted on a content sees its pictures beside their draft, once they are published no more', async () => {
  const src = await uploads(reviewer)
  await publishes(reviewer, pageId, picture(src))
  await drafts(other, pageId, 'without it')
  await publishes(reviewer, pageId, 'nothing')
  for (const person of [writer, other]) await dismisses(person)
  expect(await readersOf(src)).toEqual(['other', 'reviewer'])
})

test('who contributes brings back what was taken out while they wrote on it, and not what was gone before they came', async () => {
  const [before, shown] = [await uploads(reviewer), await uploads(reviewer)]
  await publishes(reviewer, pageId, picture(before))
  await publishes(reviewer, pageId, picture(shown))
  const [late] = await noroshi.people('Emi')
  await employs(admin, pageId, late, { canUpdate: true })
  await publishes(reviewer, pageId, 'taken out')
  const { body } = await triesToDraft(late, pageId, contentOf(picture(before)), { baseRevision: 4 })
  expect(body).toMatchObject({ code: 'page.documentNotFound' })
  expect((await late.fetch(before)).status).toBe(404)
  // Their part of a merge with what is published now: the picture in another size.
  const { status } = await triesToDraft(late, pageId, contentOf(picture(shown), 'rice'), { baseRevision: 4 })
  expect(status).toBe(201)
  expect(await readersOf(shown)).toEqual(['writer', 'other', 'reviewer'])
})

test('a document of one page may be shown by another whose writer reads it, and closes with the last that shows it', async () => {
  const { id: second } = await makesPage(admin, { isPublic: false })
  await employs(admin, second, reviewer, { canModerateUpdates: true })
  const src = await uploads(writer)
  await judges(reviewer, await drafts(writer, pageId, picture(src)), 'approved')
  await publishes(reviewer, second, picture(src))
  await publishes(reviewer, pageId, 'taken out')
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer', 'reader'])
  await removes(admin, second)
  expect(await readersOf(src)).toEqual(['writer', 'other', 'reviewer'])
})

test('nobody shows a document that they may not read, and nothing that is no document', async () => {
  const hidden = await uploads(writer)
  const { id: alertId } = await writer.gets(alertRoutes.raise, { body: {} })
  const files = [{ name: 'note.txt', bytes: new TextEncoder().encode('help') }]
  const { alertMedias } = await writer.gets(alertRoutes.upload, { form: { alertId }, files })
  const { avatarUrl } = await writer.gets(accountRoutes.me)
  expect(avatarUrl).toBeNull()
  const nothing = '/backend/uploads/019a0000-0000-7000-8000-000000000000'
  for (const src of [hidden, alertMedias[0]?.mediaUrl ?? '', nothing])
    for (const block of [picture(src), linkTo(src), { type: 'video', attrs: { src, title: '' } } as const]) {
      const answers = [
        await triesToDraft(other, pageId, contentOf(block)),
        await triesToPublish(reviewer, pageId, contentOf(block)),
        await judges(reviewer, await drafts(other, pageId, 'rice'), 'approved', { content: contentOf(block) }),
      ]
      const refused = answers.map(({ status, body }) => [status, 'code' in body ? body.code : null])
      expect(refused, src).toEqual(answers.map(() => [400, 'page.documentNotFound']))
    }
  expect(await readersOf(hidden)).toEqual(['writer'])
})

test('documents that nothing names are deleted after thirty days with their bytes, those of a deleted page thirty days later', async () => {
  await using own = await unit()
  const creator = await own.admin('Ito')
  const { id } = await makesPage(creator)
  const [unsent, shown, taken] = [await uploads(creator), await uploads(creator), await uploads(creator)]
  await publishes(creator, id, picture(taken))
  await publishes(creator, id, picture(shown))
  const there = async () => {
    const answers: boolean[] = []
    for (const src of [unsent, shown, taken]) answers.push((await creator.fetch(src)).status === 200)
    return answers
  }
  const bytes = async () => {
    own.clock.advance({ hours: 48 })
    const keys: string[] = []
    for await (const key of own.deps.storage.keptBefore(own.clock.now())) keys.push(key)
    return keys.length
  }
  own.clock.advance({ hours: 24 * 29 })
  await keepHouseOnce(own.deps)
  expect(await there()).toEqual([true, true, true])
  own.clock.advance({ hours: 25 })
  await keepHouseOnce(own.deps)
  expect(await there()).toEqual([false, true, true])
  expect(await bytes()).toBe(2)
  // Whoever still has its address is told to upload it again.
  const { body } = await triesToPublish(creator, id, contentOf(picture(unsent)))
  expect(body).toMatchObject({ code: 'page.documentNotFound' })

  await removes(creator, id)
  own.clock.advance({ hours: 24 * 29 })
  await keepHouseOnce(own.deps)
  expect(await there()).toEqual([false, true, true])
  own.clock.advance({ hours: 25 })
  await keepHouseOnce(own.deps)
  expect(await there()).toEqual([false, false, false])
  expect(await bytes()).toBe(0)
})

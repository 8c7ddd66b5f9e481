import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { EMPTY_CONTENT } from '@noroshi/contract/pages/rich-text'
import {
  contentOf,
  addPageMember,
  createPage,
  requestGetPage,
  picture,
  publishPage,
  fetchPage,
  deletePage,
  renamePage,
  requestPublish,
  uploadDocument,
} from '#/testing/scenes/pages.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
let admin: TestUser
let other: TestUser
let reviewer: TestUser
let reader: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  ;[admin, other] = [await noroshi.admin('Ito'), await noroshi.admin('Gen')]
  ;[reviewer, reader] = await noroshi.people('Ben', 'Dora')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const listTitles = async (caller: TestUser | TestServer['visitor'], search?: string) => {
  const { items } = await caller.fetch(pageRoutes.list, { query: search === undefined ? {} : { search } })
  return items.map(({ title }) => title)
}

test('a new page is empty, and its creator is a member with all flags', async () => {
  const page = await createPage(admin, { title: '  Shelters  ' })
  expect(page).toMatchObject({
    title: 'Shelters',
    isPublic: true,
    revision: 1,
    excerpt: '',
    firstMedia: null,
    CreatedByUserId: admin.id,
    publishedBy: { id: admin.id },
    content: JSON.stringify(EMPTY_CONTENT),
  })
  const { items } = await admin.fetch(pageMemberRoutes.list, { params: { id: page.id } })
  expect(items).toMatchObject([{ UserId: admin.id, canUpdate: true, canModerateUpdates: true, canModerateMembers: true }])
  expect(await fetchPage(noroshi.visitor, page.id)).toEqual(page)
})

test('a repeated client id returns the same page; another form with the same id gets 409', async () => {
  const form = { title: 'Once', clientId: randomUUID() }
  const pages = await Promise.all(Array.from({ length: 10 }, () => createPage(admin, form)))
  expect(new Set(pages.map(({ id }) => id)).size).toBe(1)
  expect(await listTitles(admin, 'Once')).toEqual(['Once'])
  const { status } = await admin.request(pageRoutes.create, { body: { ...form, title: 'Twice' } })
  expect(status).toBe(409)
  expect((await createPage(other, form)).id).not.toBe(pages[0]?.id)
})

test.each([
  [{ title: '' }, 'Please enter a title for the page'],
  [{ title: '   ' }, 'Please enter a title for the page'],
  [{ title: 'abc' }, 'The title must have at least 4 characters'],
  [{ title: 'a'.repeat(101) }, 'The title must not be longer than 100 characters'],
  [{}, 'Please enter a title for the page'],
])('creating a page with %j gets 400 and a message', async (body, message) => {
  const { status, body: reply } = await admin.request(pageRoutes.create, { body })
  expect(status).toBe(400)
  expect(reply).toMatchObject({ code: 'invalid', issues: [{ path: 'title', message }] })
})

test('the card shows the excerpt, the first picture and the revision of the published content', async () => {
  const { id } = await createPage(admin, { title: 'With a picture' })
  await addPageMember(admin, id, reviewer, { canModerateUpdates: true })
  const src = await uploadDocument(reviewer)
  const page = await publishPage(reviewer, id, 'water', 'rice '.repeat(100), picture(src, 'a bag'))
  expect(page).toMatchObject({ revision: 2, publishedBy: { id: reviewer.id }, createdBy: { id: admin.id } })
  expect(page.excerpt).toBe(`water\n${'rice '.repeat(100)}`.slice(0, 280))
  expect(page.firstMedia).toEqual({ kind: 'image', mediaUrl: src, previewUrl: null, alt: 'a bag' })
  const { items } = await noroshi.visitor.fetch(pageRoutes.list)
  const { content, ...card } = page
  expect(items.find((item) => item.id === id)).toEqual(card)
  expect((await fetchPage(reader, id)).content).toBe(content)
})

test('a search finds pages that contain all words in title or text, in any width and case', async () => {
  const { id } = await createPage(admin, { title: '避難経路 Routes' })
  await publishPage(admin, id, '広瀬川にちかい道', ' '.repeat(400), 'The BRIDGE at Ｏｔａｍａｙａ')
  for (const search of ['避難', 'routes', '川', 'otamaya', 'bridge　避難', '  ROUTES  広瀬川 ']) {
    expect(await listTitles(admin, search), search).toEqual(['避難経路 Routes'])
  }
  for (const search of ['避難所', 'bridge tunnel', '%', '_']) expect(await listTitles(admin, search), search).toEqual([])
  await publishPage(admin, id, 'nothing')
  expect(await listTitles(admin, 'bridge')).toEqual([])
  expect((await admin.request(pageRoutes.list, { query: { search: 'a'.repeat(101) } })).status).toBe(400)
})

test('pages are listed by title, and a visitor sees public pages only', async () => {
  await using server = await startTestServer()
  const creator = await server.admin('Ito')
  const [signedIn] = await server.people('Dora')
  for (const [title, isPublic] of [
    ['beta', true],
    ['Alpha', false],
    ['Gamma', true],
  ] as const)
    await createPage(creator, { title, isPublic })
  expect((await signedIn.fetch(pageRoutes.list)).items.map(({ title }) => title)).toEqual(['Alpha', 'beta', 'Gamma'])
  expect((await server.visitor.fetch(pageRoutes.list)).items.map(({ title }) => title)).toEqual(['beta', 'Gamma'])
})

test('a page that is no longer public gets 404 for visitors only', async () => {
  const { id } = await createPage(admin)
  await renamePage(other, id, { title: 'Members area', isPublic: false })
  expect((await requestGetPage(noroshi.visitor, id)).status).toBe(404)
  expect((await noroshi.visitor.request(pageMemberRoutes.listPublic, { params: { id } })).status).toBe(404)
  expect((await reader.request(pageMemberRoutes.listPublic, { params: { id } })).status).toBe(404)
  expect((await fetchPage(reader, id)).title).toBe('Members area')
  expect((await renamePage(other, id, { title: 'Members only' })).isPublic).toBe(false)
  await renamePage(other, id, { isPublic: true })
  expect((await requestGetPage(noroshi.visitor, id)).status).toBe(200)
})

test('a deleted page gets 404 for all users', async () => {
  const { id } = await createPage(admin, { title: 'Soon gone' })
  await addPageMember(admin, id, reviewer, { canModerateUpdates: true, canUpdate: true })
  await deletePage(other, id)
  for (const caller of [admin, other, reviewer, reader, noroshi.visitor]) {
    expect((await requestGetPage(caller, id)).status).toBe(404)
    expect(await listTitles(caller, 'Soon')).toEqual([])
  }
  expect((await requestPublish(reviewer, id, contentOf('again'))).status).toBe(404)
  expect((await admin.request(pageRoutes.remove, { params: { id } })).status).toBe(404)
})

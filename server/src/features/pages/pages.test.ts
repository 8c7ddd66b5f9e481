import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { EMPTY_CONTENT } from '@noroshi/contract/pages/rich-text'
import {
  contentOf,
  employs,
  makesPage,
  opensPage,
  picture,
  publishes,
  readsPage,
  removes,
  renames,
  triesToPublish,
  uploads,
} from '#/testing/pages.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
let admin: Person
let other: Person
let reviewer: Person
let reader: Person
beforeAll(async () => {
  noroshi = await unit()
  ;[admin, other] = [await noroshi.admin('Ito'), await noroshi.admin('Gen')]
  ;[reviewer, reader] = await noroshi.people('Ben', 'Dora')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const listed = async (caller: Person | Unit['visitor'], search?: string) => {
  const { items } = await caller.gets(pageRoutes.list, { query: search === undefined ? {} : { search } })
  return items.map(({ title }) => title)
}

test('a new page is empty, and whoever made it is its first member with every flag', async () => {
  const page = await makesPage(admin, { title: '  Shelters  ' })
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
  const { items } = await admin.gets(pageMemberRoutes.list, { params: { id: page.id } })
  expect(items).toMatchObject([{ UserId: admin.id, canUpdate: true, canModerateUpdates: true, canModerateMembers: true }])
  expect(await readsPage(noroshi.visitor, page.id)).toEqual(page)
})

test('the same clientId again answers the same page, and another form under it is a conflict', async () => {
  const form = { title: 'Once', clientId: randomUUID() }
  const pages = await Promise.all(Array.from({ length: 10 }, () => makesPage(admin, form)))
  expect(new Set(pages.map(({ id }) => id)).size).toBe(1)
  expect(await listed(admin, 'Once')).toEqual(['Once'])
  const { status } = await admin.asks(pageRoutes.create, { body: { ...form, title: 'Twice' } })
  expect(status).toBe(409)
  expect((await makesPage(other, form)).id).not.toBe(pages[0]?.id)
})

test.each([
  [{ title: '' }, 'Please enter a title for the page'],
  [{ title: '   ' }, 'Please enter a title for the page'],
  [{ title: 'abc' }, 'The title must have at least 4 characters'],
  [{ title: 'a'.repeat(101) }, 'The title must not be longer than 100 characters'],
  [{}, 'Please enter a title for the page'],
])('a page with %j is refused in words', async (body, message) => {
  const { status, body: reply } = await admin.asks(pageRoutes.create, { body })
  expect(status).toBe(400)
  expect(reply).toMatchObject({ code: 'invalid', issues: [{ path: 'title', message }] })
})

test('what is published shows on the card: its first words, its first picture, its new revision', async () => {
  const { id } = await makesPage(admin, { title: 'With a picture' })
  await employs(admin, id, reviewer, { canModerateUpdates: true })
  const src = await uploads(reviewer)
  const page = await publishes(reviewer, id, 'water', 'rice '.repeat(100), picture(src, 'a bag'))
  expect(page).toMatchObject({ revision: 2, publishedBy: { id: reviewer.id }, createdBy: { id: admin.id } })
  expect(page.excerpt).toBe(`water\n${'rice '.repeat(100)}`.slice(0, 280))
  expect(page.firstMedia).toEqual({ kind: 'image', mediaUrl: src, previewUrl: null, alt: 'a bag' })
  const { items } = await noroshi.visitor.gets(pageRoutes.list)
  const { content, ...card } = page
  expect(items.find((one) => one.id === id)).toEqual(card)
  expect((await readsPage(reader, id)).content).toBe(content)
})

test('a search finds words of the title and of the whole text, in any width and case, each of them', async () => {
  const { id } = await makesPage(admin, { title: '避難経路 Routes' })
  await publishes(admin, id, '広瀬川にちかい道', ' '.repeat(400), 'The BRIDGE at Ｏｔａｍａｙａ')
  for (const search of ['避難', 'routes', '川', 'otamaya', 'bridge　避難', '  ROUTES  広瀬川 ']) {
    expect(await listed(admin, search), search).toEqual(['避難経路 Routes'])
  }
  for (const search of ['避難所', 'bridge tunnel', '%', '_']) expect(await listed(admin, search), search).toEqual([])
  await publishes(admin, id, 'nothing')
  expect(await listed(admin, 'bridge')).toEqual([])
  expect((await admin.asks(pageRoutes.list, { query: { search: 'a'.repeat(101) } })).status).toBe(400)
})

test('pages stand in the order of their titles; a visitor sees the public ones alone', async () => {
  await using own = await unit()
  const creator = await own.admin('Ito')
  const [somebody] = await own.people('Dora')
  for (const [title, isPublic] of [
    ['beta', true],
    ['Alpha', false],
    ['Gamma', true],
  ] as const)
    await makesPage(creator, { title, isPublic })
  expect((await somebody.gets(pageRoutes.list)).items.map(({ title }) => title)).toEqual(['Alpha', 'beta', 'Gamma'])
  expect((await own.visitor.gets(pageRoutes.list)).items.map(({ title }) => title)).toEqual(['beta', 'Gamma'])
})

test('a page that is public no more is closed to visitors, and nobody else', async () => {
  const { id } = await makesPage(admin)
  await renames(other, id, { title: 'Behind the door', isPublic: false })
  expect((await opensPage(noroshi.visitor, id)).status).toBe(404)
  expect((await noroshi.visitor.asks(pageMemberRoutes.listPublic, { params: { id } })).status).toBe(404)
  expect((await reader.asks(pageMemberRoutes.listPublic, { params: { id } })).status).toBe(404)
  expect((await readsPage(reader, id)).title).toBe('Behind the door')
  expect((await renames(other, id, { title: 'Behind the wall' })).isPublic).toBe(false)
  await renames(other, id, { isPublic: true })
  expect((await opensPage(noroshi.visitor, id)).status).toBe(200)
})

test('a deleted page is there for nobody', async () => {
  const { id } = await makesPage(admin, { title: 'Soon gone' })
  await employs(admin, id, reviewer, { canModerateUpdates: true, canUpdate: true })
  await removes(other, id)
  for (const caller of [admin, other, reviewer, reader, noroshi.visitor]) {
    expect((await opensPage(caller, id)).status).toBe(404)
    expect(await listed(caller, 'Soon')).toEqual([])
  }
  expect((await triesToPublish(reviewer, id, contentOf('again'))).status).toBe(404)
  expect((await admin.asks(pageRoutes.remove, { params: { id } })).status).toBe(404)
})

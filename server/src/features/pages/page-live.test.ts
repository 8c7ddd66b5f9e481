import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { isRoomOfPage, pageReviewersRoom } from '#/realtime/rooms.ts'
import type { Listener } from '#/testing/listener.ts'
import { discards, drafts, employs, judges, makesPage, opensPage, publishes, removes, renames } from '#/testing/pages.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'

let noroshi: Unit
let admin: Person
let writer: Person
let reviewer: Person
let reader: Person
beforeAll(async () => {
  noroshi = await unit()
  admin = await noroshi.admin('Ito')
  ;[writer, reviewer, reader] = await noroshi.people('Aiko', 'Ben', 'Dora')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function pageOf(form: object = {}): Promise<string> {
  const { id } = await makesPage(admin, form)
  await employs(admin, id, writer, { canUpdate: true })
  await employs(admin, id, reviewer, { canModerateUpdates: true })
  return id
}
const ears = (person: Person | null) => noroshi.listens(person?.token ? { token: person.token } : {})
async function joined(person: Person | null, pageId: string): Promise<Listener> {
  const listener = await ears(person)
  expect(await listener.asks('page:join', { pageId })).toEqual({ ok: true })
  return listener
}
const OF_PAGES = ['page:updated', 'page:deleted', 'page:draft', 'page:members'] as const
async function heard(listener: Listener): Promise<string[]> {
  await listener.settles()
  return listener.names().filter((name) => OF_PAGES.some((one) => one === name))
}
const card = async (id: string) => {
  const { items } = await reader.gets(pageRoutes.list)
  return items.find((page) => page.id === id)
}
const memberOf = async (pageId: string, person: Person) => {
  const { items } = await admin.gets(pageMemberRoutes.list, { params: { id: pageId } })
  return items.find(({ UserId }) => UserId === person.id)?.id ?? ''
}
const since = async (person: Person, cursor: string) =>
  (await person.gets(eventRoutes.since, { query: { since: cursor } })).events.filter(({ name }) =>
    OF_PAGES.some((one) => one === name),
  )

test('whatever is published tells everybody who is signed in, and visitors who look, what a refetch gives', async () => {
  const id = await pageOf()
  const everybody = [await ears(reader), await joined(reviewer, id), await joined(null, id)]
  const elsewhere = await ears(null)
  await publishes(reviewer, id, 'water')
  const shown = await card(id)
  for (const one of everybody) expect(await one.next('page:updated')).toEqual(shown)
  await renames(admin, id, { title: 'What to carry' })
  const renamed = await card(id)
  expect(renamed?.version).toBe((shown?.version ?? 0) + 1)
  for (const one of everybody) expect(await one.next('page:updated')).toEqual(renamed)
  for (const one of everybody) expect(await heard(one)).toEqual(['page:updated', 'page:updated'])
  expect(await heard(elsewhere)).toEqual([])
})

test('visitors are told that a page is theirs no more, and hear nothing of it from then on', async () => {
  const id = await pageOf()
  const [visitor, signedIn] = [await joined(null, id), await joined(reader, id)]
  await renames(admin, id, { isPublic: false })
  const closed = await card(id)
  expect(await visitor.next('page:deleted')).toEqual({ id, version: closed?.version })
  expect(await signedIn.next('page:updated')).toEqual(closed)
  await publishes(reviewer, id, 'for us')
  await signedIn.next('page:updated')
  expect(await heard(visitor)).toEqual(['page:deleted'])
  expect(await heard(signedIn)).toEqual(['page:updated', 'page:updated'])
  expect(await visitor.asks('page:join', { pageId: id })).toEqual({ ok: false, code: 'page.notFound' })
  await renames(admin, id, { isPublic: true })
  expect(await visitor.asks('page:join', { pageId: id })).toEqual({ ok: true })
  await publishes(reviewer, id, 'for all')
  expect((await visitor.next('page:updated')).excerpt).toBe('for all')
})

test('a deleted page is gone for all who hear of it, and nobody stands in its rooms', async () => {
  const id = await pageOf()
  const everybody = [await joined(null, id), await joined(reader, id), await joined(reviewer, id), await ears(writer)]
  await removes(admin, id)
  for (const one of everybody) expect((await one.next('page:deleted')).id).toBe(id)
  for (const one of everybody) expect(await heard(one)).toEqual(['page:deleted'])
  const rooms = [...noroshi.io.of('/').adapter.rooms.keys()]
  expect(rooms.filter((room) => isRoomOfPage(id)(room) || room === pageReviewersRoom(id))).toEqual([])
})

test('a draft on its way tells its writer and the reviewers alone, wherever they are', async () => {
  const id = await pageOf()
  const [own, judge] = [await ears(writer), await ears(reviewer)]
  const outside = [await joined(reader, id), await joined(null, id)]
  const draft = await drafts(writer, id, 'rice')
  const { draftContent, ...head } = draft
  expect(draftContent).toContain('rice')
  for (const one of [own, judge]) expect(await one.next('page:draft')).toEqual(head)
  await judges(reviewer, draft, 'rejected', { reviewRemarks: 'why rice?' })
  const { items } = await writer.gets(draftRoutes.listOwn, { params: { id } })
  for (const one of [own, judge]) {
    const rejected = await one.next('page:draft')
    expect(rejected).toMatchObject({ status: 'rejected', reviewRemarks: 'why rice?' })
    expect({ ...rejected, draftContent }).toEqual(items[0])
  }
  await discards(writer, await drafts(writer, id, 'tea'))
  for (const one of [own, judge]) {
    expect((await one.next('page:draft')).status).toBe('pending')
    expect((await one.next('page:draft')).status).toBe('discarded')
  }
  for (const one of outside) expect(await heard(one)).toEqual([])
})

test('whoever reviews from now on hears of drafts at once, and no more once they do not', async () => {
  const id = await pageOf()
  const listening = await ears(reader)
  const membership = await employs(admin, id, reader, { canModerateUpdates: true })
  await listening.next('membership:changed')
  const draft = await drafts(writer, id, 'rice')
  expect((await listening.next('page:draft')).id).toBe(draft.id)
  await admin.gets(pageMemberRoutes.change, {
    params: { id, memberId: membership.id },
    body: { canModerateUpdates: false },
  })
  await judges(reviewer, draft, 'approved')
  expect((await heard(listening)).filter((name) => name === 'page:draft')).toHaveLength(1)
  await employs(admin, id, reader, { canModerateUpdates: true })
  await admin.gets(pageMemberRoutes.remove, { params: { id, memberId: membership.id } })
  await drafts(writer, id, 'tea')
  expect((await heard(listening)).filter((name) => name === 'page:draft')).toHaveLength(1)
})

test('who catches up reads what they may read now: readers the page, reviewers of this moment its drafts', async () => {
  const { cursor } = await reader.gets(eventRoutes.since)
  const id = await pageOf({ isPublic: false })
  const draft = await drafts(writer, id, 'rice')
  await judges(reviewer, draft, 'approved')
  const names = async (person: Person) =>
    (await since(person, cursor))
      .filter(({ payload }) => JSON.stringify(payload).includes(id))
      .map(({ name }) => name)
      .filter((name) => name !== 'page:members')
  expect(await names(reader)).toEqual(['page:updated', 'page:updated'])
  const all = ['page:updated', 'page:draft', 'page:updated', 'page:draft']
  for (const person of [writer, reviewer, admin]) expect(await names(person)).toEqual(all)
  await employs(admin, id, reader, { canModerateUpdates: true })
  expect(await names(reader)).toEqual(all)
  await admin.gets(pageMemberRoutes.remove, { params: { id, memberId: await memberOf(id, reviewer) } })
  expect(await names(reviewer)).toEqual(['page:updated', 'page:updated'])
  await removes(admin, id)
  expect((await names(reader)).at(-1)).toBe('page:deleted')
})

test('a change of members tells who has the page open, and those whom it concerns', async () => {
  const id = await pageOf()
  const [open, concerned, outside] = [await joined(null, id), await ears(reader), await ears(writer)]
  await employs(admin, id, reader)
  for (const one of [open, concerned]) expect(await one.next('page:members')).toEqual({ PageId: id })
  await concerned.next('membership:changed')
  expect(await heard(outside)).toEqual([])
})

test('a page that is left tells a visitor nothing more', async () => {
  const id = await pageOf()
  const visitor = await joined(null, id)
  expect(await visitor.asks('page:leave', { pageId: id })).toEqual({ ok: true })
  await publishes(reviewer, id, 'water')
  expect(await heard(visitor)).toEqual([])
  expect((await opensPage(noroshi.visitor, id)).body.excerpt).toBe('water')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventRoutes } from '@noroshi/contract/events/events.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageMemberRoutes } from '@noroshi/contract/pages/page-members.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { isRoomOfPage, pageReviewersRoom } from './pages.rooms.ts'
import type { TestSocket } from '#/testing/test-socket.ts'
import {
  discardDraft,
  submitDraft,
  addPageMember,
  reviewDraft,
  createPage,
  requestGetPage,
  publishPage,
  deletePage,
  renamePage,
} from '#/testing/scenes/pages.ts'
import { type TestUser, type TestServer, startTestServer } from '#/testing/test-server.ts'

let noroshi: TestServer
let admin: TestUser
let writer: TestUser
let reviewer: TestUser
let reader: TestUser
beforeAll(async () => {
  noroshi = await startTestServer()
  admin = await noroshi.admin('Ito')
  ;[writer, reviewer, reader] = await noroshi.people('Aiko', 'Ben', 'Dora')
})
afterAll(() => noroshi[Symbol.asyncDispose]())

async function pageOf(form: object = {}): Promise<string> {
  const { id } = await createPage(admin, form)
  await addPageMember(admin, id, writer, { canUpdate: true })
  await addPageMember(admin, id, reviewer, { canModerateUpdates: true })
  return id
}
const openSocketOf = (person: TestUser | null) => noroshi.openSocket(person?.token ? { token: person.token } : {})
async function joinPage(person: TestUser | null, pageId: string): Promise<TestSocket> {
  const listener = await openSocketOf(person)
  expect(await listener.send('page:join', { pageId })).toEqual({ ok: true })
  return listener
}
const PAGE_EVENTS = ['page:updated', 'page:deleted', 'page:draft', 'page:members'] as const
async function pageEventsOf(listener: TestSocket): Promise<string[]> {
  await listener.settle()
  return listener.names().filter((name) => PAGE_EVENTS.some((one) => one === name))
}
const card = async (id: string) => {
  const { items } = await reader.fetch(pageRoutes.list)
  return items.find((page) => page.id === id)
}
const memberOf = async (pageId: string, person: TestUser) => {
  const { items } = await admin.fetch(pageMemberRoutes.list, { params: { id: pageId } })
  return items.find(({ UserId }) => UserId === person.id)?.id ?? ''
}
const catchUp = async (person: TestUser, cursor: string) =>
  (await person.fetch(eventRoutes.since, { query: { since: cursor } })).events.filter(({ name }) =>
    PAGE_EVENTS.some((one) => one === name),
  )

test('a publication is emitted to signed-in users and to visitors on the page, equal to a refetch', async () => {
  const id = await pageOf()
  const sockets = [await openSocketOf(reader), await joinPage(reviewer, id), await joinPage(null, id)]
  const elsewhere = await openSocketOf(null)
  await publishPage(reviewer, id, 'water')
  const published = await card(id)
  for (const one of sockets) expect(await one.next('page:updated')).toEqual(published)
  await renamePage(admin, id, { title: 'What to carry' })
  const renamed = await card(id)
  expect(renamed?.version).toBe((published?.version ?? 0) + 1)
  for (const one of sockets) expect(await one.next('page:updated')).toEqual(renamed)
  for (const one of sockets) expect(await pageEventsOf(one)).toEqual(['page:updated', 'page:updated'])
  expect(await pageEventsOf(elsewhere)).toEqual([])
})

test('visitors get page:deleted and no later events when a page is no longer public', async () => {
  const id = await pageOf()
  const [visitor, signedIn] = [await joinPage(null, id), await joinPage(reader, id)]
  await renamePage(admin, id, { isPublic: false })
  const closed = await card(id)
  expect(await visitor.next('page:deleted')).toEqual({ id, version: closed?.version })
  expect(await signedIn.next('page:updated')).toEqual(closed)
  await publishPage(reviewer, id, 'for us')
  await signedIn.next('page:updated')
  expect(await pageEventsOf(visitor)).toEqual(['page:deleted'])
  expect(await pageEventsOf(signedIn)).toEqual(['page:updated', 'page:updated'])
  expect(await visitor.send('page:join', { pageId: id })).toEqual({ ok: false, code: 'page.notFound' })
  await renamePage(admin, id, { isPublic: true })
  await noroshi.deps.journal.flush()
  expect(await visitor.send('page:join', { pageId: id })).toEqual({ ok: true })
  await publishPage(reviewer, id, 'for all')
  expect((await visitor.next('page:updated')).excerpt).toBe('for all')
})

test('a deletion is emitted to all readers, and the rooms of the page are empty', async () => {
  const id = await pageOf()
  const sockets = [await joinPage(null, id), await joinPage(reader, id), await joinPage(reviewer, id), await openSocketOf(writer)]
  const { version } = await deletePage(admin, id)
  for (const one of sockets) expect(await one.next('page:deleted')).toEqual({ id, version })
  for (const one of sockets) expect(await pageEventsOf(one)).toEqual(['page:deleted'])
  const rooms = [...noroshi.io.of('/').adapter.rooms.keys()]
  expect(rooms.filter((room) => isRoomOfPage(id)(room) || room === pageReviewersRoom(id))).toEqual([])
})

test('events of a draft reach its author and the reviewers only, on any page', async () => {
  const id = await pageOf()
  const [own, reviewerSocket] = [await openSocketOf(writer), await openSocketOf(reviewer)]
  const outsiders = [await joinPage(reader, id), await joinPage(null, id)]
  const draft = await submitDraft(writer, id, 'rice')
  const { draftContent, ...head } = draft
  expect(draftContent).toContain('rice')
  for (const one of [own, reviewerSocket]) expect(await one.next('page:draft')).toEqual(head)
  await reviewDraft(reviewer, draft, 'rejected', { reviewRemarks: 'why rice?' })
  const { items } = await writer.fetch(draftRoutes.listOwn, { params: { id } })
  for (const one of [own, reviewerSocket]) {
    const rejected = await one.next('page:draft')
    expect(rejected).toMatchObject({ status: 'rejected', reviewRemarks: 'why rice?' })
    expect({ ...rejected, draftContent }).toEqual(items[0])
  }
  await discardDraft(writer, await submitDraft(writer, id, 'tea'))
  for (const one of [own, reviewerSocket]) {
    expect((await one.next('page:draft')).status).toBe('pending')
    expect((await one.next('page:draft')).status).toBe('discarded')
  }
  for (const one of outsiders) expect(await pageEventsOf(one)).toEqual([])
})

test('a user gets events of drafts immediately after becoming a reviewer and none after losing the flag', async () => {
  const id = await pageOf()
  const listening = await openSocketOf(reader)
  const membership = await addPageMember(admin, id, reader, { canModerateUpdates: true })
  await listening.next('membership:changed')
  const draft = await submitDraft(writer, id, 'rice')
  expect((await listening.next('page:draft')).id).toBe(draft.id)
  await admin.fetch(pageMemberRoutes.change, {
    params: { id, memberId: membership.id },
    body: { canModerateUpdates: false },
  })
  await reviewDraft(reviewer, draft, 'approved')
  expect((await pageEventsOf(listening)).filter((name) => name === 'page:draft')).toHaveLength(1)
  await addPageMember(admin, id, reader, { canModerateUpdates: true })
  await admin.fetch(pageMemberRoutes.remove, { params: { id, memberId: membership.id } })
  await submitDraft(writer, id, 'tea')
  expect((await pageEventsOf(listening)).filter((name) => name === 'page:draft')).toHaveLength(1)
})

test('a catch-up follows the current rights: readers get the page, current reviewers also its drafts', async () => {
  const { cursor } = await reader.fetch(eventRoutes.since)
  const id = await pageOf({ isPublic: false })
  const draft = await submitDraft(writer, id, 'rice')
  await reviewDraft(reviewer, draft, 'approved')
  const names = async (person: TestUser) =>
    (await catchUp(person, cursor))
      .filter(({ payload }) => JSON.stringify(payload).includes(id))
      .map(({ name }) => name)
      .filter((name) => name !== 'page:members')
  expect(await names(reader)).toEqual(['page:updated', 'page:updated'])
  const all = ['page:updated', 'page:draft', 'page:updated', 'page:draft']
  for (const person of [writer, reviewer, admin]) expect(await names(person)).toEqual(all)
  await addPageMember(admin, id, reader, { canModerateUpdates: true })
  expect(await names(reader)).toEqual(all)
  await admin.fetch(pageMemberRoutes.remove, { params: { id, memberId: await memberOf(id, reviewer) } })
  expect(await names(reviewer)).toEqual(['page:updated', 'page:updated'])
  await deletePage(admin, id)
  expect((await names(reader)).at(-1)).toBe('page:deleted')
})

test('a change of members is emitted to clients with the page open and to the users concerned', async () => {
  const id = await pageOf()
  const [open, concerned, outsider] = [await joinPage(null, id), await openSocketOf(reader), await openSocketOf(writer)]
  await addPageMember(admin, id, reader)
  for (const one of [open, concerned]) expect(await one.next('page:members')).toEqual({ PageId: id })
  await concerned.next('membership:changed')
  expect(await pageEventsOf(outsider)).toEqual([])
})

test('a visitor gets no events after leaving the page', async () => {
  const id = await pageOf()
  const visitor = await joinPage(null, id)
  expect(await visitor.send('page:leave', { pageId: id })).toEqual({ ok: true })
  await publishPage(reviewer, id, 'water')
  expect(await pageEventsOf(visitor)).toEqual([])
  expect((await requestGetPage(noroshi.visitor, id)).body.excerpt).toBe('water')
})

import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { PageDraft } from '@noroshi/contract/pages/drafts.http'
import { createReceiver } from '../../platform/connection/live.ts'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { draftsLive } from './drafts.live.ts'
import { comparisonQuery, ownDrafts, pendingDrafts, revisionQuery, revisionsQuery } from './drafts.queries.ts'
import { pageStore, receiveDraft, receiveMembership, receivePage } from './page-store.ts'
import { draftCoverage, pageEntity } from './pages.entities.ts'
import { comparisonOf } from './page-views.ts'
import { aDraft, aMember, aPage, cardOf, person } from './testing/fake-pages.ts'

const page = aPage(1)
const [ben, mei] = [person('Ben'), person('Mei')]
const draftOf = (by: typeof ben, changes: Partial<PageDraft> = {}): PageDraft => ({
  ...aDraft(page, by),
  draftContent: `{"by":"${by.firstName}"}`,
  ...changes,
})
const headOf = ({ draftContent: _content, ...head }: PageDraft) => head
const approved = (draft: PageDraft): PageDraft => ({
  ...draft,
  status: 'approved',
  reviewRemarks: 'Thank you',
  reviewedBy: mei,
  reviewedAt: '2026-11-21T10:00:00.000Z',
  version: draft.version + 1,
})
const own = ownDrafts.query(page.id).queryKey
const pending = pendingDrafts.query(page.id).queryKey
const listOf = (drafts: readonly PageDraft[]) => ({
  pages: [{ ids: drafts.map(({ id }) => id), nextCursor: null }],
  pageParams: [null],
})

/** Returns the server's replies to a refetch of Ben, a moderator. */
const answersOf = (drafts: readonly PageDraft[]) => ({
  own: drafts.filter(({ DraftedByUserId }) => DraftedByUserId === ben.id),
  pending: drafts.filter(({ status }) => status === 'pending'),
})

/** Creates a browser page of Ben with both lists loaded. `receive` delivers an event. */
function pageWith(drafts: readonly PageDraft[]) {
  const cache = new QueryClient()
  const store = pageStore(cache)
  const answers = answersOf(drafts)
  receivePage(store, page)
  for (const draft of drafts) receiveDraft(store, draft)
  cache.setQueryData(own, listOf(answers.own))
  cache.setQueryData(pending, listOf(answers.pending))
  for (const { id, ofId } of [ownDrafts.list(page.id), pendingDrafts.list(page.id)])
    store.put(draftCoverage, { id, ofId, at: 1, through: null })
  const receiver = createReceiver(cache, [draftsLive])
  let count = 0
  return {
    cache,
    store,
    receive: (name: string, payload: unknown) => receiver(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: () => ({
      own: ownDrafts.itemsOf(store, cache.getQueryData(own)?.pages, page.id),
      pending: pendingDrafts.itemsOf(store, cache.getQueryData(pending)?.pages, page.id),
    }),
    isStale: (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated,
  }
}

beforeEach(() => setCurrentUser({ id: ben.id, isAdmin: false }))

test('a reviewed draft leaves the pending list and changes its status in the author’s list, as a refetch shows it', () => {
  const [ownDraft, otherDraft] = [draftOf(ben), draftOf(mei)]
  const client = pageWith([ownDraft, otherDraft])
  client.receive('page:draft', headOf(approved(ownDraft)))
  expect(client.shown()).toEqual(answersOf([approved(ownDraft), otherDraft]))
  expect([client.isStale(own), client.isStale(pending)]).toEqual([false, false])
})

test('a new draft refetches the lists, since events have no content', () => {
  const client = pageWith([])
  client.receive('page:draft', headOf(draftOf(mei)))
  expect([client.isStale(own), client.isStale(pending)]).toEqual([false, true])
  client.receive('page:draft', headOf(draftOf(ben)))
  expect(client.isStale(own)).toBe(true)
})

test('an event with an older version changes nothing', () => {
  const ownDraft = approved(draftOf(ben))
  const client = pageWith([ownDraft])
  client.receive('page:draft', { ...headOf(draftOf(ben)), status: 'discarded' })
  expect(client.shown().own).toEqual([ownDraft])
})

test('an open comparison gets the review of another moderator', () => {
  const otherDraft = draftOf(mei)
  const client = pageWith([otherDraft])
  const key = comparisonQuery(page.id, otherDraft.id).queryKey
  const reply = { draft: otherDraft, baseContent: '{}', published: { revision: 1, content: '{}' } }
  client.cache.setQueryData(key, reply)
  client.receive('page:draft', headOf(approved(otherDraft)))
  expect(comparisonOf(client.store, reply).draft).toEqual(approved(otherDraft))
  expect(client.isStale(key)).toBe(false)
})

test('a publication refetches comparisons and revisions', () => {
  const client = pageWith([])
  const comparison = comparisonQuery(page.id, draftOf(mei).id).queryKey
  client.cache.setQueryData(comparison, { draft: draftOf(mei), baseContent: '{}', published: { revision: 1, content: '{}' } })
  client.cache.setQueryData(revisionsQuery(page.id).queryKey, { pages: [], pageParams: [] })
  client.receive('page:updated', { ...cardOf(page), revision: 2, version: 2 })
  expect([client.isStale(comparison), client.isStale(revisionsQuery(page.id).queryKey)]).toEqual([true, true])
})

test('a new draft of the user is first in their list at once', () => {
  const [older, newer] = [draftOf(ben), draftOf(ben, { id: draftOf(mei).id })]
  const client = pageWith([older])
  receiveDraft(client.store, newer)
  expect(client.shown().own).toEqual([newer, older])
})

test('a member who may no longer review loses the drafts of others, but not their own', () => {
  const [ownDraft, otherDraft] = [draftOf(ben), draftOf(mei)]
  const client = pageWith([ownDraft, otherDraft])
  const membership = aMember(page, ben, { canModerateUpdates: true })
  receiveMembership(client.store, { id: page.id, membership, at: 1, read: client.store.beginRead() })
  expect(client.shown()).toEqual(answersOf([ownDraft, otherDraft]))
  receiveMembership(client.store, { id: page.id, membership: null, at: 2, read: client.store.beginRead() })
  expect(client.shown()).toEqual({ own: [ownDraft], pending: undefined })
  // Before the next reply, the list of a member who may review again is unknown and not empty.
  receiveMembership(client.store, { id: page.id, membership, at: 3, read: client.store.beginRead() })
  expect(client.shown().pending).toBeUndefined()
})

test('a deleted page takes its drafts with it', () => {
  const client = pageWith([draftOf(ben)])
  client.store.remove(pageEntity, page.id, 2)
  receiveDraft(client.store, draftOf(mei))
  expect(client.shown()).toEqual({ own: undefined, pending: undefined })
})

test('queries with whole contents do not poll', () => {
  const queries = [
    ownDrafts.query(page.id),
    pendingDrafts.query(page.id),
    comparisonQuery(page.id, '1'),
    revisionQuery(page.id, 1),
  ]
  expect(queries.map(({ refetchInterval }) => refetchInterval)).toEqual([false, false, false, false])
})

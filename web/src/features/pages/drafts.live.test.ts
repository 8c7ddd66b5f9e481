import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { PageDraft } from '@noroshi/contract/pages/drafts.http'
import { createReceiver } from '../../platform/live.ts'
import { setReader } from '../../platform/reader.ts'
import { draftsIn, keepDraft } from './draft-cache.ts'
import { draftsLive } from './drafts.live.ts'
import { comparisonQuery, ownDraftsQuery, pendingDraftsQuery, revisionQuery, revisionsQuery } from './drafts.queries.ts'
import { aDraft, aPage, cardOf, person } from './testing/pages.ts'

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
const own = ownDraftsQuery(page.id).queryKey
const pending = pendingDraftsQuery(page.id).queryKey
const listOf = (items: PageDraft[]) => ({ pages: [{ items, nextCursor: null }], pageParams: [null] })

/** What the unit would answer Ben, who may review, to a refetch. */
const answersOf = (drafts: readonly PageDraft[]) => ({
  own: drafts.filter(({ DraftedByUserId }) => DraftedByUserId === ben.id),
  pending: drafts.filter(({ status }) => status === 'pending'),
})

/** A page of Ben's that has loaded both lists, and a way to let an event arrive. */
function pageWith(drafts: readonly PageDraft[]) {
  const cache = new QueryClient()
  const answers = answersOf(drafts)
  cache.setQueryData(own, listOf(answers.own))
  cache.setQueryData(pending, listOf(answers.pending))
  const receive = createReceiver(cache, [draftsLive])
  let count = 0
  return {
    cache,
    hears: (name: string, payload: unknown) => receive(name, payload, `event-${count++}`, { isCatchUp: false }),
    shown: () => ({ own: draftsIn(cache.getQueryData(own)), pending: draftsIn(cache.getQueryData(pending)) }),
    isStale: (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated,
  }
}

beforeEach(() => setReader({ id: ben.id, isAdmin: false }))

test('a reviewed draft leaves what waits, and tells its drafter how it was reviewed, as a refetch shows it', () => {
  const [mine, theirs] = [draftOf(ben), draftOf(mei)]
  const there = pageWith([mine, theirs])
  there.hears('page:draft', headOf(approved(mine)))
  expect(there.shown()).toEqual(answersOf([approved(mine), theirs]))
  expect([there.isStale(own), there.isStale(pending)]).toEqual([false, false])
})

test('a draft that was submitted just now is asked for, since events carry no content', () => {
  const there = pageWith([])
  there.hears('page:draft', headOf(draftOf(mei)))
  expect([there.isStale(own), there.isStale(pending)]).toEqual([false, true])
  there.hears('page:draft', headOf(draftOf(ben)))
  expect(there.isStale(own)).toBe(true)
})

test('an older word than what is known changes nothing', () => {
  const mine = approved(draftOf(ben))
  const there = pageWith([mine])
  there.hears('page:draft', { ...headOf(draftOf(ben)), status: 'discarded' })
  expect(there.shown().own).toEqual([mine])
})

test('what is being compared learns that somebody else reviewed it', () => {
  const theirs = draftOf(mei)
  const there = pageWith([theirs])
  const key = comparisonQuery(page.id, theirs.id).queryKey
  there.cache.setQueryData(key, { draft: theirs, baseContent: '{}', published: { revision: 1, content: '{}' } })
  there.hears('page:draft', headOf(approved(theirs)))
  expect(there.cache.getQueryData(key)?.draft).toEqual(approved(theirs))
})

test('what was published anew is compared and listed anew', () => {
  const there = pageWith([])
  const comparison = comparisonQuery(page.id, draftOf(mei).id).queryKey
  there.cache.setQueryData(comparison, { draft: draftOf(mei), baseContent: '{}', published: { revision: 1, content: '{}' } })
  there.cache.setQueryData(revisionsQuery(page.id).queryKey, { pages: [], pageParams: [] })
  there.hears('page:updated', { ...cardOf(page), revision: 2, version: 2 })
  expect([there.isStale(comparison), there.isStale(revisionsQuery(page.id).queryKey)]).toEqual([true, true])
})

test('one’s own new draft is on top of one’s list at once', () => {
  const [older, newer] = [draftOf(ben, { id: draftOf(mei).id }), draftOf(ben)]
  const there = pageWith([older])
  keepDraft(there.cache, newer)
  expect(there.shown().own).toEqual([newer, older])
})

test('whole contents are told of by events, and not asked for by the clock', () => {
  const queries = [ownDraftsQuery(page.id), pendingDraftsQuery(page.id), comparisonQuery(page.id, '1'), revisionQuery(page.id, 1)]
  expect(queries.map(({ refetchInterval }) => refetchInterval)).toEqual([false, false, false, false])
})

import { expect, test } from 'vitest'
import type { Need } from '@noroshi/contract/needs/needs.http'
import { newId } from '../../platform/ids.ts'
import { boardOf, openNeedsByPlace } from './board.ts'
import { AIKO_ID, fakeNeed } from './testing/fake-need.ts'

const now = new Date('2026-11-30T12:00:00.000Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()
const person = (id: string) => ({ ...fakeNeed().owner, id })
const aNeed = (title: string, fields: Partial<Need> = {}): Need =>
  fakeNeed({ title, expiresAt: at(24), createdAt: at(-1), ...fields })

const all = { kind: 'need', subject: null, placeId: null } as const
const ben = { id: 'ben', isAdmin: false }
const titles = (needs: readonly Need[]) => needs.map(({ title }) => title)

test('urgent entries and those without a helper come first, what is done last and for a day', () => {
  const needs = [
    aNeed('done', { doneAt: at(-23), expiresAt: at(-5) }),
    aNeed('gone', { doneAt: at(-25) }),
    aNeed('claimed', { claimedBy: person('ben'), isUrgent: true }),
    aNeed('older', { createdAt: at(-2) }),
    aNeed('newer'),
    aNeed('urgent', { isUrgent: true, createdAt: at(-9) }),
    aNeed('offer', { kind: 'offer' }),
  ]
  expect(titles(boardOf(needs, all, { viewer: ben, now }))).toEqual(['urgent', 'newer', 'older', 'claimed', 'done'])
})

test('only its owner and administrators see an expired entry', () => {
  const needs = [aNeed('expired', { expiresAt: at(0) })]
  const seenBy = (viewer: typeof ben | null) => titles(boardOf(needs, all, { viewer, now }))
  expect(seenBy(ben)).toEqual([])
  expect(seenBy(null)).toEqual([])
  expect(seenBy({ id: AIKO_ID, isAdmin: false })).toEqual(['expired'])
  expect(seenBy({ id: 'gen', isAdmin: true })).toEqual(['expired'])
})

test('the board is filtered by what it is about and by place, which counts its open needs', () => {
  const place = { id: newId(), name: 'School' }
  const needs = [
    aNeed('ride', { subject: 'transport', place }),
    aNeed('water', { place }),
    aNeed('done', { place, doneAt: at(-1) }),
    aNeed('offer', { place, kind: 'offer' }),
    aNeed('expired', { place, expiresAt: at(-1) }),
    aNeed('elsewhere'),
  ]
  const shown = (filter: object) => titles(boardOf(needs, { ...all, ...filter }, { viewer: ben, now })).toSorted()
  expect(shown({ subject: 'transport' })).toEqual(['ride'])
  expect(shown({ placeId: place.id })).toEqual(['done', 'ride', 'water'])
  expect([...openNeedsByPlace(needs, now)]).toEqual([[place.id, 2]])
})

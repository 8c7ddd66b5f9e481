import { expect, test } from 'vitest'
import { EntityStore } from '../../platform/store/entity-store.ts'
import { type ChatRange, chatWindow, hasGap, withNewer, withNewest, withOlder } from './chat-window.ts'
import { WINDOW_MAX } from './window-max.ts'
import { messageEntity, messagingEntities } from './messaging.entities.ts'
import { aMessage, aThread } from './testing/fake-threads.ts'

const thread = aThread(1)

function storeWith(from: number, to: number) {
  const store = new EntityStore()
  store.register(messagingEntities)
  const add = (first: number, last: number) => {
    for (let seq = first; seq <= last; seq += 1) store.put(messageEntity, { ...aMessage(thread, seq), id: `message ${seq}` })
  }
  add(from, to)
  const entries = () => store.list(messageEntity, thread.id)
  const windowOf = (range: ChatRange) => chatWindow(store, thread.id, range)
  const span = (range: ChatRange) => {
    const { items } = windowOf(range)
    return [items[0]?.seq, items.at(-1)?.seq, items.length]
  }
  return { add, entries, windowOf, span }
}

const rangeOf = (from: number, to: number | null = null): ChatRange => ({ from, to, hasOlder: from > 1, era: 0 })

test('the window drops messages far from the user and keeps hasOlder and hasNewer', () => {
  const { add, entries, windowOf, span } = storeWith(49_951, 50_000)
  let range = rangeOf(49_951)
  for (let page = 0; page < 20; page++) {
    add(range.from - 50, range.from - 1)
    range = withOlder(entries(), range, range.from - 50)
    expect(windowOf(range).items.length).toBeLessThanOrEqual(WINDOW_MAX)
    expect(hasGap(windowOf(range))).toBe(false)
  }
  expect(span(range)).toEqual([48_951, 49_250, 300])
  expect([windowOf(range).hasOlder, windowOf(range).hasNewer]).toEqual([true, true])

  for (let page = 0; page < 15; page++) {
    const end = range.to ?? 0
    range = withNewer(entries(), range, end + 50 < 50_000 ? end + 50 : null)
  }
  expect(span(range)).toEqual([49_701, 50_000, 300])
  expect([windowOf(range).hasOlder, windowOf(range).hasNewer]).toEqual([true, false])
})

test('a window that follows its thread shows the newest messages only, and keeps its object until one of them changes', () => {
  const { add, windowOf, span } = storeWith(1, 300)
  const range = rangeOf(1)
  const before = windowOf(range)
  expect(windowOf(range)).toBe(before)
  add(301, 301)
  expect(span(range)).toEqual([2, 301, 300])
  expect(windowOf(range).hasOlder).toBe(true)
})

test('a window without the end of the thread ignores new messages', () => {
  const { add, entries, windowOf } = storeWith(1, 50)
  const range = rangeOf(1, 50)
  const before = windowOf(range)
  add(900, 900)
  expect(windowOf(range)).toBe(before)
  expect(withNewest(entries(), range, rangeOf(851))).toBe(range)
})

test('a refetch keeps messages that were received and loaded meanwhile', () => {
  const { entries, span } = storeWith(1, 61)
  expect(span(withNewest(entries(), rangeOf(1), rangeOf(11)))).toEqual([1, 61, 61])
})

test('a refetch adds missed messages; if more than a page was missed, only the newest page remains', () => {
  const { add, entries, windowOf, span } = storeWith(1, 79)
  expect(span(withNewest(entries(), rangeOf(1), rangeOf(30)))).toEqual([1, 79, 79])
  add(851, 900)
  const far = withNewest(entries(), rangeOf(1), rangeOf(851))
  expect([span(far), windowOf(far).hasOlder]).toEqual([[851, 900, 50], true])
})

test('messages that were read before a gap of the journal are not shown with messages that were read after it', () => {
  const { entries } = storeWith(1, 79)
  const after = { ...rangeOf(30), era: 1 }
  expect(withNewest(entries(), rangeOf(1), after)).toBe(after)
})

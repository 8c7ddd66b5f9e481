import { expect, test } from 'vitest'
import { type ChatWindow, hasGap, WINDOW_MAX, withReceived, withNewer, withNewest, withOlder } from './chat-window.ts'
import { aMessage, aThread } from './testing/threads.ts'

const thread = aThread(1)
const messages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => aMessage(thread, from + index))
const windowOf = (from: number, to: number, hasNewer = false): ChatWindow => ({
  items: messages(from, to),
  hasOlder: from > 1,
  hasNewer,
})
const span = ({ items }: ChatWindow) => [items[0]?.seq, items.at(-1)?.seq, items.length]

test('the window drops messages far from the user and keeps hasOlder and hasNewer', () => {
  let window = windowOf(49_951, 50_000)
  for (let page = 0; page < 20; page++) {
    const top = window.items[0]?.seq ?? 0
    window = withOlder(window, messages(top - 50, top - 1), true)
    expect(window.items.length).toBeLessThanOrEqual(WINDOW_MAX)
    expect(hasGap(window)).toBe(false)
  }
  expect(span(window)).toEqual([48_951, 49_250, 300])
  expect([window.hasOlder, window.hasNewer]).toEqual([true, true])

  for (let page = 0; page < 15; page++) {
    const end = window.items.at(-1)?.seq ?? 0
    window = withNewer(window, messages(end + 1, end + 50), end + 50 < 50_000)
  }
  expect(span(window)).toEqual([49_701, 50_000, 300])
  expect([window.hasOlder, window.hasNewer]).toEqual([true, false])
})

test('a window without the end of the thread ignores new messages', () => {
  const above = windowOf(1, 50, true)
  expect(withReceived(above, aMessage(thread, 900))).toBe(above)
  expect(withNewest(above, windowOf(851, 900))).toBe(above)
})

test('a refetch keeps messages that were received and loaded meanwhile', () => {
  const window = withReceived(windowOf(1, 60), aMessage(thread, 61))
  expect(span(withNewest(window, windowOf(11, 60)))).toEqual([1, 61, 61])
})

test('a refetch adds missed messages; if more than a page was missed, only the newest page remains', () => {
  expect(span(withNewest(windowOf(1, 60), windowOf(30, 79)))).toEqual([1, 79, 79])
  const far = withNewest(windowOf(1, 60), windowOf(851, 900))
  expect([span(far), far.hasOlder]).toEqual([[851, 900, 50], true])
})

test('a merge keeps each message once, in its higher version', () => {
  const window = windowOf(1, 3)
  const changed = { ...aMessage(thread, 2), text: 'edited', version: 2 }
  expect(withOlder(window, [changed], false).items.map(({ text }) => text)).toEqual(['message 1', 'edited', 'message 3'])
  expect(withOlder({ ...window, items: [changed] }, [aMessage(thread, 2)], false).items).toEqual([changed])
})

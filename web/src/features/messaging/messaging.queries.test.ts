import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import type { ChatWindow } from './chat-window.ts'
import { chatQuery, loadNewer, loadOlder, openNewest } from './messaging.queries.ts'
import { aMessage, aThread } from './testing/threads.ts'

const LAST = 1000
const thread = aThread(1)
const { queryKey } = chatQuery(thread.id)
const messages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => aMessage(thread, from + index))
const windowOf = (from: number, to: number): ChatWindow => ({
  items: messages(from, to),
  hasOlder: from > 1,
  hasNewer: to < LAST,
})

/** A thread of a thousand messages; each request for a page is answered when the test says so. */
const answers: (() => void)[] = []
const unit: typeof fetch = (address) => {
  // `as`: addresses of the page's own requests are words.
  const query = new URLSearchParams((address as string).split('?')[1])
  const [before, after] = [query.get('before'), query.get('after')]
  const from = after === null ? (before === null ? LAST + 1 : Number(before)) - PAGE_SIZE : Number(after) + 1
  const body = { items: messages(from, from + PAGE_SIZE - 1), nextCursor: 'more' }
  return new Promise((resolve) => answers.push(() => resolve(Response.json(body))))
}
const answer = () => answers.shift()?.()

/** A page that holds a part of the thread. */
function pageAt(from: number, to: number) {
  const cache = new QueryClient()
  cache.setQueryData(queryKey, windowOf(from, to))
  return {
    cache,
    opens: (first: number, last: number) => cache.setQueryData(queryKey, windowOf(first, last)),
    holds: () => {
      const { items = [] } = cache.getQueryData(queryKey) ?? {}
      return [items[0]?.seq, items.at(-1)?.seq, items.length]
    },
  }
}

beforeEach(() => void vi.stubGlobal('fetch', unit))
afterEach(() => {
  answers.length = 0
  vi.unstubAllGlobals()
})

test('what lies above and below is put to what is held', async () => {
  const page = pageAt(100, 149)
  const above = loadOlder(page.cache, thread.id)
  answer()
  await above
  expect(page.holds()).toEqual([50, 149, 100])
  const below = loadNewer(page.cache, thread.id)
  answer()
  await below
  expect(page.holds()).toEqual([50, 199, 150])
})

test('a page that comes late is not put to another part of the thread', async () => {
  const page = pageAt(100, 149)
  const loading = [loadOlder(page.cache, thread.id), loadNewer(page.cache, thread.id)]
  page.opens(951, 1000)
  answer()
  answer()
  await Promise.all(loading)
  expect(page.holds()).toEqual([951, 1000, 50])
})

test('who goes to the end waits for no earlier request, which is given up', async () => {
  const page = pageAt(100, 149)
  const asked = page.cache.fetchQuery(chatQuery(thread.id)).catch(() => undefined)
  const opened = openNewest(page.cache, thread.id)
  await vi.waitFor(() => expect(answers.length).toBe(2))
  expect(page.cache.isFetching({ queryKey })).toBe(0)
  answers.at(-1)?.()
  await Promise.all([asked, opened])
  expect(page.holds()).toEqual([951, 1000, 50])
})

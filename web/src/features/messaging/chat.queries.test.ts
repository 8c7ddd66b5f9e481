import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAGE_SIZE } from '@noroshi/contract/limits'
import { chatQuery, loadedChat, loadNewer, loadNewest, loadOlder } from './chat.queries.ts'
import { messageEntity } from './messaging.entities.ts'
import { messagingStore } from './thread-store.ts'
import { aMessage, aThread } from './testing/fake-threads.ts'

const LAST = 1000
const thread = aThread(1)
const chat = { threadId: thread.id, alertId: null }
const { queryKey } = chatQuery(thread.id)
const messages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => aMessage(thread, from + index))
const rangeOf = (from: number, to: number) => ({ from, to: to < LAST ? to : null, hasOlder: from > 1, era: 0 })

/** Pending replies of a server with a thread of a thousand messages. `answer` sends the next one. */
const answers: (() => void)[] = []
const fetchPage: typeof fetch = (address) => {
  // `as`: the page always passes a string.
  const query = new URLSearchParams((address as string).split('?')[1])
  const [before, after] = [query.get('before'), query.get('after')]
  const from = after === null ? (before === null ? LAST + 1 : Number(before)) - PAGE_SIZE : Number(after) + 1
  const body = { items: messages(from, from + PAGE_SIZE - 1), nextCursor: 'more' }
  return new Promise((resolve) => answers.push(() => resolve(Response.json(body))))
}
const answer = async () => {
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0), 10_000)
  answers.shift()?.()
}

/** Creates a page that has loaded a part of the thread. */
function pageAt(from: number, to: number) {
  const cache = new QueryClient()
  const open = (first: number, last: number) => {
    for (const message of messages(first, last)) messagingStore(cache).put(messageEntity, message)
    cache.setQueryData(queryKey, rangeOf(first, last))
  }
  open(from, to)
  return {
    cache,
    open,
    loaded: () => {
      const { items = [] } = loadedChat(cache, thread.id) ?? {}
      return [items[0]?.seq, items.at(-1)?.seq, items.length]
    },
  }
}

beforeEach(() => void vi.stubGlobal('fetch', fetchPage))
afterEach(() => {
  answers.length = 0
  vi.unstubAllGlobals()
})

test('older and newer pages are merged with the loaded messages', async () => {
  const page = pageAt(100, 149)
  const above = loadOlder(page.cache, chat)
  await answer()
  await above
  expect(page.loaded()).toEqual([50, 149, 100])
  const below = loadNewer(page.cache, chat)
  await answer()
  await below
  expect(page.loaded()).toEqual([50, 199, 150])
})

test('a late page is dropped when another part of the thread was opened meanwhile', async () => {
  const page = pageAt(100, 149)
  const loading = [loadOlder(page.cache, chat), loadNewer(page.cache, chat)]
  page.open(951, 1000)
  await answer()
  await answer()
  await Promise.all(loading)
  expect(page.loaded()).toEqual([951, 1000, 50])
})

test('opening the newest messages cancels an earlier request', async () => {
  const page = pageAt(100, 149)
  const cancelled = page.cache.fetchQuery(chatQuery(thread.id)).catch(() => undefined)
  const opened = loadNewest(page.cache, chat)
  await vi.waitFor(() => expect(answers.length).toBe(2), 10_000)
  expect(page.cache.isFetching({ queryKey })).toBe(0)
  for (const reply of answers) reply()
  await Promise.all([cancelled, opened])
  expect(page.loaded()).toEqual([951, 1000, 50])
})

import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { readOn } from './read-on.ts'

interface Page {
  items: number[]
  nextCursor: string | null
}

function aList(answer: (cursor: string | null) => Promise<Page>) {
  const ask = vi.fn(answer)
  const list = new InfiniteQueryObserver(new QueryClient(), {
    queryKey: ['list'],
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: null as string | null, // `as`: else null would be the type of every cursor
    getNextPageParam: ({ nextCursor }: Page) => nextCursor,
    retry: false,
  })
  return { ask, list, stop: list.subscribe(readOn) }
}

test('a list is read to its last page', async () => {
  const { ask, list, stop } = aList((cursor) =>
    Promise.resolve({ items: [Number(cursor)], nextCursor: cursor === '3' ? null : String(Number(cursor) + 1) }),
  )
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toHaveLength(4))
  expect(ask).toHaveBeenCalledTimes(4)
  stop()
})

test('a page that fails is asked for again with the next refetch, not in a loop', async () => {
  let isDown = true
  const { ask, list, stop } = aList((cursor) => {
    if (cursor !== null && isDown) return Promise.reject(new Error('down'))
    return Promise.resolve({ items: [1], nextCursor: cursor === null ? 'next' : null })
  })
  await vi.waitFor(() => expect(list.getCurrentResult().isFetchNextPageError).toBe(true))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(ask).toHaveBeenCalledTimes(2)
  isDown = false
  await list.refetch()
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toHaveLength(2))
  stop()
})

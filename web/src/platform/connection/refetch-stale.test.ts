import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { refetchStale } from './refetch-stale.ts'

const queryKey = ['threads']

/** A watched query whose fetches the test answers. */
function watchQuery() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const queryFn = vi.fn<() => Promise<string[]>>()
  refetchStale(cache)
  const start = () => new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => undefined)
  return { cache, queryFn, start, data: () => cache.getQueryData(queryKey) }
}

test('a list whose refetch failed is fetched again when an event changes it', async () => {
  const { cache, queryFn, start, data } = watchQuery()
  queryFn.mockResolvedValueOnce(['one'])
  start()
  await vi.waitFor(() => expect(data()).toEqual(['one']), 10_000)
  queryFn.mockRejectedValueOnce(new TypeError('no network'))
  await cache.invalidateQueries({ queryKey })
  queryFn.mockResolvedValueOnce(['one changed', 'two'])
  cache.setQueryData(queryKey, ['one changed'])
  await vi.waitFor(() => expect(data()).toEqual(['one changed', 'two']), 10_000)
  expect(queryFn).toHaveBeenCalledTimes(3)
})

test('a fetch that runs while an event changes its list is repeated', async () => {
  const { cache, queryFn, start, data } = watchQuery()
  queryFn.mockResolvedValueOnce(['one'])
  start()
  await vi.waitFor(() => expect(data()).toEqual(['one']), 10_000)
  const reply = Promise.withResolvers<string[]>()
  queryFn.mockReturnValueOnce(reply.promise)
  void cache.invalidateQueries({ queryKey })
  cache.setQueryData(queryKey, ['one', 'two'])
  queryFn.mockResolvedValueOnce(['one', 'two'])
  reply.resolve(['one'])
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(3), 10_000)
  await vi.waitFor(() => expect(data()).toEqual(['one', 'two']), 10_000)
})

test('an event on a list that was answered causes no fetch', async () => {
  const { cache, queryFn, start, data } = watchQuery()
  queryFn.mockResolvedValue(['one'])
  start()
  await vi.waitFor(() => expect(data()).toEqual(['one']), 10_000)
  cache.setQueryData(queryKey, ['one', 'two'])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(queryFn).toHaveBeenCalledTimes(1)
})

import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { setAccessToken, setSessionUser } from '../../platform/session/session.ts'
import { openEntityDatabase } from '../../platform/store/entity-database.ts'
import { createStoreDisk } from '../../platform/store/store-disk.ts'
import { setDisk, storeOf } from '../../platform/store/stores.ts'
import { latestEntity, messageEntity, quotedEntity, threadEntity } from './messaging.entities.ts'
import { threadQuery } from './messaging.queries.ts'
import { aMessage, aThread } from './testing/fake-threads.ts'
import { messagingStore, putMessage, quoteOf, receiveThread } from './thread-store.ts'

const http = vi.hoisted(() => ({ call: vi.fn<() => Promise<unknown>>() }))
vi.mock('../../platform/connection/http.ts', () => http)
const notFound = new ApiError(404, { code: 'thread.notFound', message: '', issues: [] })
const thread = aThread(1, { isGroup: true })

/** Opens a page of the user's browser. Its disk is still being read. */
function openPage() {
  setAccessToken('secret')
  setSessionUser('secret', 'ben')
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const store = storeOf(cache)
  const database = openEntityDatabase('threads')
  let reached: string | null = null
  const cursor = { value: () => reached, restart: (next: string | null) => void (reached = next) }
  const disk = createStoreDisk({ store, database, cursor, isFurther: () => true, ownerId: () => 'ben' })
  setDisk(store, disk)
  disk.claim()
  messagingStore(cache)
  return { cache, store, database, disk }
}

test('a group that the first reply refuses is not restored from disk afterwards', async () => {
  const before = openPage()
  await before.disk.ready()
  receiveThread(before.store, thread)
  await before.disk.flush()
  expect(await before.database.rowsOf(threadEntity)).toHaveLength(1)

  const { cache, store, database, disk } = openPage()
  http.call.mockRejectedValueOnce(notFound)
  await expect(cache.fetchQuery(threadQuery(thread.id))).rejects.toThrow(ApiError)
  await disk.ready()
  await disk.flush()
  expect([store.get(threadEntity, thread.id), await database.rowsOf(threadEntity)]).toEqual([undefined, []])
})

test('a device that returns after the end of the journal learns from the list which messages were removed, also on disk', async () => {
  const { store, database, disk } = openPage()
  await disk.ready()
  const [first, second, third] = [aMessage(thread, 1), aMessage(thread, 2), aMessage(thread, 3)]
  receiveThread(store, { ...thread, latestMessage: second })
  for (const message of [first, second, { ...third, quote: quoteOf(first) }]) putMessage(store, message)
  await disk.flush()
  const onDisk = async () => [
    (await database.listBetween(messageEntity, thread.id, 0, 9)).length,
    (await database.listBetween(quotedEntity, thread.id, 0, 9)).length,
    (await database.rowsOf(latestEntity)).length,
  ]
  expect(await onDisk()).toEqual([3, 1, 1])
  receiveThread(store, { ...thread, removedSeq: 2 })
  await disk.flush()
  await vi.waitFor(async () => expect(await onDisk()).toEqual([1, 0, 0]))
  expect(store.list(messageEntity, thread.id).map(({ order }) => order)).toEqual([3])
  putMessage(store, second, true)
  expect(store.list(messageEntity, thread.id)).toHaveLength(1)
})

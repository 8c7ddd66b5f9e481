import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { setAccessToken, setSessionUser } from '../../platform/session/session.ts'
import { openEntityDatabase } from '../../platform/store/entity-database.ts'
import { createStoreDisk } from '../../platform/store/store-disk.ts'
import { setDisk, storeOf } from '../../platform/store/stores.ts'
import { threadEntity } from './messaging.entities.ts'
import { threadQuery } from './messaging.queries.ts'
import { aThread } from './testing/fake-threads.ts'
import { messagingStore, receiveThread } from './thread-store.ts'

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

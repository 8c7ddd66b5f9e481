import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { defineCoverage, inOrder, isCovered, type ListPage, orderOfId, type PagedList, readPage, throughOf } from './coverage.ts'
import { openEntityDatabase } from './entity-database.ts'
import { defineEntity, defineVersioned } from './entity.ts'
import { createStoreDisk } from './store-disk.ts'
import { registerEntities, setDisk, storeOf } from './stores.ts'

interface Post {
  readonly id: string
  readonly of: string
  readonly version: number
}
const post = defineEntity<Post>({
  name: 'post',
  id: ({ id }) => id,
  version: ({ version }) => version,
  parent: ({ of }) => ['feed', of],
  list: ({ of, id }) => ({ group: of, order: orderOfId(id) }),
})
const coverage = defineCoverage('coverage', 'feed')
const feed = defineVersioned<{ id: string; version: number }>({ name: 'feed' })
const idOf = (number: number) => `0199${String(number).padStart(4, '0')}-0000-7000-8000-000000000000`
const aPost = (number: number, version = 1): Post => ({ id: idOf(number), of: 'feed', version })

const list = (order: 'asc' | 'desc'): PagedList => ({
  type: post,
  coverage,
  id: order,
  ofId: 'feed',
  order,
  idsIn: (store) => store.list(post, 'feed').map(({ id }) => id),
})

/** Opens a page of Ben. @param disk name of the database of his device; without it nothing is stored */
async function openPage(disk?: string) {
  const cache = new QueryClient()
  const store = storeOf(cache)
  const database = openEntityDatabase(disk ?? '')
  let reached: string | null = null
  const cursor = { value: () => reached, restart: (next: string | null) => void (reached = next) }
  const onDisk = createStoreDisk({ store, database, cursor, isFurther: () => true, ownerId: () => 'ben' })
  if (disk !== undefined) {
    setDisk(store, onDisk)
    onDisk.claim()
    await onDisk.ready()
    cursor.restart('1.1')
  }
  registerEntities(cache, [feed, post, coverage])
  store.put(feed, { id: 'feed', version: 1 })
  return {
    store,
    disk: onDisk,
    close: async () => {
      await onDisk.flush()
      await database.close()
    },
    /** Reads a page whose reply contains `posts`. `meanwhile` runs before the reply arrives. */
    read: (posts: readonly Post[], { after = null, next = null, order = 'desc', meanwhile, isSlow = false }: Reading = {}) => {
      const fetch = async () => {
        if (isSlow) await afterDisk()
        meanwhile?.()
        return posts
      }
      return readPage(store, list(order), after, fetch, () => {
        for (const item of posts) store.putAndWrite(post, item)
        return { ids: posts.map(({ id }) => id), nextCursor: next }
      })
    },
    shown: (order: 'asc' | 'desc' = 'desc') => {
      const through = throughOf(store, list(order), undefined)
      if (through === undefined) return undefined
      return inOrder(
        list(order)
          .idsIn(store)
          .filter((id) => isCovered(id, through, order)),
        order,
      )
    },
  }
}
type Page = Awaited<ReturnType<typeof openPage>>
interface Reading {
  readonly after?: string | null
  readonly next?: string | null
  readonly order?: 'asc' | 'desc'
  readonly meanwhile?: () => void
  /** The disk has answered before. */
  readonly isSlow?: boolean
}

const afterDisk = () => new Promise((later) => setTimeout(later, 50))

/** Reads a list whose request fails after the disk has answered. */
async function readOffline({ store }: Pick<Page, 'store'>, meanwhile?: () => void) {
  const fail = async (): Promise<ListPage> => {
    await afterDisk()
    meanwhile?.()
    throw new Error('offline')
  }
  await expect(readPage(store, list('desc'), null, fail, (page) => page)).rejects.toThrow('offline')
}

test('the order of an entity is the time in its id', () => {
  expect(orderOfId('0199a1b2-c3d4-7000-8000-000000000000')).toBe(0x0199a1b2c3d4)
})

test('a list ends where it was read to, and each page drops only entities that its own part of the list lacks', async () => {
  const page = await openPage()
  await page.read([aPost(9), aPost(8)], { next: idOf(8) })
  page.store.put(post, aPost(3))
  expect(page.shown()).toEqual([idOf(9), idOf(8)])
  await page.read([aPost(6), aPost(5)], { after: idOf(8), next: idOf(5) })
  expect(page.shown()).toEqual([idOf(9), idOf(8), idOf(6), idOf(5)])
  await page.read([aPost(9)], { next: idOf(8) })
  expect(page.shown()).toEqual([idOf(9)])
  await page.read([], { after: idOf(8) })
  expect(page.shown()).toEqual([idOf(9)])
  expect(page.store.ids(post)).toEqual([idOf(9)])
})

test('an entity that an event adds while a page is read stays, although the reply lacks it', async () => {
  const page = await openPage()
  await page.read([aPost(1)])
  await page.read([aPost(1)], { meanwhile: () => page.store.put(post, aPost(2)) })
  expect(page.shown()).toEqual([idOf(2), idOf(1)])
})

test('a list whose parent was lost while it was read is unknown, also after the return of the parent', async () => {
  const page = await openPage()
  const [lose, regain] = [() => page.store.remove(feed, 'feed', 2), () => page.store.put(feed, { id: 'feed', version: 3 })]
  await page.read([aPost(9)], { next: idOf(9), meanwhile: lose })
  regain()
  expect(page.shown()).toBeUndefined()
  // The next page does not include the lost one.
  await page.read([aPost(8)], { after: idOf(9) })
  expect(page.shown()).toBeUndefined()
  await page.read([aPost(9)], { next: idOf(9) })
  await page.read([aPost(8)], { after: idOf(9) })
  expect(page.shown()).toEqual([idOf(9), idOf(8)])
})

test('a list whose parent is lost and returns between a reply and the rows of the disk has the whole reply', async () => {
  const page = await openPage('slow list')
  const reading = page.read([aPost(9)])
  page.store.remove(feed, 'feed', 2)
  await Promise.resolve()
  page.store.put(feed, { id: 'feed', version: 3 })
  await reading
  expect(page.shown()).toEqual([idOf(9)])
  await page.close()
})

describe.each(['before', 'during'] as const)('a parent that is lost and returns %s a read', (when) => {
  /** A page that has read two posts, which are on disk. */
  const openRead = async (disk: string) => {
    const page = await openPage(`${disk} ${when}`)
    await page.read([aPost(9), aPost(8)], { next: idOf(8) })
    await page.disk.flush()
    const regain = () => {
      page.store.remove(feed, 'feed', 2)
      page.store.put(feed, { id: 'feed', version: 3 })
    }
    if (when === 'before') regain()
    return { ...page, regain: when === 'during' ? regain : () => undefined }
  }

  test('its list is unknown until a reply, and a later page alone does not cover it', async () => {
    const { regain, ...page } = await openRead('unknown')
    await readOffline(page, regain)
    expect(page.shown()).toBeUndefined()
    await page.read([aPost(7)], { after: idOf(8) })
    expect(page.shown()).toBeUndefined()
    await page.close()
  })

  test('an entity that was deleted meanwhile is not on disk after the next reply', async () => {
    const { regain, ...page } = await openRead('deleted')
    await page.read([aPost(9)], { meanwhile: regain, isSlow: true })
    await vi.waitFor(async () => {
      await page.disk.flush()
      expect(await openEntityDatabase(`deleted ${when}`).rowsOf(post)).toHaveLength(1)
    })
    expect(page.shown()).toEqual([idOf(9)])
    await page.close()
    const reopened = await openPage(`deleted ${when}`)
    await readOffline(reopened)
    expect(reopened.shown()).toEqual([idOf(9)])
    await reopened.close()
  })
})

test('with the oldest first, a page drops missing entities before its end', async () => {
  const page = await openPage()
  for (const number of [1, 2, 7]) page.store.put(post, aPost(number))
  await page.read([aPost(1), aPost(5)], { order: 'asc', next: idOf(5) })
  expect(page.store.ids(post).toSorted()).toEqual([idOf(1), idOf(5), idOf(7)])
  expect(page.shown('asc')).toBeUndefined()
})

test('a list is shown from disk after a reload without a connection, and refreshed with it', async () => {
  const first = await openPage('coverage')
  await first.read([aPost(9), aPost(8), aPost(7)], { next: idOf(7) })
  await first.close()
  const second = await openPage('coverage')
  expect(second.shown()).toBeUndefined()
  await readOffline(second)
  expect(second.shown()).toEqual([idOf(9), idOf(8), idOf(7)])
  await second.read([aPost(9), aPost(7)], { next: idOf(7) })
  expect(second.shown()).toEqual([idOf(9), idOf(7)])
  await second.close()
})

test('an entity that was deleted is dropped by a reply, although a read that failed began to read the disk', async () => {
  const first = await openPage('two reads')
  await first.read([aPost(9), aPost(8)], { next: idOf(8) })
  await first.close()
  const second = await openPage('two reads')
  const failed = readPage(
    second.store,
    list('desc'),
    null,
    () => Promise.reject<ListPage>(new Error('aborted')),
    (page) => page,
  )
  const reading = second.read([aPost(9)], { next: idOf(8) })
  await expect(failed).rejects.toThrow('aborted')
  await reading
  await afterDisk()
  expect(second.shown()).toEqual([idOf(9)])
  await second.close()
})

test('a disk that could not be read is read by the next read of the list', async () => {
  const first = await openPage('busy')
  await first.read([aPost(9)])
  await first.close()
  const second = await openPage('busy')
  const restore = vi.spyOn(second.disk, 'restoreBetween').mockResolvedValueOnce(false)
  await readOffline(second)
  expect(second.shown()).toBeUndefined()
  restore.mockRestore()
  await readOffline(second)
  expect(second.shown()).toEqual([idOf(9)])
  await second.close()
})

test('an entity that a reply lacks does not return with rows that the disk adds only at a later page', async () => {
  const first = await openPage('busy twice')
  await first.read([aPost(9), aPost(8), aPost(7), aPost(6)], { next: idOf(6) })
  await first.close()
  const second = await openPage('busy twice')
  vi.spyOn(second.disk, 'restoreBetween').mockResolvedValueOnce(false).mockResolvedValueOnce(false)
  await second.read([aPost(9)], { next: idOf(8) })
  await second.read([aPost(7)], { after: idOf(8), next: idOf(7) })
  await second.read([aPost(6)], { after: idOf(7), next: idOf(6) })
  expect(second.shown()).toEqual([idOf(9), idOf(7), idOf(6)])
  await second.close()
})

test('a list is read although the browser never answers for its disk', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const cache = new QueryClient()
  const store = registerEntities(cache, [post, coverage])
  const database = { ...openEntityDatabase('silent'), listBetween: () => new Promise<never>(() => undefined) }
  const cursor = { value: () => null, restart: () => undefined }
  const disk = createStoreDisk({ store, database, cursor, isFurther: () => true, ownerId: () => 'ben' })
  setDisk(store, disk)
  disk.claim()
  const page = { ids: [idOf(1)], nextCursor: null }
  const fetch = () => Promise.resolve(page)
  const reading = readPage(store, list('desc'), null, fetch, (reply) => reply)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await reading).toEqual(page)
  vi.useRealTimers()
})

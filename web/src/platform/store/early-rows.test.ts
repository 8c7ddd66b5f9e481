import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { type EarlyRows, readEarlyRows } from './early-rows.ts'
import { openEntityDatabase } from './entity-database.ts'
import { defineVersioned } from './entity.ts'
import { EntityStore } from './entity-store.ts'
import { openDiskPage } from './testing/disk-page.ts'
import { withEarlyRows } from './with-early-rows.ts'

interface Line {
  readonly id: string
  readonly version: number
  readonly chat: string
  readonly seq: number
}
interface Post {
  readonly id: string
  readonly version: number
}
const post = defineVersioned<Post>({ name: 'post' })
const line = defineVersioned<Line>({ name: 'line', list: ({ chat, seq }) => ({ group: chat, order: seq }) })
const lines = (count: number) => ({ list: 'line/a', count })

/** Opens a page of a user. @param early what the start script has read */
const openPage = (device: string, ownerId: string, early?: EarlyRows) =>
  openDiskPage([post, line], withEarlyRows(openEntityDatabase(device), early), ownerId)

/** Stores a post and lines of a user. */
async function storeRows(device: string, ownerId: string) {
  const page = await openPage(device, ownerId)
  page.store.put(post, { id: 'p1', version: 1 })
  for (const seq of [1, 2, 3, 5]) page.store.put(line, { id: `a${seq}`, version: 1, chat: 'a', seq })
  page.setCursor('7')
  await page.disk.flush()
  return page
}

/** Reads rows completely, as long before the page uses them as possible. */
async function readAll(device: string, count = 300) {
  const early = readEarlyRows([post.name], lines(count), device)
  await Promise.all([early.claim, ...early.rows.values(), early.newest?.rows])
  return early
}

const readClaim = async (device: string) => (await readEarlyRows([], null, device).claim)?.()

test('a page starts with the rows and the cursor that the start script has read', async () => {
  const before = await storeRows('early', 'aiko')
  const early = await readAll('early', 4)
  // Another tab is ahead: the events after the cursor bring its change to this page.
  before.store.put(post, { id: 'p1', version: 2 })
  before.store.put(line, { id: 'a6', version: 1, chat: 'a', seq: 6 })
  before.setCursor('8')
  await before.disk.flush()
  const page = await openPage('early', 'aiko', early)
  expect(page.cursor()).toBe('7')
  expect(page.store.get(post, 'p1')).toEqual({ id: 'p1', version: 1 })
  expect(await page.disk.restoreNewest(line, 'a', 4)).toBe(5)
  expect(page.store.list(line, 'a').map(({ order }) => order)).toEqual([2, 3, 5])
  // Each reading answers once.
  expect(await page.disk.restoreNewest(line, 'a', 4)).toBe(6)
  expect(await page.database.rowsOf(post)).toEqual([{ id: 'p1', version: 2, value: { id: 'p1', version: 2 } }])
})

test('another part of the list is read from disk', async () => {
  await storeRows('part', 'aiko')
  const page = await openPage('part', 'aiko', await readAll('part', 2))
  expect(await page.disk.restoreNewest(line, 'a', 5)).toBe(5)
  expect(page.store.list(line, 'a').map(({ order }) => order)).toEqual([1, 2, 3, 5])
})

test('the rows of another user are not shown, and deleted', async () => {
  await storeRows('other', 'aiko')
  const page = await openPage('other', 'ben', await readAll('other'))
  expect(page.store.get(post, 'p1')).toBeUndefined()
  expect(await page.disk.restoreNewest(line, 'a', 300)).toBeNull()
  expect(page.cursor()).toBeNull()
  expect(await openEntityDatabase('other').rowsOf(post)).toEqual([])
})

test('rows that a page has written, deleted or cleared are not answered by an earlier reading', async () => {
  for (const change of ['write', 'drop', 'clear', 'trim'] as const) {
    await storeRows(change, 'aiko')
    const database = withEarlyRows(openEntityDatabase(change), await readAll(change))
    expect(await database.claim('aiko')).toEqual({ cursor: '7', hasRows: true })
    const store = new EntityStore(() => undefined)
    store.register([post, line])
    if (change === 'write') {
      store.put(line, { id: 'a5', version: 2, chat: 'a', seq: 5 })
      store.put(line, { id: 'a4', version: 1, chat: 'a', seq: 4 })
      const ports = { isFurther: () => true, childrenByParent: () => new Map() }
      await database.write('aiko', store.unwritten.take(), '8', ports)
    }
    if (change === 'drop') await database.drop('lists')
    if (change === 'clear') await database.clear()
    if (change === 'trim') await database.trim(line, 'a', 3)
    const orders = (await database.newestOf(line, 'a', 300)).map(({ id }) => id)
    expect(orders).toEqual({ write: ['a1', 'a2', 'a3', 'a4', 'a5'], drop: [], clear: [], trim: ['a3', 'a5'] }[change])
    expect((await database.rowsOf(post)).length).toBe(change === 'clear' ? 0 : 1)
  }
})

test('a reading that a change overtakes is repeated', async () => {
  await storeRows('overtaken', 'aiko')
  const database = withEarlyRows(openEntityDatabase('overtaken'), readEarlyRows([post.name], lines(300), 'overtaken'))
  const rows = database.rowsOf(post)
  await database.clear()
  expect(await rows).toEqual([])
})

test('a claim that waits for the start script does not overtake the end of the session or the next claim', async () => {
  await storeRows('ended', 'aiko')
  const ended = withEarlyRows(openEntityDatabase('ended'), readEarlyRows([post.name], null, 'ended'))
  await Promise.all([ended.claim('aiko'), ended.clear()])
  expect(await readClaim('ended')).toEqual({ owner: '', cursor: undefined, hasRows: false })

  await storeRows('next', 'aiko')
  const next = withEarlyRows(openEntityDatabase('next'), readEarlyRows([post.name], null, 'next'))
  await Promise.all([next.claim('aiko'), next.claim('ben')])
  expect(await readClaim('next')).toEqual({ owner: 'ben', cursor: undefined, hasRows: false })
})

test('a reading that never ends is not waited for', async () => {
  await storeRows('silent', 'aiko')
  const silent = new Promise<never>(() => undefined)
  const early = { claim: silent, rows: new Map([[post.name, silent]]), newest: { ...lines(4), rows: silent } }
  const page = await openPage('silent', 'aiko', early)
  expect(page.cursor()).toBe('7')
  expect(page.store.get(post, 'p1')).toBeDefined()
  expect(await page.disk.restoreNewest(line, 'a', 4)).toBe(5)
})

test('a reading does not prevent the deletion of the database', async () => {
  await storeRows('deleted', 'aiko').then(({ database }) => database.close())
  await readAll('deleted')
  const isDeleted = await new Promise<boolean>((resolve) => {
    const request = indexedDB.deleteDatabase('deleted')
    request.onblocked = () => resolve(false)
    request.onsuccess = () => resolve(true)
  })
  expect(isDeleted).toBe(true)
})

test('without a database nothing is read, and none is created', async () => {
  const early = readEarlyRows([post.name], lines(300), 'none')
  expect(await Promise.all([early.claim, early.rows.get(post.name), early.newest?.rows])).toEqual([null, null, null])
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('none')
  const page = await openPage('none', 'aiko', early)
  expect(page.cursor()).toBeNull()
})

test('the database of another version is not read, and can be replaced', async () => {
  await new Promise<void>((resolve) => {
    const request = indexedDB.open('old', 2)
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
  const early = readEarlyRows([post.name], null, 'old')
  expect(await early.claim).toBeNull()
  const page = await storeRows('old', 'aiko')
  expect(page.store.get(post, 'p1')).toBeDefined()
})

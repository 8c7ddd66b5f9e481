import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { defineVersioned } from './entity.ts'
import { openEntityDatabase } from './entity-database.ts'
import { EntityStore } from './entity-store.ts'
import { openDiskPage } from './testing/disk-page.ts'

type Line = { readonly id: string; readonly version: number; readonly chat: string; readonly seq: number }
const line = defineVersioned<Line>({ name: 'line', list: ({ chat, seq }) => ({ group: chat, order: seq }) })

test('the end of a list is read by the positions, without older entities and without other lists', async () => {
  const { store, disk } = await openDiskPage([line], openEntityDatabase('lines'), 'aiko')
  for (const seq of [1, 2, 5, 6, 8]) store.put(line, { id: `a${seq}`, version: 1, chat: 'a', seq })
  store.put(line, { id: 'b9', version: 1, chat: 'b', seq: 9 })
  await disk.flush()
  store.clear()
  expect(await disk.restoreNewest(line, 'a', 4)).toBe(8)
  expect(store.list(line, 'a').map(({ order }) => order)).toEqual([5, 6, 8])
  expect(store.list(line, 'b')).toEqual([])
  expect(await disk.restoreNewest(line, 'none', 4)).toBeNull()
})

test('the removal of an entity of a list refuses an earlier event after a reload, before the list is read', async () => {
  const before = await openDiskPage([line], openEntityDatabase('removals'), 'aiko')
  const removed = { id: 'a1', version: 1, chat: 'a', seq: 1 }
  before.store.put(line, removed)
  before.store.remove(line, 'a1', 2)
  await before.disk.flush()
  const { store } = await openDiskPage([line], openEntityDatabase('removals'), 'aiko')
  store.put(line, removed)
  await vi.waitFor(() => expect(store.row(line, 'a1')?.version).toBe(2))
  expect(store.list(line, 'a')).toEqual([])
  store.put(line, removed)
  expect(store.get(line, 'a1')).toBeUndefined()
})

test('removals that are read before the database of the server was restored refuse nothing after it', async () => {
  const before = await openDiskPage([line], openEntityDatabase('restored'), 'aiko')
  before.store.remove(line, 'a1', 9)
  await before.disk.flush()
  const database = openEntityDatabase('restored')
  const { promise: isRestored, resolve: restore } = Promise.withResolvers<void>()
  const removals = async () => {
    const read = await database.removals()
    await isRestored
    return read
  }
  const { store, disk } = await openDiskPage([line], { ...database, removals }, 'aiko')
  store.clear()
  store.startEra()
  await disk.drop('all')
  restore()
  await new Promise((resolve) => setTimeout(resolve))
  store.put(line, { id: 'a1', version: 1, chat: 'a', seq: 1 })
  expect(store.get(line, 'a1')?.version).toBe(1)
})

test('a removal that is read from disk removes the children that the page has meanwhile', () => {
  const mark = defineVersioned<{ readonly id: string; readonly version: number }>({
    name: 'mark',
    parent: ({ id }) => ['line', id],
  })
  const store = new EntityStore(() => undefined)
  store.register([line, mark])
  store.put(mark, { id: 'a1', version: 1 })
  store.restore(line, [{ id: 'a1', value: undefined, version: 2 }])
  expect(store.ids(mark)).toEqual([])
})

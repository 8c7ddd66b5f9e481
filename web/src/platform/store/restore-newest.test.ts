import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { defineVersioned } from './entity.ts'
import { openEntityDatabase } from './entity-database.ts'
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

import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { defineEntity } from './entity.ts'
import { forgetThrough, trimForgotten } from './forget-through.ts'
import type { StoreDisk } from './store-disk.ts'
import { registerEntities, setDisk } from './stores.ts'

interface Item {
  readonly id: string
  readonly seq: number
}
const item = defineEntity<Item>({
  name: 'item',
  id: ({ id }) => id,
  version: () => 1,
  list: ({ seq }) => ({ group: 'items', order: seq }),
})

/** Opens a page whose disk only counts what it is told to delete. */
function openPage() {
  const store = registerEntities(new QueryClient(), [item])
  const trim = vi.fn(async () => undefined)
  setDisk(store, { trim } as Partial<StoreDisk> as StoreDisk)
  return { store, trim }
}

test('the beginning of a list is forgotten in memory and on disk, each time', () => {
  const { store, trim } = openPage()
  for (const seq of [1, 2, 3]) store.put(item, { id: `i${seq}`, seq })
  forgetThrough(store, item, 'items', 1)
  forgetThrough(store, item, 'items', 2)
  expect(store.ids(item)).toEqual(['i3'])
  expect(trim.mock.calls).toEqual([
    [item, 'items', 2],
    [item, 'items', 3],
  ])
})

test('a page deletes once what an earlier page has forgotten, because its deletion may have failed', () => {
  const { store, trim } = openPage()
  trimForgotten(store, item, 'items', 2)
  trimForgotten(store, item, 'items', 2)
  expect(trim.mock.calls).toEqual([[item, 'items', 3]])
  forgetThrough(store, item, 'items', 3)
  trimForgotten(store, item, 'items', 3)
  expect(trim).toHaveBeenCalledTimes(2)
})

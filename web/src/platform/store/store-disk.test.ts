import { expect, test } from 'vitest'
import { defineEntity } from './entity.ts'
import type { EntityDatabase } from './entity-database.ts'
import { EntityStore } from './entity-store.ts'
import { createStoreDisk } from './store-disk.ts'

interface Claimed {
  readonly cursor: string | null
  readonly hasRows: boolean
}

const note = defineEntity<{ readonly id: string }>({ name: 'note', id: ({ id }) => id, version: () => 1 })

/** A disk whose database answers a claim when the test says so. */
function openDisk() {
  let answer = (_claimed: Claimed) => {}
  const claimed = new Promise<Claimed>((resolve) => (answer = resolve))
  const dropped: string[] = []
  const read: string[] = []
  // Only the methods that a claim, a read and the end of a session call.
  const database = {
    claim: () => claimed,
    drop: async (which: string) => void dropped.push(which),
    rowsOf: async () => (read.push('rowsOf'), []),
    newestOf: async () => (read.push('newestOf'), []),
    listBetween: async () => (read.push('listBetween'), []),
    replyOf: async () => void read.push('replyOf'),
    clear: async () => {},
    pruneRemovals: async () => {},
    pruneReplies: async () => {},
  } as Partial<EntityDatabase> as EntityDatabase
  let position: string | null = null
  const cursor = { value: () => position, restart: (next: string | null) => void (position = next) }
  const disk = createStoreDisk({ store: new EntityStore(), database, cursor, isFurther: () => false, ownerId: () => 'aiko' })
  return { disk, cursor, dropped, read, answer }
}

test('a page that learns its user a second time still waits until the rows of the first claim are restored', async () => {
  const { disk, cursor, dropped, answer } = openDisk()
  disk.claim()
  disk.claim()
  const waited = disk.ready().then(() => cursor.value())
  await Promise.resolve()
  answer({ cursor: 'epoch.7', hasRows: true })
  expect(await waited).toBe('epoch.7')
  expect(dropped).toEqual([])
})

test('a page that learns its user after its catch-up keeps its cursor on an empty disk', async () => {
  const { disk, cursor, dropped, answer } = openDisk()
  cursor.restart('epoch.9')
  disk.claim()
  answer({ cursor: null, hasRows: false })
  await disk.ready()
  expect(cursor.value()).toBe('epoch.9')
  expect(dropped).toEqual([])
})

test('a page that is ahead of the disk drops its rows', async () => {
  const { disk, cursor, dropped, answer } = openDisk()
  cursor.restart('epoch.9')
  disk.claim()
  answer({ cursor: 'epoch.7', hasRows: true })
  await disk.ready()
  expect(cursor.value()).toBe('epoch.9')
  expect(dropped).toEqual(['all'])
})

test('rows without a cursor are reported until they are dropped', async () => {
  const { disk, answer } = openDisk()
  disk.claim()
  answer({ cursor: null, hasRows: true })
  await disk.ready()
  expect(disk.hasUndatedRows()).toBe(true)
  await disk.drop('lists')
  expect(disk.hasUndatedRows()).toBe(false)
})

test('a page reads no rows, lists or replies before the database has confirmed their owner', async () => {
  const { disk, answer, read } = openDisk()
  disk.claim()
  const reads = Promise.all([
    disk.restore([note]),
    disk.restoreNewest(note, 'group', 9),
    disk.restoreBetween(note, 'group', 1, 9),
    disk.replyOf('key'),
  ])
  await new Promise((resolve) => setTimeout(resolve))
  expect(read).toEqual([])
  answer({ cursor: 'epoch.7', hasRows: true })
  await reads
  expect(read.toSorted()).toEqual(['listBetween', 'newestOf', 'replyOf'])
  await disk.restore([note])
  expect(read).toContain('rowsOf')
  const before = read.length
  await disk.clear()
  expect(await disk.restoreNewest(note, 'group', 9)).toBeNull()
  expect(read.length).toBe(before)
})

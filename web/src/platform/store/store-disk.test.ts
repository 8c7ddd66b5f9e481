import { expect, test } from 'vitest'
import type { EntityDatabase } from './entity-database.ts'
import { EntityStore } from './entity-store.ts'
import { createStoreDisk } from './store-disk.ts'

test('a page that learns its user a second time still waits until the rows of the first claim are restored', async () => {
  let answer = (_cursor: string | null) => {}
  const claimed = new Promise<string | null>((resolve) => (answer = resolve))
  const calls: string[] = []
  const noted = (name: string) => async () => void calls.push(name)
  // Only what a claim uses.
  const database: Partial<EntityDatabase> = { claim: () => claimed, drop: noted('drop'), pruneRemovals: noted('pruneRemovals') }
  let position: string | null = null
  const cursor = { value: () => position, restart: (next: string | null) => void (position = next) }
  const disk = createStoreDisk({
    store: new EntityStore(),
    database: { ...database, pruneReplies: noted('pruneReplies') } as EntityDatabase,
    cursor,
    isFurther: () => false,
    ownerId: () => 'aiko',
  })
  disk.claim()
  disk.claim()
  const waited = disk.ready().then(() => cursor.value())
  await Promise.resolve()
  answer('epoch.7')
  expect(await waited).toBe('epoch.7')
  expect(calls).toEqual(['pruneRemovals', 'pruneReplies'])
})

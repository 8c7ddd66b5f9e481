import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { type EntityDatabase, openEntityDatabase } from './entity-database.ts'
import { EntityStore } from './entity-store.ts'
import { defineEntity } from './entity.ts'
import { createStoreDisk } from './store-disk.ts'

interface Item {
  readonly id: string
  readonly of: string
}
const feed = defineEntity<Item>({ name: 'feed', id: ({ id }) => id, version: () => 1 })
const post = defineEntity<Item>({
  name: 'post',
  id: ({ id }) => id,
  version: () => 1,
  parent: ({ of }) => ['feed', of],
  list: ({ of }) => ({ group: of, order: 1 }),
})
const comment = defineEntity<Item>({ name: 'comment', id: ({ id }) => id, version: () => 1, parent: ({ of }) => ['post', of] })

/** Opens a page that knows only some of the types, as before the code of a feature is loaded. */
function openPage(name: string, types: readonly (typeof feed)[]) {
  const store = new EntityStore()
  store.register(types)
  const database = openEntityDatabase(name)
  const cursor = { value: () => '1.1', restart: () => undefined }
  return { store, database, disk: createStoreDisk({ store, database, cursor, isFurther: () => true, ownerId: () => 'ben' }) }
}

test('posts that are dropped from disk, as a list, as its oldest part or as too many, take their comments with them', async () => {
  const drops: ((database: EntityDatabase) => Promise<void>)[] = [
    (database) => database.drop('lists'),
    (database) => database.trim(post, 'f1', 2),
    (database) => database.pruneRows(post, 1),
  ]
  for (const [number, drop] of drops.entries()) {
    const { store, database, disk } = openPage(`drop ${number}`, [feed, post, comment])
    disk.claim()
    await disk.ready()
    store.put(feed, { id: 'f1', of: '' })
    for (const id of ['p1', 'p2']) store.put(post, { id, of: 'f1' })
    store.put(comment, { id: 'c1', of: 'p1' })
    await disk.flush()
    await drop(database)
    expect((await database.rowsOf(post)).map(({ id }) => id)).not.toContain('p1')
    expect(await database.rowsOf(comment)).toEqual([])
    await database.close()
  }
})

test('the loss of a feed deletes its posts and their comments from disk, including those that are not in memory', async () => {
  const first = openPage('forget', [feed, post, comment])
  first.disk.claim()
  await first.disk.ready()
  for (const id of ['f1', 'f2']) {
    first.store.put(feed, { id, of: '' })
    first.store.put(post, { id: `post of ${id}`, of: id })
    first.store.put(comment, { id: `comment in ${id}`, of: `post of ${id}` })
  }
  await first.disk.flush()
  await first.database.close()

  const second = openPage('forget', [feed])
  await second.database.claim('ben')
  second.store.restore(feed, [{ id: 'f1', value: { id: 'f1', of: '' }, version: 1 }])
  second.store.remove(feed, 'f1', 2)
  await second.database.write('ben', second.store.unwritten.take(), '1.2', {
    isFurther: () => true,
    childrenByParent: () => new Map(),
  })
  expect((await second.database.rowsOf(post)).map(({ id }) => id)).toEqual(['post of f2'])
  expect((await second.database.rowsOf(comment)).map(({ id }) => id)).toEqual(['comment in f2'])
})

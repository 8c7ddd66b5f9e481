import type { EntityDatabase } from '../entity-database.ts'
import { EntityStore } from '../entity-store.ts'
import type { AnyType } from '../entity.ts'
import { createStoreDisk } from '../store-disk.ts'

/** Opens a page of a user: a store and its disk, without a connection. Positions of the journal are numbers. */
export async function openDiskPage(types: readonly AnyType[], database: EntityDatabase, ownerId: string) {
  const store = new EntityStore(() => undefined)
  store.register(types)
  let cursor: string | null = null
  const disk = createStoreDisk({
    store,
    database,
    cursor: { value: () => cursor, restart: (next) => (cursor = next) },
    isFurther: (next, than) => Number(next) > Number(than),
    ownerId: () => ownerId,
  })
  disk.claim()
  await disk.ready()
  return { store, disk, database, cursor: () => cursor, setCursor: (next: string) => void (cursor = next) }
}

import type { QueryClient } from '@tanstack/react-query'
import type { AnyType } from './entity.ts'
import { EntityStore } from './entity-store.ts'
import { personEntity } from './known-people.ts'
import type { StoreDisk } from './store-disk.ts'

const stores = new WeakMap<QueryClient, EntityStore>()
const disks = new WeakMap<EntityStore, StoreDisk>()
const restores = new WeakMap<EntityStore, Promise<unknown>>()

/** Returns the entities beside a query cache. Tests have one for each page. */
export function storeOf(cache: QueryClient): EntityStore {
  const known = stores.get(cache)
  if (known) return known
  const created = new EntityStore()
  created.register([personEntity])
  stores.set(cache, created)
  return created
}

/** Connects a store with the disk. Call it once, before the first render. */
export const setDisk = (store: EntityStore, disk: StoreDisk): void => void disks.set(store, disk)

/** Returns the disk of a store; undefined in tests without one. */
export const diskOf = (store: EntityStore): StoreDisk | undefined => disks.get(store)

/** Adds the entity types of a feature, whose code may be loaded after the page, with their rows on disk. */
export function registerEntities(cache: QueryClient, types: readonly AnyType[]): EntityStore {
  const store = storeOf(cache)
  const isKnown = types.every((type) => store.types().includes(type))
  if (isKnown) return store
  store.register(types)
  const restoring = diskOf(store)?.restore(types)
  restores.set(store, Promise.all([restores.get(store), restoring]))
  return store
}

/** Resolves when the rows on disk of all features that were used are in the store, except those of lists. */
export const whenRestored = async (store: EntityStore): Promise<void> => void (await restores.get(store))

/**
 * Returns the time of a read that begins: later than the last one, also if the clock of the device was set back. A late reply of an
 * earlier read then changes nothing.
 */
export async function beginReadAt(store: EntityStore, type: AnyType, id: string): Promise<number> {
  await whenRestored(store)
  return Math.max(Date.now(), (store.row(type, id)?.version ?? 0) + 1)
}

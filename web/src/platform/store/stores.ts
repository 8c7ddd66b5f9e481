import type { QueryClient } from '@tanstack/react-query'
import type { AnyType } from './entity.ts'
import { EntityStore } from './entity-store.ts'
import { personEntity } from './known-people.ts'
import type { StoreDisk } from './store-disk.ts'

const stores = new WeakMap<QueryClient, EntityStore>()
const disks = new WeakMap<EntityStore, StoreDisk>()
const restores = new WeakMap<EntityStore, Promise<unknown>>()

/** Returns the entity store of a query cache. In tests, each page has its own. */
export function storeOf(cache: QueryClient): EntityStore {
  const known = stores.get(cache)
  if (known) return known
  const created = new EntityStore()
  created.register([personEntity])
  stores.set(cache, created)
  return created
}

/** Connects a store with its disk. Call it once, before the first render. */
export const setDisk = (store: EntityStore, disk: StoreDisk): void => void disks.set(store, disk)

/** Returns the disk of a store; undefined in tests without one. */
export const diskOf = (store: EntityStore): StoreDisk | undefined => disks.get(store)

/**
 * Adds the entity types of a feature and restores their rows from disk. The code of a feature may be loaded after the
 * start of the page.
 */
export function registerEntities(cache: QueryClient, types: readonly AnyType[]): EntityStore {
  const store = storeOf(cache)
  const isKnown = types.every((type) => store.types().includes(type))
  if (isKnown) return store
  store.register(types)
  const restoring = diskOf(store)?.restore(types)
  restores.set(store, Promise.all([restores.get(store), restoring]))
  return store
}

/** Resolves when the store has the rows on disk of all loaded features, except rows of lists. */
export const whenRestored = async (store: EntityStore): Promise<void> => void (await restores.get(store))

/**
 * Returns the time of a read that begins. It is later than the previous one, even if the device's clock was set back,
 * so that a late reply to an earlier read changes nothing.
 */
export async function beginReadAt(store: EntityStore, type: AnyType, id: string): Promise<number> {
  await whenRestored(store)
  return Math.max(Date.now(), (store.row(type, id)?.version ?? 0) + 1)
}

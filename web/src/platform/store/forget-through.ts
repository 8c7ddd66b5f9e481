import type { EntityStore } from './entity-store.ts'
import { type AnyType, keyOf } from './entity.ts'
import { diskOf } from './stores.ts'

/** Forgets the beginning of a list in memory and on disk. @param order that of the last entity that is forgotten */
export function forgetThrough(store: EntityStore, type: AnyType, group: string, order: number): void {
  const ids = store.list(type, group).flatMap((entry) => (entry.order <= order ? [entry.id] : []))
  store.beginRead().forgetMissing(type, ids, new Set())
  trim(store, type, group, order)
}

/** Deletes what an earlier page has forgotten from disk, once a page: the deletion of the earlier page may have failed. */
export function trimForgotten(store: EntityStore, type: AnyType, group: string, order: number): void {
  if (trimmed.get(store)?.has(keyOf(type.name, group)) !== true) trim(store, type, group, order)
}

/** The lists that this page has trimmed. */
const trimmed = new WeakMap<EntityStore, Set<string>>()

function trim(store: EntityStore, type: AnyType, group: string, order: number): void {
  const disk = diskOf(store)
  if (!disk) return
  trimmed.set(store, (trimmed.get(store) ?? new Set()).add(keyOf(type.name, group)))
  void disk.trim(type, group, order + 1)
}

import type { EntityStore } from './entity-store.ts'
import type { AnyType } from './entity.ts'
import { diskOf } from './stores.ts'

/** Forgets the beginning of a list in memory and on disk. @param order that of the last entity that is forgotten */
export function forgetThrough(store: EntityStore, type: AnyType, group: string, order: number): void {
  const ids = store.list(type, group).flatMap((entry) => (entry.order <= order ? [entry.id] : []))
  store.beginRead().forgetMissing(type, ids, new Set())
  void diskOf(store)?.trim(type, group, order + 1)
}

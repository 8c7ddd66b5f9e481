import type { EntityStore } from './entity-store.ts'

interface View {
  readonly parts: readonly unknown[]
  readonly value: unknown
}
const viewsOf = new WeakMap<EntityStore, Map<string, View>>()

const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((part, index) => part === b[index])

/**
 * Returns what `build` made of these parts before, or makes it again if a part is another one: the same object until its data
 * changes, as screens require.
 * @param key of the view, such as its name and the id of its entity
 */
export function viewOf<Value>(store: EntityStore, key: string, parts: readonly unknown[], build: () => Value): Value {
  let views = viewsOf.get(store)
  if (!views) viewsOf.set(store, (views = new Map()))
  const known = views.get(key)
  // `as`: only this key's callers set it
  if (known && isSame(known.parts, parts)) return known.value as Value
  const value = build()
  views.set(key, { parts, value })
  return value
}

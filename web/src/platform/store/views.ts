import type { EntityStore } from './entity-store.ts'

interface Cached<View> {
  readonly parts: readonly unknown[]
  readonly view: View
}

/**
 * Returns a function that derives a view from parts of the store, and returns the same object until one of the parts changes. Its key
 * names the view.
 */
export function createViews<View>() {
  const views = new WeakMap<EntityStore, Map<string, Cached<View>>>()
  return (store: EntityStore, key: string, parts: readonly unknown[], derive: () => View): View => {
    const ofStore = views.get(store) ?? new Map<string, Cached<View>>()
    views.set(store, ofStore)
    const known = ofStore.get(key)
    if (known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index])) return known.view
    const view = derive()
    ofStore.set(key, { parts, view })
    return view
  }
}

/** Returns a list, the same object until one of its items changes. */
export function createListViews<Item>() {
  const viewOf = createViews<readonly Item[]>()
  return (store: EntityStore, key: string, items: readonly Item[]): readonly Item[] => viewOf(store, key, items, () => items)
}

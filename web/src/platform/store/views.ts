import type { EntityStore } from './entity-store.ts'
import { peopleRevision, withKnownPeople } from './known-people.ts'

interface Cached<View> {
  readonly parts: readonly unknown[]
  readonly view: View
}

const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((part, index) => part === b[index])

/**
 * Returns a function that derives a view from an entity and other parts of the store, with the newest names and
 * pictures of people. It returns the same object until one of the parts changes. The view is cached as long as the copy
 * of the entity.
 */
export function createViews<View>() {
  const views = new WeakMap<object, Cached<View>>()
  return (store: EntityStore, entity: object, others: readonly unknown[], derive: () => View): View => {
    const parts = [peopleRevision(store), ...others]
    const known = views.get(entity)
    if (known && isSame(known.parts, parts)) return known.view
    const view = withKnownPeople(store, derive())
    views.set(entity, { parts, view })
    return view
  }
}

/**
 * Returns a function that returns a list of views, which is the same array until one of its items changes. The key
 * identifies the list.
 */
export function createListViews<Item>() {
  const lists = new WeakMap<EntityStore, Map<string, Cached<readonly Item[]>>>()
  return (store: EntityStore, key: string, items: readonly Item[], arrange = (all: readonly Item[]) => all): readonly Item[] => {
    const ofStore = lists.get(store) ?? new Map<string, Cached<readonly Item[]>>()
    lists.set(store, ofStore)
    const known = ofStore.get(key)
    if (known && isSame(known.parts, items)) return known.view
    const view = arrange(items)
    ofStore.set(key, { parts: items, view })
    return view
  }
}

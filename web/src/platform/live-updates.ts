/** What a list keeps: an entity with its id, and a version where it can change. */
export interface Entity {
  readonly id: string
  readonly version?: number
}

interface List<Item> {
  readonly items: readonly Item[]
}

/** Ids that were removed in this tab: a late event must not bring one back. Ids are never used twice. */
const removed = new Set<string>()

const isOlder = (entity: Entity, known: Entity) => (entity.version ?? 0) < (known.version ?? 0)

/**
 * An updater for a cached list: puts the entity in its place, or adds it at the given end.
 * Never an older version, never one that was removed; a list that is not loaded stays so.
 */
export const upsert =
  <Item extends Entity>(entity: Item, end: 'start' | 'end' = 'end') =>
  <Cached extends List<Item>>(list: Cached | undefined): Cached | undefined => {
    if (!list || removed.has(entity.id)) return list
    const known = list.items.find(({ id }) => id === entity.id)
    if (known && isOlder(entity, known)) return list
    if (known) return { ...list, items: list.items.map((item) => (item.id === entity.id ? entity : item)) }
    return { ...list, items: end === 'start' ? [entity, ...list.items] : [...list.items, entity] }
  }

/** An updater for a cached list: takes the entity out, for good. */
export const without = (id: string) => {
  removed.add(id)
  return <Cached extends List<Entity>>(list: Cached | undefined): Cached | undefined =>
    list?.items.some((item) => item.id === id) ? { ...list, items: list.items.filter((item) => item.id !== id) } : list
}

import { type AnyType, keyOf } from './entity.ts'

/** An entity in a list. */
export interface ListEntry {
  readonly order: number
  readonly id: string
}

const isBefore = (a: ListEntry, b: ListEntry) => a.order < b.order || (a.order === b.order && a.id < b.id)

/** Returns the index of the first entry that is not before `entry`. */
export function positionOf(entries: readonly ListEntry[], entry: ListEntry): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const candidate = entries[middle]
    if (candidate && isBefore(candidate, entry)) low = middle + 1
    else high = middle
  }
  return low
}

/** Inserts an entry at its position, unless the list contains it. */
function insertAt(entries: ListEntry[], entry: ListEntry): void {
  const index = positionOf(entries, entry)
  if (entries[index]?.id !== entry.id) entries.splice(index, 0, entry)
}

/** Removes an entry, if the list contains it. */
function removeAt(entries: ListEntry[], entry: ListEntry): void {
  const index = positionOf(entries, entry)
  if (entries[index]?.id === entry.id) entries.splice(index, 1)
}

/** The lists of a store by type and group, each in the order of its entries. */
export class EntityLists {
  readonly #lists = new Map<string, ListEntry[]>()

  of(type: AnyType, group: string): readonly ListEntry[] {
    return this.#lists.get(keyOf(type.name, group)) ?? []
  }

  /** Keeps only some entries of a list. */
  keep(type: AnyType, group: string, kept: readonly ListEntry[]): void {
    this.#lists.set(keyOf(type.name, group), [...kept])
  }

  /** Moves an entity from the position of a copy to that of the next one; undefined: it is in no list. */
  move(type: AnyType, id: string, before: object | undefined, next: object | undefined): void {
    if (!type.list) return
    const [from, to] = [before && type.list(before), next && type.list(next)]
    if (from && to && from.group === to.group && from.order === to.order) return
    if (from) removeAt(this.#entriesOf(type, from.group), { order: from.order, id })
    if (to) insertAt(this.#entriesOf(type, to.group), { order: to.order, id })
  }

  clear(): void {
    this.#lists.clear()
  }

  #entriesOf(type: AnyType, group: string): ListEntry[] {
    const key = keyOf(type.name, group)
    const known = this.#lists.get(key) ?? []
    this.#lists.set(key, known)
    return known
  }
}

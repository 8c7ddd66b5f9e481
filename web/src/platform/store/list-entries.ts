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
export function insertAt(entries: ListEntry[], entry: ListEntry): void {
  const index = positionOf(entries, entry)
  if (entries[index]?.id !== entry.id) entries.splice(index, 0, entry)
}

/** Removes an entry, if the list contains it. */
export function removeAt(entries: ListEntry[], entry: ListEntry): void {
  const index = positionOf(entries, entry)
  if (entries[index]?.id === entry.id) entries.splice(index, 1)
}

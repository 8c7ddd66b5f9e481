/** Returns the list with one item moved to another index. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

/** Returns the index of the dragged row: after every row whose middle (in pixels) is above the pointer. */
export const dropIndex = (middles: readonly number[], from: number, y: number): number =>
  middles.filter((middle, index) => index !== from && middle < y).length

/** Sorts the server's list by the ids of the new order. Items that were added meanwhile are last. */
export function sortByIds<Item extends { readonly id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const indexOf = ({ id }: Item) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return items.toSorted((a, b) => indexOf(a) - indexOf(b))
}

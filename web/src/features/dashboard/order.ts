/** The list with one item at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

/** Where the one that is dragged would stand: after every row whose middle lies above the finger. */
export const placeAt = (middles: readonly number[], from: number, y: number): number =>
  middles.filter((middle, index) => index !== from && middle < y).length

/** The server's list in the order that was made here; what came meanwhile goes last. */
export function inOrder<Item extends { readonly id: string }>(items: readonly Item[], ids: readonly string[]): Item[] {
  const place = ({ id }: Item) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return items.toSorted((a, b) => place(a) - place(b))
}

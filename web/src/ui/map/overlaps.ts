/** A marker or a cluster on the screen. Lengths are in pixels of the page. */
export interface ScreenItem {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Items with a greater height are drawn above others. */
  readonly height: number
}

/** A marker and the markers below it that it hides. */
export interface Stack<Item extends ScreenItem> {
  readonly top: Item
  readonly hidden: readonly Item[]
}

const isUnder = (item: ScreenItem, other: ScreenItem) => Math.hypot(item.x - other.x, item.y - other.y) < other.radius

/** Finds the markers that hide others. A marker is hidden if its centre is below a higher one. */
export function findStacks<Item extends ScreenItem>(items: readonly Item[]): Stack<Item>[] {
  const stacks = new Map<Item, Item[]>()
  const topOf = new Map<Item, Item>()
  for (const item of items.toSorted((a, b) => b.height - a.height)) {
    const cover = [...topOf.keys()].find((other) => other.height > item.height && isUnder(item, other))
    const top = cover ? (topOf.get(cover) ?? cover) : item
    topOf.set(item, top)
    if (top !== item) stacks.set(top, [...(stacks.get(top) ?? []), item])
  }
  return [...stacks].map(([top, hidden]) => ({ top, hidden }))
}

/** Positions of a stack's badge, in pixels from the centre of its pin. */
const CORNERS: readonly [number, number][] = [
  [22, 20],
  [22, -20],
  [-22, 20],
  [-22, -20],
]

/** Returns the badge corner with the most free space, so that the badge hides no other marker. */
export function badgeCorner(top: ScreenItem, others: readonly ScreenItem[]): [number, number] {
  const freeSpace = ([dx, dy]: [number, number]) =>
    Math.min(...others.map((other) => Math.hypot(top.x + dx - other.x, top.y + dy - other.y) - other.radius))
  return CORNERS.reduce((best, corner) => (freeSpace(corner) > freeSpace(best) ? corner : best))
}

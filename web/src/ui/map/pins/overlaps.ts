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

/** Pixels of a target that stay free for a finger (WCAG 2.2, 2.5.8). */
const FREE_MIN = 24

/** Whether a higher marker covers the centre, or leaves too little of the target free. The target of `other` is 2 px wider. */
const isUnder = (item: ScreenItem, other: ScreenItem) =>
  Math.hypot(item.x - other.x, item.y - other.y) < Math.max(other.radius + 2, FREE_MIN)

/** Finds the markers that hide others. */
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

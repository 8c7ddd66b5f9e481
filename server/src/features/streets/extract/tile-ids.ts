/** West, south, east and north in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** Ids of tiles from `first` to before `end`. */
export interface IdRange {
  readonly first: number
  readonly end: number
}

/** The latitude at which the square map of the world ends. */
const LATITUDE_MAX = 85.051_128_779

/** Returns the first id of a zoom: the number of tiles of all smaller zooms. */
export const firstIdOf = (zoom: number): number => (4 ** zoom - 1) / 3

/** The columns and rows of the tiles of an area, all inclusive. */
interface Grid {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Returns the tiles of a zoom that an area touches. */
function gridOf([west, south, east, north]: Bounds, zoom: number): Grid {
  const count = 2 ** zoom
  const column = (longitude: number) => ((longitude + 180) / 360) * count
  const row = (latitude: number) => {
    const radians = (Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude)) * Math.PI) / 180
    return ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * count
  }
  const limited = (index: number) => Math.max(0, Math.min(count - 1, index))
  const [left, top] = [limited(Math.floor(column(west))), limited(Math.floor(row(north)))]
  // An area that ends at the edge of a tile does not touch the next one.
  const [right, bottom] = [limited(Math.ceil(column(east)) - 1), limited(Math.ceil(row(south)) - 1)]
  return { left, top, right: Math.max(left, right), bottom: Math.max(top, bottom) }
}

/** Returns the position of a tile among those of its zoom, on the Hilbert curve. */
function positionOf(zoom: number, column: number, row: number): number {
  let position = 0
  let [x, y] = [column, row]
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const [isRight, isLower] = [x >= side, y >= side]
    position += side * side * (isRight ? (isLower ? 2 : 3) : isLower ? 1 : 0)
    ;[x, y] = [x % side, y % side]
    if (isLower) continue
    if (isRight) [x, y] = [side - 1 - x, side - 1 - y]
    ;[x, y] = [y, x]
  }
  return position
}

/**
 * Returns the ids of all tiles that an area touches, up to a zoom, in ascending order. The tiles of a square whose side is
 * a power of two follow each other, so there are about as many ranges as tiles at the edge of the area.
 */
export function tilesIn(bounds: Bounds, maxZoom: number): IdRange[] {
  const zooms = Array.from({ length: maxZoom + 1 }, (_, zoom) => rangesOf(gridOf(bounds, zoom), zoom))
  return joined(zooms.flat())
}

function rangesOf({ left, top, right, bottom }: Grid, zoom: number): IdRange[] {
  const found: IdRange[] = []
  const visit = (level: number, column: number, row: number): void => {
    const side = 2 ** (zoom - level)
    const [x, y] = [column * side, row * side]
    if (x > right || y > bottom || x + side <= left || y + side <= top) return
    if (x >= left && y >= top && x + side - 1 <= right && y + side - 1 <= bottom) {
      const first = firstIdOf(zoom) + positionOf(level, column, row) * side * side
      found.push({ first, end: first + side * side })
      return
    }
    for (const [dx, dy] of [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0],
    ] as const)
      visit(level + 1, 2 * column + dx, 2 * row + dy)
  }
  visit(0, 0, 0)
  return found.toSorted((a, b) => a.first - b.first)
}

/** Joins ranges that follow each other. */
function joined(ranges: readonly IdRange[]): IdRange[] {
  const all: IdRange[] = []
  for (const range of ranges) {
    const last = all.at(-1)
    if (last?.end === range.first) all[all.length - 1] = { first: last.first, end: range.end }
    else all.push(range)
  }
  return all
}

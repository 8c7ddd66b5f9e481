import earcut, { deviation, flatten } from 'earcut'
import { difference } from 'polyclip-ts'

export type Ring = [number, number][]

/** Max share of a tile that may be rendered wrongly. */
const MAX_ERROR = 0.0005

export const signedArea = (ring: Ring) =>
  ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0) / 2

const closeRing = (ring: Ring): Ring => (String(ring[0]) === String(ring.at(-1)) ? ring : [...ring, ring[0]])
const withOrientation = (ring: Ring, sign: number): Ring => (Math.sign(signedArea(ring)) === sign ? ring : ring.toReversed())

/**
 * Returns the error of MapLibre's triangulation of a polygon, as a share of the tile. Simplified shores may touch or cross
 * themselves, and then a triangle of sea covers land.
 */
function triangulationError(rings: Ring[], extent: number): number {
  const { vertices, holes, dimensions } = flatten(rings)
  const [outer, ...inner] = rings.map((ring) => Math.abs(signedArea(ring)))
  const area = inner.reduce((rest, hole) => rest - hole, outer)
  return (deviation(vertices, holes, dimensions, earcut(vertices, holes, dimensions)) * Math.abs(area)) / extent ** 2
}

/** Returns the same area as polygons whose rings neither touch nor cross. */
function untangle([outer, ...holes]: Ring[]): Ring[][] {
  const pieces = difference([closeRing(outer)], ...holes.map((hole) => [closeRing(hole)])) as Ring[][]
  return pieces.flatMap((polygon) => {
    const rings = polygon
      .map((ring) => ring.map(([x, y]): [number, number] => [Math.round(x), Math.round(y)]))
      .filter((ring) => Math.abs(signedArea(ring)) >= 1)
    const [first, ...rest] = rings
    return first ? [[withOrientation(first, 1), ...rest.map((ring) => withOrientation(ring, -1))]] : []
  })
}

/** Returns the polygon, untangled if its triangulation error is too large. `report` receives an error that remains too large. */
export function sound(rings: Ring[], extent: number, report: (part: number) => void): Ring[][] {
  const visible = rings.filter((ring) => signedArea(ring) !== 0)
  if (!visible.length) return []
  const before = triangulationError(visible, extent)
  if (before <= MAX_ERROR) return [visible]
  const pieces = untangle(visible)
  const after = pieces.reduce((sum, piece) => sum + triangulationError(piece, extent), 0)
  if (Math.min(before, after) > MAX_ERROR) report(Math.min(before, after))
  return after < before ? pieces : [visible]
}

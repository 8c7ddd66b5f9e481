import earcut, { deviation, flatten } from 'earcut'
import { difference } from 'polyclip-ts'

export type Ring = [number, number][]

/** How much of a tile may be drawn wrongly. */
const TOLERATED = 0.0005

export const signedArea = (ring: Ring) =>
  ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0) / 2

const closed = (ring: Ring): Ring => (String(ring[0]) === String(ring.at(-1)) ? ring : [...ring, ring[0]])
const turned = (ring: Ring, sign: number): Ring => (Math.sign(signedArea(ring)) === sign ? ring : ring.toReversed())

/**
 * How wrong the triangles are which MapLibre will make of a polygon, in parts of the tile: simplified shores can touch
 * or cross themselves, and then a wedge of sea covers the land.
 */
function wrongness(rings: Ring[], extent: number): number {
  const { vertices, holes, dimensions } = flatten(rings)
  const [outer, ...inner] = rings.map((ring) => Math.abs(signedArea(ring)))
  const area = inner.reduce((rest, hole) => rest - hole, outer)
  return (deviation(vertices, holes, dimensions, earcut(vertices, holes, dimensions)) * Math.abs(area)) / extent ** 2
}

/** The same surface as polygons whose rings neither touch nor cross. */
function untangled([outer, ...holes]: Ring[]): Ring[][] {
  const pieces = difference([closed(outer)], ...holes.map((hole) => [closed(hole)])) as Ring[][]
  return pieces.flatMap((polygon) => {
    const rings = polygon
      .map((ring) => ring.map(([x, y]): [number, number] => [Math.round(x), Math.round(y)]))
      .filter((ring) => Math.abs(signedArea(ring)) >= 1)
    const [first, ...rest] = rings
    return first ? [[turned(first, 1), ...rest.map((ring) => turned(ring, -1))]] : []
  })
}

/** A polygon as it is where that can be drawn, else untangled. `report` hears what stays wrong all the same. */
export function sound(rings: Ring[], extent: number, report: (part: number) => void): Ring[][] {
  const drawn = rings.filter((ring) => signedArea(ring) !== 0)
  if (!drawn.length) return []
  const before = wrongness(drawn, extent)
  if (before <= TOLERATED) return [drawn]
  const pieces = untangled(drawn)
  const after = pieces.reduce((sum, piece) => sum + wrongness(piece, extent), 0)
  if (Math.min(before, after) > TOLERATED) report(Math.min(before, after))
  return after < before ? pieces : [drawn]
}

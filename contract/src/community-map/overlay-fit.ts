import { type AreaPoint, unwrapped } from '../area.ts'

/** A point of a picture that is known on the map. x and y are shares of the width and the height, from the upper left. */
export interface OverlayPoint extends AreaPoint {
  readonly x: number
  readonly y: number
}

/** Why three points cannot lay a picture. */
export type OverlayProblem = 'inLine' | 'mirrored' | 'distorted'

/** Min height of a triangle, as a share of its longest side. A flatter one is a line with errors. */
const HEIGHT_MIN = 0.05
/** Max ratio of the greatest and the least stretching. Beyond it a point was put in a wrong location. */
const STRETCH_MAX = 40
/** Max degrees from one side to the other. A picture of a greater part of the earth cannot be laid by three points. */
const DEGREES_MAX = 20
/** The latitudes of the map, in degrees. */
const LATITUDE_MAX = 85

type Vector = readonly [number, number]

/** A location in the projection of the map, in degrees of longitude. Its second number goes south. */
const projected = ({ latitude, longitude }: AreaPoint): Vector => [
  longitude,
  (-Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI,
]
const latitudeOf = (y: number): number => (Math.atan(Math.exp((-y * Math.PI) / 180)) * 360) / Math.PI - 90

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1]]
const cross = (a: Vector, b: Vector): number => a[0] * b[1] - a[1] * b[0]
const lengthOf = (a: Vector): number => Math.hypot(a[0], a[1])

type Triangle = readonly [Vector, Vector, Vector]

/** Whether three points are nearly in one line, or in one point. */
function isFlat([a, b, c]: Triangle): boolean {
  const longest = Math.max(lengthOf(minus(b, a)), lengthOf(minus(c, b)), lengthOf(minus(a, c)))
  return !(Math.abs(cross(minus(b, a), minus(c, a))) >= HEIGHT_MIN * longest * longest) || longest === 0
}

/**
 * Returns the corners of a picture on the map, from the upper left clockwise, by the affine map of three of its points; a problem if
 * the points cannot lay it. Longitudes may be beyond 180 degrees.
 */
export function fitOverlay(points: readonly OverlayPoint[]): { corners: AreaPoint[] } | { problem: OverlayProblem } {
  const [p, q, r] = points
  const [a, b, c] = unwrapped(points).map(projected)
  if (!p || !q || !r || !a || !b || !c) return { problem: 'inLine' }
  const picture: Triangle = [
    [p.x, p.y],
    [q.x, q.y],
    [r.x, r.y],
  ]
  const map: Triangle = [a, b, c]
  if (isFlat(picture) || isFlat(map)) return { problem: 'inLine' }
  const [u, v] = [minus(picture[1], picture[0]), minus(picture[2], picture[0])]
  const [du, dv] = [minus(b, a), minus(c, a)]
  const area = cross(u, v)
  // The columns of the matrix: how far one width and one height of the picture go on the map.
  const right: Vector = [(du[0] * v[1] - dv[0] * u[1]) / area, (du[1] * v[1] - dv[1] * u[1]) / area]
  const down: Vector = [(dv[0] * u[0] - du[0] * v[0]) / area, (dv[1] * u[0] - du[1] * v[0]) / area]
  const determinant = cross(right, down)
  if (determinant < 0) return { problem: 'mirrored' }
  const squares = lengthOf(right) ** 2 + lengthOf(down) ** 2
  // The product of the two factors of stretching is the determinant, and the sum of their squares is `squares`.
  const greatest = Math.sqrt((squares + Math.sqrt(Math.max(0, squares ** 2 - 4 * determinant ** 2))) / 2)
  if (!(greatest ** 2 / determinant <= STRETCH_MAX)) return { problem: 'distorted' }
  const at = (x: number, y: number): Vector => [
    a[0] + (x - p.x) * right[0] + (y - p.y) * down[0],
    a[1] + (x - p.x) * right[1] + (y - p.y) * down[1],
  ]
  const edge = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]
  const corners = edge.map(([longitude, y]) => ({ latitude: latitudeOf(y), longitude }))
  const spans = [edge.map(([x]) => x), edge.map(([, y]) => y)].map((values) => Math.max(...values) - Math.min(...values))
  const isOnMap = corners.every(({ latitude }) => Math.abs(latitude) <= LATITUDE_MAX) && Math.max(...spans) <= DEGREES_MAX
  return isOnMap ? { corners } : { problem: 'distorted' }
}

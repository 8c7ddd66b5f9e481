import { z } from 'zod'
import { Longitude } from '../location.ts'

/** Min and max corners of an area. */
export const AREA_POINTS_MIN = 3
export const AREA_POINTS_MAX = 50
/** Max size of an area in square kilometres: a large prefecture. */
export const AREA_KM2_MAX = 20_000
/** The northern and southern end of the map, in degrees. */
const LATITUDE_MAX = 85
/** Mean radius of the Earth in kilometres. */
const EARTH_KM = 6371.0088
const DEGREE = Math.PI / 180

interface LatLng {
  readonly latitude: number
  readonly longitude: number
}
interface Point {
  readonly x: number
  readonly y: number
}

/** Returns a point of the map (Web Mercator), on which the sides of an area are straight. */
const toMap = ({ latitude, longitude }: LatLng): Point => ({
  x: longitude,
  y: Math.asinh(Math.tan(latitude * DEGREE)) / DEGREE,
})

/** Returns each side of a closed line with its two ends. */
const sidesOf = <Corner>(corners: readonly Corner[]): [Corner, Corner][] =>
  corners.flatMap((corner, index): [Corner, Corner][] => {
    const next = corners[(index + 1) % corners.length]
    return next === undefined ? [] : [[corner, next]]
  })

/** Returns a positive number if `c` is left of the line from `a` to `b`, a negative one if it is right of it, and 0 on it. */
const side = (a: Point, b: Point, c: Point): number => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))

const isBetween = (a: Point, b: Point, point: Point): boolean =>
  point.x >= Math.min(a.x, b.x) && point.x <= Math.max(a.x, b.x) && point.y >= Math.min(a.y, b.y) && point.y <= Math.max(a.y, b.y)

/** Whether two sides have a common point. */
function meet([a, b]: [Point, Point], [c, d]: [Point, Point]): boolean {
  const [c1, d1, a1, b1] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (c1 !== d1 && a1 !== b1 && c1 * d1 <= 0 && a1 * b1 <= 0) return true
  return (
    (c1 === 0 && isBetween(a, b, c)) ||
    (d1 === 0 && isBetween(a, b, d)) ||
    (a1 === 0 && isBetween(c, d, a)) ||
    (b1 === 0 && isBetween(c, d, b))
  )
}

/** Whether two neighbouring sides lie on each other: the line goes back on itself, or has no length. */
const isFolded = ([a, b]: [Point, Point], [, c]: [Point, Point]): boolean =>
  side(a, b, c) === 0 && (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) <= 0

/** Whether the line through these corners crosses or touches itself, or has two equal corners. */
export function isSelfCrossing(corners: readonly LatLng[]): boolean {
  const sides = sidesOf(corners.map(toMap))
  return sides.some((first, index) =>
    sides.some((second, other) => {
      if (other <= index) return false
      if (other === index + 1) return isFolded(first, second)
      if (index === 0 && other === sides.length - 1) return isFolded(second, first)
      return meet(first, second)
    }),
  )
}

/** Returns the size of an area in square kilometres. */
export function areaKm2(corners: readonly LatLng[]): number {
  const sum = sidesOf(corners).reduce(
    (total, [from, to]) =>
      total + (to.longitude - from.longitude) * DEGREE * (2 + Math.sin(from.latitude * DEGREE) + Math.sin(to.latitude * DEGREE)),
    0,
  )
  return Math.abs((sum * EARTH_KM * EARTH_KM) / 2)
}

/** Whether no two neighbouring corners are more than half of the Earth apart, as across the 180th meridian. */
const isOnOneSide = (corners: readonly LatLng[]): boolean =>
  sidesOf(corners).every(([from, to]) => Math.abs(from.longitude - to.longitude) <= 180)

const Corner = z.object({
  latitude: z.number().min(-LATITUDE_MAX, 'area.latitude').max(LATITUDE_MAX, 'area.latitude'),
  longitude: Longitude,
})

/**
 * An area of the map: the corners of a polygon in order, without the first one at the end. Its line does not cross or touch
 * itself. An area across the 180th meridian is not supported.
 */
export const Area = z
  .object({
    points: z
      .array(Corner)
      .min(AREA_POINTS_MIN, { error: 'area.tooFewPoints', abort: true })
      .max(AREA_POINTS_MAX, { error: 'area.tooManyPoints', abort: true })
      .refine(isOnOneSide, { error: 'area.acrossMeridian', abort: true })
      .refine((points) => !isSelfCrossing(points), { error: 'area.crossing', abort: true })
      .refine((points) => areaKm2(points) <= AREA_KM2_MAX, 'area.tooLarge'),
  })
  .meta({ id: 'Area' })
export type Area = z.infer<typeof Area>

/** Whether a location is inside an area, as the map shows it. A location on the line itself may count either way. */
export function isInside({ points }: Area, location: LatLng): boolean {
  const { x, y } = toMap(location)
  return sidesOf(points.map(toMap)).reduce((isIn, [a, b]) => {
    const isCrossed = a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x
    return isCrossed ? !isIn : isIn
  }, false)
}

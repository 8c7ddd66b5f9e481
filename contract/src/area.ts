import { z } from 'zod'
import { Latitude, Longitude } from './location.ts'

/** Points of the edge of an area. */
export const AREA_POINTS_MIN = 3
export const AREA_POINTS_MAX = 50

export const AreaPoint = z.object({ latitude: Latitude, longitude: Longitude })
export type AreaPoint = z.infer<typeof AreaPoint>

/**
 * An area on the map: the points of its edge in order, in degrees. The last point is joined to the first. Each side takes the
 * shorter way around the earth, so that an area may cross the antimeridian.
 */
export const Area = z
  .array(AreaPoint, 'common.wrongType')
  .min(AREA_POINTS_MIN, 'map.areaTooFewPoints')
  .max(AREA_POINTS_MAX, 'map.areaTooManyPoints')
export type Area = z.infer<typeof Area>

type Edge = readonly Readonly<AreaPoint>[]

/** Returns the difference of two longitudes by the shorter way, in degrees. */
const shorterWay = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180

/** Returns the points with longitudes that continue across the antimeridian, each less than half a turn from the one before. */
export function unwrapped(points: Edge): AreaPoint[] {
  const result: AreaPoint[] = []
  for (const { latitude, longitude } of points) {
    const before = result.at(-1)
    result.push({ latitude, longitude: before ? before.longitude + shorterWay(before.longitude, longitude) : longitude })
  }
  return result
}

/**
 * Returns whether a location is inside an area. A part that the edge goes around twice is outside (even-odd rule). An area
 * around a pole has no inside.
 */
export function isInArea(area: Edge, { latitude, longitude }: Readonly<AreaPoint>): boolean {
  const edge = unwrapped(area)
  const longitudes = edge.map((point) => point.longitude)
  const first = Math.min(...longitudes)
  // The same longitude, counted from the westernmost point of the area.
  const east = first + ((((longitude - first) % 360) + 360) % 360)
  return edge.reduce((isInside, to, index) => {
    const from = edge.at(index - 1) ?? to
    if (from.latitude > latitude === to.latitude > latitude) return isInside
    const share = (latitude - from.latitude) / (to.latitude - from.latitude)
    return east < from.longitude + share * (to.longitude - from.longitude) ? !isInside : isInside
  }, false)
}

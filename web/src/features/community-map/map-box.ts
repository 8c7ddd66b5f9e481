import type { Bounds } from '../../ui/map/bounds.ts'

/** Returns a longitude between -180 and 180. */
const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180

/**
 * Returns a box that contains the view of a map. Its sides are multiples of a power of two, so that small moves have the same box.
 * Its west is greater than its east if it crosses the antimeridian.
 */
export function boxOf([west, south, east, north]: Bounds): Bounds {
  const step = 2 ** Math.ceil(Math.log2(Math.max(east - west, north - south, 0.01)))
  const down = (degrees: number) => Math.floor(degrees / step) * step
  const up = (degrees: number) => Math.ceil(degrees / step) * step
  const [bottom, top] = [Math.max(-90, down(south)), Math.min(90, up(north))]
  const [left, right] = [down(west), up(east)]
  if (right - left >= 360) return [-180, bottom, 180, top]
  // The east side of a whole turn is 180, not -180.
  const end = wrapped(right)
  return [wrapped(left), bottom, end === -180 ? 180 : end, top]
}

/** Returns whether a box of {@link boxOf} contains a location. */
export const isInBox = ([west, south, east, north]: Bounds, latitude: number, longitude: number): boolean =>
  latitude >= south &&
  latitude <= north &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east)

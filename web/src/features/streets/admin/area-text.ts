import type { StreetArea } from '@noroshi/contract/streets/street-extracts.http'
import type { Bounds } from '../../../ui/map/bounds.ts'

/** The latitude at which maps end, and some 1 m. */
const [LATITUDE_MAX, PRECISION] = [85, 100_000]

/**
 * Returns the area of a frame with degrees from -180 to 180. Of a frame across the antimeridian, it is the part with the
 * middle of the frame.
 */
export function framedArea([west, south, east, north]: Bounds): StreetArea {
  const turns = Math.floor(((west + east) / 2 + 180) / 360) * 360
  const rounded = (degrees: number, max: number) => Math.round(Math.max(-max, Math.min(max, degrees)) * PRECISION) / PRECISION
  return [rounded(west - turns, 180), rounded(south, LATITUDE_MAX), rounded(east - turns, 180), rounded(north, LATITUDE_MAX)]
}

/** Returns '38.07°N – 38.47°N, 140.67°E – 141.07°E'. */
export function areaText([west, south, east, north]: Bounds): string {
  const range = (from: number, to: number, [negative, positive]: readonly [string, string]) => {
    const side = (degrees: number) => `${Math.abs(degrees).toFixed(2)}°${degrees < 0 ? negative : positive}`
    return `${side(from)} – ${side(to)}`
  }
  return `${range(south, north, ['S', 'N'])}, ${range(west, east, ['W', 'E'])}`
}

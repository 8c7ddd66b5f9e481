import { isLatLng, type LatLng } from './distance.ts'

/** An area in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** Returns whether an area contains a location. A view across the antimeridian ends above 180 or begins below -180. */
export const contains = ([west, south, east, north]: Bounds, { latitude, longitude }: LatLng): boolean =>
  latitude >= south &&
  latitude <= north &&
  [longitude - 360, longitude, longitude + 360].some((lon) => lon >= west && lon <= east)

/** Returns whether an area contains the whole of another one. */
export const covers = ([west, south, east, north]: Bounds, inner: Bounds): boolean =>
  inner[0] >= west && inner[1] >= south && inner[2] <= east && inner[3] <= north

/** Returns the smallest box around locations, across the antimeridian if that is smaller. */
export function boundsOf(locations: readonly LatLng[]): [west: number, south: number, east: number, north: number] | null {
  const valid = locations.filter(isLatLng)
  if (!valid.length) return null
  const [south, north] = [Math.min(...valid.map(({ latitude }) => latitude)), Math.max(...valid.map(({ latitude }) => latitude))]
  const span = (longitudes: number[]): [number, number] => [Math.min(...longitudes), Math.max(...longitudes)]
  const plain = span(valid.map(({ longitude }) => longitude))
  const shifted = span(valid.map(({ longitude }) => (longitude < 0 ? longitude + 360 : longitude)))
  const [west, east] = plain[1] - plain[0] <= shifted[1] - shifted[0] ? plain : shifted
  return [west, south, east, north]
}

import type { LatLng } from './distance.ts'

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

/** A location in degrees (WGS 84). */
export interface LatLng {
  latitude: number
  longitude: number
}

/** Mean radius of the earth in metres. */
const EARTH_RADIUS = 6_371_008.8

/** Returns degrees in radians. */
export const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Returns the great circle distance in metres (haversine; within 0.5 % of the true distance). */
export function distanceMetres(from: LatLng, to: LatLng): number {
  const halfLat = Math.sin(radians(to.latitude - from.latitude) / 2)
  const halfLon = Math.sin(radians(to.longitude - from.longitude) / 2)
  const square = halfLat ** 2 + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * halfLon ** 2
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(square)))
}

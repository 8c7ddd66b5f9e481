import { type LatLng, radians } from '@noroshi/contract/distance'
export { distanceMetres, type LatLng } from '@noroshi/contract/distance'

/** The eight directions, clockwise from north. */
const OCTANTS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const
export type Octant = (typeof OCTANTS)[number]

/** Returns the initial bearing of the great circle in degrees clockwise from north; 0 for equal locations. */
export function bearingDegrees(from: LatLng, to: LatLng): number {
  const lon = radians(to.longitude - from.longitude)
  const [lat1, lat2] = [radians(from.latitude), radians(to.latitude)]
  const east = Math.sin(lon) * Math.cos(lat2)
  const north = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(lon)
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** Returns the nearest of the eight directions. */
export function compassOctant(from: LatLng, to: LatLng): Octant {
  return OCTANTS[Math.round(bearingDegrees(from, to) / 45) % 8] ?? 'north'
}

/** Returns whether a value is a valid location. An SOS may have none or an invalid one. */
export const isLatLng = (
  location: { latitude?: number | null; longitude?: number | null } | null | undefined,
): location is LatLng =>
  typeof location?.latitude === 'number' &&
  typeof location.longitude === 'number' &&
  Math.abs(location.latitude) <= 90 &&
  Math.abs(location.longitude) <= 180

/** Returns the greatest of 1, 2, 5, 10, 20, 50 ... that is not above `most`, for scale bars. */
export function niceLength(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max))
  return power * ([5, 2].find((step) => step * power <= max) ?? 1)
}

/** Returns '640 m', '1.4 km' or '23 km'. */
export function distanceText(metres: number): string {
  if (metres < 1000) return `${Math.round(metres / 10) * 10} m`
  const km = metres / 1000
  return `${km < 10 ? km.toFixed(1) : Math.round(km)} km`
}

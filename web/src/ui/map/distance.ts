/** A place on the earth in degrees (WGS 84). */
export interface Place {
  latitude: number
  longitude: number
}

/** Mean radius of the earth in metres. */
const EARTH = 6_371_008.8

/** The eight directions, clockwise from north. */
const OCTANTS = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const
export type Octant = (typeof OCTANTS)[number]

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres along the great circle between two places (haversine; within 0.5 % of the true distance). */
export function distanceMetres(from: Place, to: Place): number {
  const halfLat = Math.sin(radians(to.latitude - from.latitude) / 2)
  const halfLon = Math.sin(radians(to.longitude - from.longitude) / 2)
  const square = halfLat ** 2 + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * halfLon ** 2
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(square)))
}

/** Degrees clockwise from north in which one sets out to go the shortest way; 0 for the same place. */
export function bearingDegrees(from: Place, to: Place): number {
  const lon = radians(to.longitude - from.longitude)
  const [lat1, lat2] = [radians(from.latitude), radians(to.latitude)]
  const east = Math.sin(lon) * Math.cos(lat2)
  const north = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(lon)
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** The nearest of the eight directions. */
export function compassOctant(from: Place, to: Place): Octant {
  return OCTANTS[Math.round(bearingDegrees(from, to) / 45) % 8] ?? 'north'
}

/** True for numbers that can be a place; an SOS may come without one, or with nonsense. */
export const isPlace = (place: { latitude?: number | null; longitude?: number | null } | null | undefined): place is Place =>
  typeof place?.latitude === 'number' &&
  typeof place.longitude === 'number' &&
  Math.abs(place.latitude) <= 90 &&
  Math.abs(place.longitude) <= 180

/** The greatest of 1, 2, 5, 10, 20, 50 ... that is not above `most`: a length which a scale bar can show. */
export function niceLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return power * ([5, 2].find((step) => step * power <= most) ?? 1)
}

/** '640 m', '1.4 km', '23 km'. */
export function distanceText(metres: number): string {
  if (metres < 1000) return `${Math.round(metres / 10) * 10} m`
  const km = metres / 1000
  return `${km < 10 ? km.toFixed(1) : Math.round(km)} km`
}

import { type AreaPoint, unwrapped } from '@noroshi/contract/area'
import { Latitude, Longitude } from '@noroshi/contract/location'
import { parseDecimal } from '@noroshi/contract/text/numbers'
import { NOTICE_SHAPE_POINTS_MAX } from '@noroshi/contract/notices/notices.http'
import { thinLine } from '@noroshi/contract/community-map/thin-line'

const KM_PER_DEGREE = 111.32
/** Points of the edge of a circle. */
const CIRCLE_POINTS = 48
/** Kilometres of the radius of a circle. A smaller one could not be seen, and a greater one is no area on a map. */
const RADIUS_MIN_KM = 0.1
const RADIUS_MAX_KM = 2000
/** Degrees. A circle is drawn between these latitudes only. */
const LATITUDE_MAX = 85

const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180
/** Six decimals are ten centimetres. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
const stored = ({ latitude, longitude }: AreaPoint): AreaPoint => ({
  latitude: rounded(latitude),
  longitude: rounded(wrapped(longitude)),
})

/** Returns a location `latitude,longitude` in degrees; null for another text. */
function pointOf(text: string): AreaPoint | null {
  const [first = '', second = '', ...rest] = text.split(',')
  if (first === '' || second === '' || rest.length > 0) return null
  const [latitude, longitude] = [Latitude.safeParse(parseDecimal(first)), Longitude.safeParse(parseDecimal(second))]
  return latitude.success && longitude.success ? { latitude: latitude.data, longitude: longitude.data } : null
}

/**
 * Returns the edge of a polygon of CAP: at least four locations with spaces between them, of which the last is the first.
 * null for another text. A long edge keeps its form as far as possible.
 */
export function polygonOf(text: string): AreaPoint[] | null {
  const points = text.split(/\s+/).map(pointOf)
  const edge = points.filter((point) => point !== null)
  const [first, last] = [edge[0], edge.at(-1)]
  if (edge.length < Math.max(4, points.length) || first === undefined || last === undefined) return null
  if (first.latitude !== last.latitude || first.longitude !== last.longitude) return null
  // The last point is the first one, which is not stored twice.
  const thin = thinLine(unwrapped(edge), NOTICE_SHAPE_POINTS_MAX + 1).slice(0, -1)
  return thin.length < 3 ? null : thin.map(stored)
}

/** Returns the edge of a circle of CAP, `latitude,longitude radius` with the radius in kilometres; null for another text. */
export function circleOf(text: string): AreaPoint[] | null {
  const [place = '', radius = '', ...rest] = text.split(/\s+/)
  const centre = pointOf(place)
  const km = parseDecimal(radius)
  if (centre === null || km === null || rest.length > 0 || km < 0 || km > RADIUS_MAX_KM) return null
  const north = Math.max(km, RADIUS_MIN_KM) / KM_PER_DEGREE
  const within = (latitude: number) => Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude))
  const east = north / Math.cos((within(centre.latitude) * Math.PI) / 180)
  return Array.from({ length: CIRCLE_POINTS }, (_, index) => {
    const angle = (index * 2 * Math.PI) / CIRCLE_POINTS
    const latitude = within(centre.latitude + north * Math.cos(angle))
    return stored({ latitude, longitude: centre.longitude + Math.min(179, east) * Math.sin(angle) })
  })
}

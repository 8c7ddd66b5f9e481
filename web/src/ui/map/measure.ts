import { unwrapped } from '@noroshi/contract/area'
import { distanceMetres, type LatLng, radians } from '@noroshi/contract/distance'

/** Mean radius of the earth in metres, as that of distances. */
const EARTH_RADIUS = 6_371_008.8

type Points = readonly Readonly<LatLng>[]

/** Returns the length of a line in metres, or of the border of an area. */
export function lengthMetres(points: Points, isClosed: boolean): number {
  const [first] = points
  const line = isClosed && first && points.length > 2 ? [...points, first] : points
  return line.reduce((sum, to, index) => {
    const from = line[index - 1]
    return from ? sum + distanceMetres(from, to) : sum
  }, 0)
}

/** Returns the size of an area on the sphere in square metres. Its sides are straight on the map, which is exact enough for towns. */
export function areaSquareMetres(points: Points): number {
  const edge = unwrapped(points)
  const sum = edge.reduce((total, to, index) => {
    const from = edge.at(index - 1) ?? to
    return (
      total + radians(to.longitude - from.longitude) * (2 + Math.sin(radians(from.latitude)) + Math.sin(radians(to.latitude)))
    )
  }, 0)
  return Math.abs((sum * EARTH_RADIUS ** 2) / 2)
}

const rounded = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)))

/** Returns '350 m²', '2.4 ha' or '12 km²'. */
export function areaText(squareMetres: number): string {
  if (squareMetres < 10_000) return `${Math.round(squareMetres)} m²`
  return squareMetres < 1_000_000 ? `${rounded(squareMetres / 10_000)} ha` : `${rounded(squareMetres / 1_000_000)} km²`
}

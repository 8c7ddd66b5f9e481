import type { AreaPoint } from '@noroshi/contract/area'
import type { ShapeGeometry } from '@noroshi/contract/community-map/map-shapes.http'
import type { Text } from '../../platform/language/i18n.ts'
import { distanceText } from '../../ui/map/distance.ts'
import { areaSquareMetres, areaText, lengthMetres } from '../../ui/map/measure.ts'

/** Returns the length of a line, or the size and the border of an area. */
export function measuresOf(geometry: ShapeGeometry, points: readonly AreaPoint[], text: Text): string {
  const length = distanceText(lengthMetres(points, geometry === 'area'))
  if (geometry === 'line') return text('mapShapes.length', { length })
  const size = areaText(areaSquareMetres(points))
  return [text('mapShapes.size', { size }), text('mapShapes.border', { length })].join(text('map.listSeparator'))
}

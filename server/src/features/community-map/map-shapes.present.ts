import { AreaPoint } from '@noroshi/contract/area'
import { type MapShape, ShapeColor, ShapeGeometry, ShapeKind } from '@noroshi/contract/community-map/map-shapes.http'
import type { MapShapeRow } from './map-shapes.sql.ts'

export const presentMapShape = (row: MapShapeRow): MapShape => ({
  id: row.id,
  geometry: ShapeGeometry.parse(row.geometry),
  kind: ShapeKind.parse(row.kind),
  name: row.name,
  color: ShapeColor.parse(row.color),
  points: AreaPoint.array().parse(row.points),
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
})

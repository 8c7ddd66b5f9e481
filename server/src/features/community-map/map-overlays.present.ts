import { MapOverlay } from '@noroshi/contract/community-map/map-overlays.http'
import { presentMedia } from '#/features/files/files.service.ts'
import type { OverlayRow } from './map-overlays.sql.ts'

export const presentOverlay = (row: OverlayRow): MapOverlay => ({
  id: row.id,
  name: row.name,
  picture: presentMedia(row.picture),
  points: MapOverlay.shape.points.parse(row.points),
  opacity: row.opacity,
  isShown: row.is_shown,
  updatedAt: row.updated_at.toISOString(),
})

import { z } from 'zod'
import { defineEvents, Uuid, Version } from '../define.ts'
import { FieldReport } from './field-report.ts'
import { MapShape } from './map-shapes.http.ts'

/** Emitted to all signed-in users. A client ignores a version that is not above its own. */
export const communityMapEvents = defineEvents({
  /** A report was added, confirmed or denied. */
  'field-reports:updated': FieldReport,
  /** A report ended or was deleted. */
  'field-reports:removed': z.object({ id: Uuid, version: Version }),
  /** Pictures of the map were added, changed or deleted. Pages refetch the list. */
  'map-overlays:changed': z.object({}),
  /** A line or an area was drawn or changed. */
  'map-shapes:updated': MapShape,
  /** A line or an area was deleted. */
  'map-shapes:removed': z.object({ id: Uuid, version: Version }),
})

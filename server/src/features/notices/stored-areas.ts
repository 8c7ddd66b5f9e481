import { z } from 'zod'
import { AreaPoint } from '@noroshi/contract/area'
import { AlertSeverity } from '@noroshi/contract/alerts/handling'

/** The areas of a stored notice. */
export const StoredAreas = z.array(z.object({ name: z.string(), code: z.string(), severity: AlertSeverity.nullable() }))

/** The areas on the map of a stored notice. */
export const StoredShapes = z.object({
  items: z.array(z.object({ severity: AlertSeverity.nullable(), points: z.array(AreaPoint) })),
  /** false: the notice has more, also such that could not be read. */
  isComplete: z.boolean(),
})

import { z } from 'zod'
import { AlertSeverity } from '@noroshi/contract/alerts/handling'

/** The areas of a stored notice. */
export const StoredAreas = z.array(z.object({ name: z.string(), code: z.string(), severity: AlertSeverity.nullable() }))

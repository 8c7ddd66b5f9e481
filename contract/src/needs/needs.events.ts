import { z } from 'zod'
import { defineEvents, Uuid, Version } from '../define.ts'
import { Need } from './needs.http.ts'

/** Changes are emitted to all signed-in users. A client ignores a version that is not above its own. */
export const needEvents = defineEvents({
  /** An entry of the needs board was added or changed. */
  'needs:updated': Need,
  /** An entry was deleted. */
  'needs:removed': z.object({ id: Uuid, version: Version }),
  /** Entries of the user have expired, who is asked whether they still hold. */
  'needs:expired': z.object({ ids: z.array(Uuid).min(1) }),
})

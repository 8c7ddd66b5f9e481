import { z } from 'zod'
import { defineEvents, Uuid, Version } from '../define.ts'
import { Need } from './needs.http.ts'

/** Emitted to all signed-in users. A client ignores a version that is not above its own. */
export const needEvents = defineEvents({
  /** An entry of the needs board was added or changed. */
  'needs:updated': Need,
  /** An entry was deleted. */
  'needs:removed': z.object({ id: Uuid, version: Version }),
})

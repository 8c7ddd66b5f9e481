import { z } from 'zod'
import { defineEvents, Uuid, Version } from '../define.ts'
import { Place } from './places.http.ts'

/** Emitted to all signed-in users. A client ignores a version that is not above its own. */
export const placeEvents = defineEvents({
  /** A place was added or changed. */
  'places:updated': Place,
  /** A place was deleted. */
  'places:removed': z.object({ id: Uuid, version: Version }),
})

import { z } from 'zod'
import { defineEvents } from '../define.ts'

export const exchangeEvents = defineEvents({
  /** Emitted to all signed-in users: markers of the TAK server were added, changed or removed. Pages refetch the list. */
  'tak:markers_changed': z.object({}),
})

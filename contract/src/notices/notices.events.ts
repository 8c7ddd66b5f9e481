import { z } from 'zod'
import { defineEvents } from '../define.ts'

export const noticeEvents = defineEvents({
  /** Emitted to all signed-in users: notices were added or removed. Pages refetch the list. */
  'notices:changed': z.object({}),
})

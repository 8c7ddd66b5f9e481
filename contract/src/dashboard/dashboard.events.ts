import { z } from 'zod'
import { defineEvents, Uuid } from '../define.ts'

export const dashboardEvents = defineEvents({
  /** Emitted to all signed-in users: the client refetches the links of this section, or all sections and links if it is null. */
  'dashboard:changed': z.object({ DashboardSectionId: Uuid.nullable() }),
})

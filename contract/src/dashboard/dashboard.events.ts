import { z } from 'zod'
import { defineEvents, Uuid } from '../define.ts'

export const dashboardEvents = defineEvents({
  /** To everybody who is signed in: ask for the links of this section again; null: for the sections and all of their links. */
  'dashboard:changed': z.object({ DashboardSectionId: Uuid.nullable() }),
})

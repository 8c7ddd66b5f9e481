import { z } from 'zod'
import { defineRoutes } from '../define.ts'

/** The steps to set up a new server, in the order of the checklist. */
export const SetupItem = z.enum(['unitName', 'people', 'alertGroups', 'map'], 'common.wrongType')
export type SetupItem = z.infer<typeof SetupItem>

/** The set-up checklist. All administrators share it (decisions/0023). */
export const Setup = z
  .object({
    /** An item is done when the data shows it or when an administrator confirmed it. */
    items: z.array(z.object({ item: SetupItem, isDone: z.boolean() })),
    /** Whether the checklist is hidden on the home page. */
    isDismissed: z.boolean(),
  })
  .meta({ id: 'Setup' })
export type Setup = z.infer<typeof Setup>

export const setupRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/setup',
    access: 'admin',
    reply: Setup,
    summary: 'The set-up checklist.',
  },
  change: {
    method: 'PUT',
    path: '/admin/setup',
    access: 'admin',
    body: z.object({
      /** Items to confirm. Other items stay unchanged. */
      confirmed: z.array(SetupItem).max(SetupItem.options.length, 'common.wrongType').default([]),
      isDismissed: z.boolean('common.wrongType').optional(),
    }),
    reply: Setup,
    summary: 'Confirm items of the checklist, dismiss it, or show it again.',
  },
})

import { z } from 'zod'
import { defineRoutes, Instant, listOf, Uuid } from '../define.ts'
import { SEARCH_MAX } from '../limits.ts'

/** Who did what to what, when, from where. It never changes. */
export const AuditEntry = z
  .object({
    id: Uuid,
    at: Instant,
    /** null: nobody was signed in. The name is that of the moment. */
    actor: z.object({ id: Uuid, name: z.string() }).nullable(),
    /** Address of the caller. */
    ip: z.string(),
    /** Such as 'user.deactivated'; its words stand under `audit.<action>`. */
    action: z.string(),
    targetKind: z.string(),
    targetId: z.string().nullable(),
    /** What else is worth knowing; `name` is the target's as it was then. */
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

export const auditRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    query: z.object({
      /** A part of a name, an address, an action, a target or what was written beside it. */
      text: z.string().trim().min(1, 'common.required').max(SEARCH_MAX, 'common.tooLong').optional(),
      action: z
        .string()
        .regex(/^[a-zA-Z]+(\.[a-zA-Z]+)+$/, 'common.wrongType')
        .max(100, 'common.tooLong')
        .optional(),
      /** From this moment on. */
      from: z.iso.datetime({ offset: true, error: 'common.wrongType' }).optional(),
      /** Before this moment. */
      to: z.iso.datetime({ offset: true, error: 'common.wrongType' }).optional(),
      cursor: Uuid.optional(),
    }),
    reply: listOf(AuditEntry),
    summary: 'The audit log, newest first.',
  },
})

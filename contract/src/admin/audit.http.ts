import { z } from 'zod'
import { defineRoutes, Timestamp, listOf, Uuid } from '../define.ts'
import { SEARCH_MAX } from '../limits.ts'

/** An entry of the audit log: time, actor, address, action and target. Entries never change. */
export const AuditEntry = z
  .object({
    id: Uuid,
    at: Timestamp,
    /** null: the caller was not signed in. `name` is the name at that time. */
    actor: z.object({ id: Uuid, name: z.string() }).nullable(),
    /** IP address of the caller. */
    ip: z.string(),
    /** Such as 'user.deactivated'. Its text has the message key `audit.<action>`. */
    action: z.string(),
    targetKind: z.string(),
    targetId: z.string().nullable(),
    /** Further facts. `name` is the name of the target at that time. */
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
      /** A part of a name, an address, an action, a target or the details. */
      text: z.string().trim().min(1, 'common.required').max(SEARCH_MAX, 'common.tooLong').optional(),
      action: z
        .string()
        .regex(/^[a-zA-Z]+(\.[a-zA-Z]+)+$/, 'common.wrongType')
        .max(100, 'common.tooLong')
        .optional(),
      /** Entries at this time or later. */
      from: z.iso.datetime({ offset: true, error: 'common.wrongType' }).optional(),
      /** Entries before this time. */
      to: z.iso.datetime({ offset: true, error: 'common.wrongType' }).optional(),
      cursor: Uuid.optional(),
    }),
    reply: listOf(AuditEntry),
    summary: 'The audit log, newest first.',
  },
})

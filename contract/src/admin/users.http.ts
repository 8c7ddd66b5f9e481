import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Timestamp, listOf, Uuid, Version } from '../define.ts'
import type { ErrorCode } from '../errors.ts'
import { SEARCH_MAX } from '../limits.ts'
import { UnitSettings } from '../accounts/unit.http.ts'
import { ownLink } from '../own-link.ts'

/** A user as administrators see them. */
export const AdminUser = Person.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  /** Whether signing in needs a code of an authenticator app. */
  hasSecondFactor: z.boolean(),
  /** false: an administrator has lifted the daily limits for this user. */
  hasDailyLimit: z.boolean(),
  createdAt: Timestamp,
  version: Version,
}).meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUserFilter = z.enum(['all', 'active', 'deactivated', 'admins'], 'common.wrongType')
export type AdminUserFilter = z.infer<typeof AdminUserFilter>

const IdParams = z.object({ id: Uuid })
const change = (path: string, summary: string, ...errors: ErrorCode[]) =>
  ({
    method: 'PUT',
    path: `/admin/users/:id/${path}`,
    access: 'admin',
    params: IdParams,
    errors: ['user.notFound', ...errors],
    reply: AdminUser,
    summary,
  }) as const

export const adminUserRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    query: z.object({
      /** A part of a name or of an email address. */
      text: z.string().trim().min(1, 'common.required').max(SEARCH_MAX, 'common.tooLong').optional(),
      filter: AdminUserFilter.default('all'),
      cursor: Uuid.optional(),
    }),
    /** `total`: number of users that match the text and the filter, on all pages. */
    reply: listOf(AdminUser).extend({ total: z.int() }),
    summary: 'All users, ordered by name.',
  },
  get: {
    method: 'GET',
    path: '/admin/users/:id',
    access: 'admin',
    params: IdParams,
    errors: ['user.notFound'],
    reply: AdminUser,
    summary: 'One user, also if deactivated.',
  },
  activate: change('activate', 'Activate a deactivated user.'),
  deactivate: change('deactivate', 'Deactivate a user. All their sessions and sockets end.', 'user.selfDeactivate'),
  makeAdmin: change('make-admin', 'Make an active user an administrator.', 'user.deactivated'),
  removeAdmin: change('remove-admin', 'Remove the administrator role from a user.', 'user.selfRemoveAdmin'),
  resetSecondFactor: change(
    'reset-second-factor',
    'Turn off the second factor of a user who lost it.',
    'user.selfResetSecondFactor',
  ),
  liftLimit: change('lift-limit', 'Lift the daily limits of a user.'),
  applyLimit: change('apply-limit', 'Apply the daily limits to a user again.'),
  senders: {
    method: 'GET',
    path: '/admin/senders',
    access: 'admin',
    reply: z.object({
      ...UnitSettings.pick({ limitsDailyUse: true, dailyFilesMb: true, dailyTexts: true }).shape,
      /** The largest first. All numbers but `todayBytes` are sums of the last {@link SENDER_DAYS} days. */
      items: z.array(
        z.object({
          user: AdminUser,
          filesBytes: z.int(),
          textBytes: z.int(),
          texts: z.int(),
          /** Bytes of files and texts since the last midnight in UTC, when the limits begin again. */
          todayBytes: z.int(),
        }),
      ),
    }),
    summary: 'The users who have sent the most, and the daily limits.',
  },
  resetLink: {
    method: 'PUT',
    path: '/admin/users/:id/reset-link',
    access: 'admin',
    params: IdParams,
    errors: ['user.notFound', 'user.deactivated'],
    reply: z.object({ ...ownLink, expiresAt: Timestamp }),
    summary: 'Create a password reset link to hand over in person. It is valid once and for 30 minutes.',
  },
})

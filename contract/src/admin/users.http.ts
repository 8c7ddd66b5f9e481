import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Instant, listOf, Uuid, Version } from '../define.ts'
import { SEARCH_MAX } from '../limits.ts'

/** A person as administrators see them. */
export const AdminUser = Person.extend({
  email: z.string(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  createdAt: Instant,
  version: Version,
}).meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUserFilter = z.enum(['all', 'active', 'deactivated', 'admins'], 'common.wrongType')
export type AdminUserFilter = z.infer<typeof AdminUserFilter>

const personId = z.object({ id: Uuid })
const change = (path: string, summary: string) =>
  ({ method: 'PUT', path: `/admin/users/:id/${path}`, access: 'admin', params: personId, reply: AdminUser, summary }) as const

/** Refused for oneself: user.selfDeactivate, user.selfRemoveAdmin (403); for a deactivated person: user.deactivated (409). */
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
    /** `total`: how many the text and the filter leave, on all pages. */
    reply: listOf(AdminUser).extend({ total: z.int() }),
    summary: 'Everybody with an account, by name.',
  },
  get: {
    method: 'GET',
    path: '/admin/users/:id',
    access: 'admin',
    params: personId,
    reply: AdminUser,
    summary: 'One person, deactivated or not.',
  },
  activate: change('activate', 'Let a deactivated person in again.'),
  deactivate: change('deactivate', 'Shut a person out: every session and socket ends at once.'),
  makeAdmin: change('make-admin', 'Make an active person an administrator.'),
  removeAdmin: change('remove-admin', 'Take the administrator’s right away.'),
  resetLink: {
    method: 'PUT',
    path: '/admin/users/:id/reset-link',
    access: 'admin',
    params: personId,
    /** Below PUBLIC_URL; where that is not set it begins with '/' and belongs behind the page's own origin. */
    reply: z.object({ link: z.string(), expiresAt: Instant }),
    summary: 'A link for a new password, to hand over in person; good once, for 30 minutes.',
  },
})

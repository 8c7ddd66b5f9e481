import { z } from 'zod'
import { CurrentPassword } from './accounts.http.ts'
import { defineRoutes, EmptyReply, Timestamp, Uuid } from '../define.ts'

/** Exports of the data of one user in 24 hours, also those that an administrator creates. */
export const EXPORTS_A_DAY = 2
/** Minutes in which a link to an export must be opened. */
export const EXPORT_LINK_MINUTES = 10

const IdParams = z.object({ id: Uuid })

/** The form of the dialog before an export. */
export const ExportForm = z.object({ currentPassword: CurrentPassword })

/** The form of the dialog that deletes an account. */
export const DeletionForm = z.object({
  /** The password of the user who sends it, also of an administrator. */
  currentPassword: CurrentPassword,
  /** Whether the messages in personal and group chats are deleted too. */
  deletesMessages: z.boolean('common.wrongType'),
})

/** The address of an export. It is valid once, and until `expiresAt`. */
const ExportLink = z
  .object({
    /** A path of this server. It needs no session. */
    path: z.string(),
    expiresAt: Timestamp,
  })
  .meta({ id: 'ExportLink' })
export type ExportLink = z.infer<typeof ExportLink>

export const personalDataRoutes = defineRoutes({
  export: {
    method: 'POST',
    path: '/account/export',
    access: 'member',
    body: ExportForm,
    errors: ['tooManyRequests', 'auth.wrongPassword', 'account.exportRuns'],
    status: 201,
    reply: ExportLink,
    summary: 'Create the link to an archive of the user’s own data. It needs the password, and two a day are possible.',
  },
  delete: {
    method: 'DELETE',
    path: '/account',
    access: 'member',
    body: DeletionForm,
    errors: ['tooManyRequests', 'auth.wrongPassword', 'account.lastAdmin', 'account.hasActiveAlert'],
    reply: EmptyReply,
    summary: 'Delete the user’s own account permanently. The last administrator is refused.',
  },
  exportOf: {
    method: 'POST',
    path: '/admin/users/:id/export',
    access: 'admin',
    params: IdParams,
    body: ExportForm,
    errors: ['tooManyRequests', 'auth.wrongPassword', 'account.exportRuns', 'user.notFound'],
    status: 201,
    reply: ExportLink,
    summary: 'Create the link to an archive of the data of a user, with an entry in the audit log.',
  },
  deleteOf: {
    method: 'DELETE',
    path: '/admin/users/:id',
    access: 'admin',
    params: IdParams,
    body: DeletionForm,
    errors: ['tooManyRequests', 'auth.wrongPassword', 'account.self', 'account.hasActiveAlert', 'user.notFound'],
    reply: EmptyReply,
    summary: 'Delete the account of another user permanently.',
  },
})

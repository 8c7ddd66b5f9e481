import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid } from '../define.ts'
import { bodyText } from '../text/body-text.ts'

/** Max characters of a reason and of a note. */
export const REPORT_TEXT_MAX = 1000
/** Max reports of one user that administrators have not marked as done. */
export const REPORTS_OPEN_MAX = 50

const text = () => bodyText().max(REPORT_TEXT_MAX, 'common.tooLong')
const IdParams = z.object({ id: Uuid })

/** The form to report a message. */
export const MessageReportForm = z.object({ reason: text().default('') })
/** The form to report a person. */
export const PersonReportForm = z.object({ reason: text().min(1, 'reports.reasonRequired') })
/** The form with which an administrator marks a report as done. */
export const DoneForm = z.object({ note: text().default('') })

/** A message as it was when it was reported. Later edits and deletions do not change it. */
export const ReportedMessage = z.object({
  id: Uuid,
  text: z.string(),
  /** The names of its files. The files themselves are not copied. */
  fileNames: z.array(z.string()),
  hasLocation: z.boolean(),
  /** The name of its sender at that time. */
  senderName: z.string(),
  threadKind: z.enum(['personal', 'group', 'alert']),
  isRadio: z.boolean(),
  sentAt: Timestamp,
})
export type ReportedMessage = z.infer<typeof ReportedMessage>

export const Report = z
  .object({
    id: Uuid,
    createdAt: Timestamp,
    reporter: Person,
    /** The reported person, or the sender of the message. */
    reported: Person,
    reason: z.string(),
    /** null: the report is about the person. */
    message: ReportedMessage.nullable(),
    /** null: the report is open. */
    done: z.object({ at: Timestamp, by: Person, note: z.string() }).nullable(),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof Report>

export const reportRoutes = defineRoutes({
  message: {
    method: 'POST',
    path: '/messages/:id/report',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    body: MessageReportForm,
    errors: ['tooManyRequests', 'message.notFound', 'message.isDeleted', 'report.own', 'report.tooMany'],
    reply: EmptyReply,
    summary:
      'Report a message to the administrators, who get a copy of it: for the readers of its thread. A repetition changes nothing.',
  },
  person: {
    method: 'POST',
    path: '/users/:id/report',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    body: PersonReportForm,
    errors: ['tooManyRequests', 'user.notFound', 'report.own', 'report.tooMany'],
    reply: EmptyReply,
    summary: 'Report a person to the administrators. A repetition changes nothing until the report is done.',
  },
  mine: {
    method: 'GET',
    path: '/reports/mine',
    access: 'member',
    reply: z.object({ messageIds: z.array(Uuid), userIds: z.array(Uuid) }),
    summary: 'What the user has reported: up to 500 messages, and the people of open reports.',
  },
})

export const adminReportRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/admin/reports',
    access: 'admin',
    query: z.object({ status: z.enum(['open', 'done']).default('open'), cursor: Uuid.optional() }),
    reply: listOf(Report),
    summary: 'Reports of messages and people, newest first.',
  },
  count: {
    method: 'GET',
    path: '/admin/reports/count',
    access: 'admin',
    reply: z.object({ open: z.int().nonnegative() }),
    summary: 'The number of open reports.',
  },
  done: {
    method: 'PATCH',
    path: '/admin/reports/:id/done',
    access: 'admin',
    params: IdParams,
    body: DoneForm,
    errors: ['report.notFound'],
    reply: Report,
    summary: 'Mark a report as done, with a note for the other administrators. A repetition changes nothing.',
  },
})

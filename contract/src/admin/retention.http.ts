import { z } from 'zod'
import { defineRoutes, Timestamp } from '../define.ts'
import { CLIENT_ID_DAYS } from '../limits.ts'

/** The server knows messages that a device repeats. The clock of the device may be wrong by as long. */
const MESSAGE_DAYS_MIN = 2 * CLIENT_ID_DAYS
/**
 * Min days for which each kind of content is kept, if it is not kept for ever. Administrators look at alerts and changes of the last
 * month.
 */
export const RETENTION_DAYS_MIN = {
  messages: MESSAGE_DAYS_MIN,
  radio: MESSAGE_DAYS_MIN,
  alerts: 30,
  pageHistory: 30,
  audit: 30,
  registers: 30,
} as const
/** Days for which registers and roll-calls keep their people, until an administrator chooses others. */
export const REGISTER_DAYS = 90
/** Max days for which content is kept, if it is not kept for ever. */
export const RETENTION_DAYS_MAX = 3650

/** The kinds of content that the unit keeps for ever or for a number of days. */
export const RETENTION_KINDS = ['messages', 'radio', 'alerts', 'pageHistory', 'audit', 'registers'] as const
export type RetentionKind = (typeof RETENTION_KINDS)[number]

/** Days, or null: for ever. */
const daysOf = (kind: RetentionKind) =>
  z
    .int('common.wrongType')
    .min(RETENTION_DAYS_MIN[kind], 'retention.tooShort')
    .max(RETENTION_DAYS_MAX, 'retention.tooLong')
    .nullable()

export const RetentionSettings = z
  .object({
    /** Chat messages of personal threads and groups, since they were sent. Those in the chat of an alert belong to the alert. */
    messages: daysOf('messages'),
    /** Radio messages with their recordings, since they were said. */
    radio: daysOf('radio'),
    /** Alerts with their chats, since they were resolved. Active alerts are kept. */
    alerts: daysOf('alerts'),
    /** Versions of pages since a newer one replaced them, and drafts since they were decided or discarded. */
    pageHistory: daysOf('pageHistory'),
    /** Entries of the audit log. */
    audit: daysOf('audit'),
    /** The people of registers and roll-calls, since their shelter or roll-call was closed. Their numbers are kept for ever. */
    registers: daysOf('registers'),
  })
  .meta({ id: 'RetentionSettings' })
export type RetentionSettings = z.infer<typeof RetentionSettings>

/** The settings that a page sends. One from before the update knows no registers, whose period then stays. */
const SentSettings = RetentionSettings.partial({ registers: true })

const RetentionPreview = z
  .object({
    kind: z.enum(RETENTION_KINDS),
    /** Items from before this time are removed. */
    before: Timestamp,
    /** Number of items that the next cleaning would remove. */
    count: z.int().nonnegative(),
  })
  .meta({ id: 'RetentionPreview' })
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const retentionRoutes = defineRoutes({
  read: {
    method: 'GET',
    path: '/admin/retention',
    access: 'admin',
    reply: RetentionSettings,
    summary:
      'For how many days the server keeps messages, radio recordings, alerts, page history, the audit log and the people of registers.',
  },
  change: {
    method: 'PUT',
    path: '/admin/retention',
    access: 'admin',
    onFullDisk: 'accepted',
    body: SentSettings.extend({
      /** The settings that the form loaded: the change is refused if others are stored. Absent: they are not compared. */
      loaded: SentSettings.optional(),
    }),
    errors: ['retention.outdated'],
    reply: RetentionSettings,
    summary: 'Change for how many days the server keeps content. A job removes what is older, without a way back.',
  },
  preview: {
    method: 'POST',
    path: '/admin/retention/preview',
    access: 'admin',
    onFullDisk: 'accepted',
    body: SentSettings,
    errors: ['tooManyRequests', 'unavailable'],
    /** The kinds that these settings do not keep for ever. */
    reply: z.object({ items: z.array(RetentionPreview) }),
    summary: 'Count what these settings would remove. It changes nothing. Sixty times an hour are possible.',
  },
})

import { z } from 'zod'
import { ALERT_SEVERITIES, type AlertSeverity } from '../alerts/handling.ts'
import { AreaPoint } from '../area.ts'
import { defineRoutes, EmptyReply, listOf, Timestamp, Uuid } from '../define.ts'
import { LANGUAGES } from '../i18n.ts'
import { nameText } from '../text/name-text.ts'

/** Kinds of official notices. */
export const NOTICE_KINDS = ['earthquake', 'tsunami', 'weather', 'other'] as const
export const NoticeKind = z.enum(NOTICE_KINDS, 'common.wrongType')
export type NoticeKind = z.infer<typeof NoticeKind>

/** Only `actual` is about something that happens; the others look different everywhere. */
export const NOTICE_STATUSES = ['actual', 'exercise', 'test'] as const
export type NoticeStatus = (typeof NOTICE_STATUSES)[number]

/** Max sources of notices, and max rules. */
export const NOTICE_SOURCES_MAX = 10
export const NOTICE_RULES_MAX = 10
/** Max areas of a source or a rule. */
const NOTICE_AREAS_MAX = 50
/** Max notices in the list of users. */
export const NOTICES_LISTED_MAX = 100
/** Max areas on the map that are stored of a notice, and max of all notices in a reply. */
export const NOTICE_SHAPES_MAX = 50
export const NOTICE_SHAPES_LISTED_MAX = 200
/** Max points of the edge of an area on the map. A longer edge keeps its form as far as possible. */
export const NOTICE_SHAPE_POINTS_MAX = 100
/** Minutes after its time in which a rule acts on a notice. */
export const NOTICE_RULE_MINUTES = 30
/** Max UTF-16 units of a file that an administrator adds. */
export const NOTICE_FILE_MAX = 2_000_000
/** Max UTF-16 units of the address of a source. */
const NOTICE_ADDRESS_MAX = 500
const NAME_MAX = 100
const AREA_MAX = 100
const QUESTION_MAX = 100

/** Returns whether a severity is at least another one. null is below all. */
export const isAtLeast = (severity: AlertSeverity | null, min: AlertSeverity): boolean =>
  severity !== null && ALERT_SEVERITIES.indexOf(severity) <= ALERT_SEVERITIES.indexOf(min)

/** A notice of an authority, as it was received. It is never an early warning and sounds no alarm. */
export const OfficialNotice = z
  .object({
    id: Uuid,
    kind: NoticeKind,
    status: z.enum(NOTICE_STATUSES),
    /** null: the notice has none, or it is over. */
    severity: z.enum(ALERT_SEVERITIES).nullable(),
    headline: z.string(),
    description: z.string(),
    /** The language of the texts; null: unknown. */
    language: z.enum(LANGUAGES).nullable(),
    /** The names of its areas, at most 30; those of the source's filter first. */
    areas: z.array(z.string()),
    /** The authority. */
    publisher: z.string(),
    /** The name of the source of this server. */
    sourceName: z.string(),
    sentAt: Timestamp,
    receivedAt: Timestamp,
    expiresAt: Timestamp,
    /** It was cancelled, or what it warned of is over. */
    isCancelled: z.boolean(),
  })
  .meta({ id: 'OfficialNotice' })
export type OfficialNotice = z.infer<typeof OfficialNotice>

/** An area on the map for which a notice is in effect. */
export const NoticeShape = z
  .object({
    noticeId: Uuid,
    /** The text of the notice for this area; null: unknown. */
    severity: z.enum(ALERT_SEVERITIES).nullable(),
    /** The points of its edge; the last one is joined to the first. A circle is an area too. */
    points: z.array(AreaPoint),
  })
  .meta({ id: 'NoticeShape' })
export type NoticeShape = z.infer<typeof NoticeShape>

/** Whether a notice is in effect. */
export const isInEffect = ({ isCancelled, expiresAt }: Pick<OfficialNotice, 'isCancelled' | 'expiresAt'>, now: Date): boolean =>
  !isCancelled && Date.parse(expiresAt) > now.getTime()

/** The feeds of the Japan Meteorological Agency. No request is sent before an administrator adds one as a source. */
export const JMA_FEEDS = {
  earthquakes: 'https://www.data.jma.go.jp/developer/xml/feed/eqvol.xml',
  weather: 'https://www.data.jma.go.jp/developer/xml/feed/extra.xml',
} as const

/** How a source gets notices by itself. Administrators can add files to each source. */
export const NOTICE_CHANNELS = ['file', 'address', 'folder'] as const
export const NoticeChannel = z.enum(NOTICE_CHANNELS, 'common.wrongType')
export type NoticeChannel = z.infer<typeof NoticeChannel>

/** Why the last check of a source failed. */
export const NOTICE_PROBLEMS = ['unreachable', 'notAllowed', 'tooLarge', 'broken', 'unsupported'] as const
export type NoticeProblem = (typeof NOTICE_PROBLEMS)[number]

/** Names or codes of areas. */
const areas = z
  .array(nameText('common.required').min(1, 'common.required').max(AREA_MAX, 'common.tooLong'))
  .max(NOTICE_AREAS_MAX, 'notices.tooManyAreas')

export const NoticeSource = z
  .object({
    id: Uuid,
    name: z.string(),
    channel: NoticeChannel,
    /** null for other channels than `address`. */
    address: z.string().nullable(),
    /** The watched folder below the data folder of the server; null for other channels than `folder`. */
    folder: z.string().nullable(),
    areas: z.array(z.string()),
    createdAt: Timestamp,
    /** Time of the last check of the address or the folder; null: none yet. */
    checkedAt: Timestamp.nullable(),
    problem: z.enum(NOTICE_PROBLEMS).nullable(),
    /** Notices that are stored. */
    noticeCount: z.int(),
  })
  .meta({ id: 'NoticeSource' })
export type NoticeSource = z.infer<typeof NoticeSource>

export const NoticeSourceForm = z.object({
  name: nameText('notices.nameRequired').min(1, 'notices.nameRequired').max(NAME_MAX, 'common.tooLong'),
  channel: NoticeChannel,
  /** Required for the channel `address`. The server decides which addresses it requests. */
  address: z.string('common.wrongType').trim().max(NOTICE_ADDRESS_MAX, 'common.tooLong').default(''),
  /** Notices without one of these areas are not stored; empty: all notices are. */
  areas: areas.default([]),
})

/** Asks all users whether they are safe when a notice matches. */
export const NoticeRule = z
  .object({
    id: Uuid,
    kind: NoticeKind,
    minSeverity: z.enum(ALERT_SEVERITIES),
    areas: z.array(z.string()),
    question: z.string(),
    createdAt: Timestamp,
    /** The user in whose name it asks; null: the account was deleted, and the rule does nothing. */
    createdBy: z.string().nullable(),
    lastActedAt: Timestamp.nullable(),
  })
  .meta({ id: 'NoticeRule' })
export type NoticeRule = z.infer<typeof NoticeRule>

export const NoticeRuleForm = z.object({
  kind: NoticeKind,
  minSeverity: z.enum(ALERT_SEVERITIES, 'common.wrongType'),
  areas: areas.min(1, 'notices.areaRequired'),
  question: nameText('notices.questionRequired').min(1, 'notices.questionRequired').max(QUESTION_MAX, 'common.tooLong'),
})

const IdParams = z.object({ id: Uuid })

export const noticeRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/notices',
    access: 'member',
    reply: listOf(OfficialNotice),
    summary: 'Official notices of the last days, newest first, without those that a later one replaced.',
  },
  shapes: {
    method: 'GET',
    path: '/notices/shapes',
    access: 'member',
    reply: z.object({
      items: z.array(NoticeShape),
      /** false: the notices in effect have further areas on the map. */
      isComplete: z.boolean(),
    }),
    summary: 'Areas on the map of the official notices in effect, those of real notices first.',
  },
})

export const noticeSourceRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/admin/notice-sources',
    access: 'admin',
    reply: listOf(NoticeSource),
    summary: 'Sources of official notices, ordered by name.',
  },
  create: {
    method: 'POST',
    path: '/admin/notice-sources',
    access: 'admin',
    body: NoticeSourceForm,
    errors: ['noticeSource.tooMany', 'noticeSource.notAllowed'],
    status: 201,
    reply: NoticeSource,
    summary: 'Add a source of official notices. An address is checked each minute from now on.',
  },
  addFile: {
    method: 'POST',
    path: '/admin/notice-sources/:id/files',
    access: 'admin',
    params: IdParams,
    body: z.object({
      content: z.string('common.wrongType').min(1, 'common.required').max(NOTICE_FILE_MAX, 'notices.fileTooLarge'),
    }),
    errors: ['noticeSource.notFound', 'noticeSource.fileBroken', 'noticeSource.fileUnsupported'],
    reply: z.object({
      /** false: it is stored already, or has no area of the source. */
      isStored: z.boolean(),
    }),
    summary: 'Add a notice from a file in the format CAP or JMA XML.',
  },
  remove: {
    method: 'DELETE',
    path: '/admin/notice-sources/:id',
    access: 'admin',
    params: IdParams,
    errors: ['noticeSource.notFound'],
    reply: EmptyReply,
    summary: 'Remove a source with its notices. Nothing is requested for it any more.',
  },
})

export const noticeRuleRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/admin/notice-rules',
    access: 'admin',
    reply: listOf(NoticeRule),
    summary: 'Rules that open roll-calls, the oldest first.',
  },
  create: {
    method: 'POST',
    path: '/admin/notice-rules',
    access: 'admin',
    body: NoticeRuleForm,
    errors: ['noticeRule.tooMany'],
    status: 201,
    reply: NoticeRule,
    summary: 'Add a rule. It acts on notices from now on, in the name of the user who adds it.',
  },
  remove: {
    method: 'DELETE',
    path: '/admin/notice-rules/:id',
    access: 'admin',
    params: IdParams,
    errors: ['noticeRule.notFound'],
    reply: EmptyReply,
    summary: 'Remove a rule.',
  },
})

import { z } from 'zod'
import { Person, PersonPosition } from '../accounts/accounts.http.ts'
import { cutText, defineRoutes, Instant, listOf, storable, Uuid, Version } from '../define.ts'
import { Media } from '../files.ts'
import { ALERT_TEXT_MAX, CAPTION_MAX, MESSAGE_MAX, PAGE_SIZE } from '../limits.ts'
import { AccuracyText, LatitudeText, LongitudeText } from '../location.ts'
import { Message } from '../messaging/messaging.http.ts'

/** A photo, video or recording that tells more of an alert. */
export const AlertMedia = Media.extend({ caption: z.string(), updatedAt: Instant })
export type AlertMedia = z.infer<typeof AlertMedia>

/** How many people an alert reached and what they answered; a person counts once, by device or not. */
export const AlertCounts = z.object({
  /** People it goes to. */
  recipients: z.int(),
  delivered: z.int(),
  seen: z.int(),
  responding: z.int(),
  cannotHelp: z.int(),
})
export type AlertCounts = z.infer<typeof AlertCounts>

/** An alert as every reader sees it (specification, section 3). */
export const Alert = z
  .object({
    id: Uuid,
    createdAt: Instant,
    updatedAt: Instant,
    version: Version,
    /** null: the raiser is anonymous. */
    raisedBy: Person.nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** Metres. */
    accuracy: z.number().nullable(),
    textContent: z.string(),
    resolvedBy: Person.nullable(),
    resolvedAt: Instant.nullable(),
    alertMedias: z.array(AlertMedia),
    alertMessageThread: z.object({ MessageThreadId: Uuid }),
    counts: AlertCounts,
  })
  .meta({ id: 'Alert' })
export type Alert = z.infer<typeof Alert>

export const AlertAnswer = z.enum(['responding', 'cannotHelp'])
export type AlertAnswer = z.infer<typeof AlertAnswer>

/** What the alert is to this viewer: apart from the alert, so that one packet serves everyone. */
export const AlertViewer = z.object({
  inAudience: z.boolean(),
  isRaiser: z.boolean(),
  /** Opened by the alert's token, without a session. */
  holdsToken: z.boolean(),
  seenAt: Instant.nullable(),
  answer: AlertAnswer.nullable(),
})
export type AlertViewer = z.infer<typeof AlertViewer>

export const AlertForViewer = Alert.extend({ viewer: AlertViewer }).meta({ id: 'AlertForViewer' })
export type AlertForViewer = z.infer<typeof AlertForViewer>

/** One person's line in the ledger. */
export const LedgerEntry = z.object({
  user: Person,
  deliveredAt: Instant.nullable(),
  seenAt: Instant.nullable(),
  answer: AlertAnswer.nullable(),
  answeredAt: Instant.nullable(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

export const AlertStatus = z.enum(['all', 'active', 'resolved'])
export type AlertStatus = z.infer<typeof AlertStatus>

const AlertPosition = z.object({
  kind: z.literal('alert'),
  id: Uuid,
  /** The raiser's name; null: anonymous. */
  name: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  accuracy: z.number().nullable(),
  at: Instant,
  MessageThreadId: Uuid,
})

const ById = z.object({ id: Uuid })

/**
 * An SOS is never refused: whatever cannot be read of it becomes null or empty, and the SOS is raised without it.
 * `RaisedBy` of the specification is taken and ignored: the session alone says who raises.
 */
export const RaiseBody = z
  .object({
    latitude: LatitudeText,
    longitude: LongitudeText,
    accuracy: AccuracyText,
    textContent: z
      .string()
      .transform((text) => cutText(storable(text).trim(), ALERT_TEXT_MAX))
      .catch(''),
    /** Made once by the device for each SOS: repeating it answers the same alert and takes the newer location. */
    clientId: Uuid.nullable().catch(null),
  })
  .catch({ latitude: null, longitude: null, accuracy: null, textContent: '', clientId: null })

/** Words of a form: browsers end its lines by two signs. */
const FormText = z.string().overwrite((text) => text.replaceAll('\r\n', '\n').trim())

/** The text fields of the two upload routes; files come as `files` or `messageMedia`. */
const UploadForm = z.object({
  alertId: Uuid,
  textContent: FormText.max(ALERT_TEXT_MAX, 'common.tooLong').default(''),
  caption: FormText.max(CAPTION_MAX, 'common.tooLong').default(''),
  latitude: LatitudeText,
  longitude: LongitudeText,
  clientId: Uuid.optional(),
})

export const alertRoutes = defineRoutes({
  raise: {
    method: 'POST',
    path: '/alerts',
    access: 'public',
    body: RaiseBody,
    status: 201,
    reply: z.object({
      id: Uuid,
      createdAt: Instant,
      alertMessageThread: z.object({ MessageThreadId: Uuid }),
      /** Opens the alert for the anonymous device that raised it; send it as `X-Alert-Token`. */
      alertToken: z.string().optional(),
      /** This SOS joined an alert that was already there (status 200). */
      isExisting: z.boolean(),
      recipientCount: z.int(),
    }),
    summary: 'Raise an SOS, signed in or not. Never refused, never limited.',
  },
  list: {
    method: 'GET',
    path: '/alerts',
    access: 'member',
    query: z.object({ status: AlertStatus.default('all'), cursor: Uuid.optional() }),
    reply: listOf(AlertForViewer),
    summary: 'The alerts of one’s audience and one’s own, newest first.',
  },
  locations: {
    method: 'GET',
    path: '/alerts/locations',
    access: 'member',
    reply: z.object({ items: z.array(z.discriminatedUnion('kind', [AlertPosition, PersonPosition])) }),
    summary: 'Active alerts and people with a position, for the home map.',
  },
  get: {
    method: 'GET',
    path: '/alerts/:id',
    access: 'token',
    params: ById,
    reply: AlertForViewer,
    summary: 'One alert.',
  },
  upload: {
    method: 'POST',
    path: '/alerts/upload',
    access: 'token',
    form: UploadForm,
    reply: AlertForViewer,
    summary: 'Add words, photos, videos or recordings to an alert.',
  },
  uploadMedia: {
    method: 'PUT',
    path: '/alerts/upload',
    access: 'token',
    form: UploadForm,
    reply: AlertForViewer,
    summary: 'The same, under the method that media updates use (specification, section 7).',
  },
  resolve: {
    method: 'PUT',
    path: '/alerts/markAsResolved',
    access: 'member',
    body: z.object({ AlertId: Uuid, latitude: LatitudeText, longitude: LongitudeText }),
    reply: AlertForViewer,
    summary: 'Say that the emergency is over.',
  },
  reopen: {
    method: 'PUT',
    path: '/alerts/:id/reopen',
    access: 'member',
    params: ById,
    reply: AlertForViewer,
    summary: 'Take a resolution back; the raiser or an administrator, within 24 hours.',
  },
  answer: {
    method: 'PUT',
    path: '/alerts/:id/answer',
    access: 'member',
    params: ById,
    body: z.object({ answer: z.enum(['seen', 'responding', 'cannotHelp'], 'common.wrongType') }),
    reply: AlertForViewer,
    summary: 'Seen, responding or cannot help; an answer may change until the alert is resolved.',
  },
  ledger: {
    method: 'GET',
    path: '/alerts/:id/ledger',
    access: 'member',
    params: ById,
    reply: z.object({ counts: AlertCounts, items: z.array(LedgerEntry) }),
    summary: 'Who got, saw and answered an alert; those who answered first.',
  },
  messages: {
    method: 'GET',
    path: '/alerts/:id/messages',
    access: 'token',
    params: ById,
    query: z.object({
      before: z.coerce.number('common.wrongType').int('common.wrongType').positive('common.wrongType').optional(),
      limit: z.coerce
        .number('common.wrongType')
        .int('common.wrongType')
        .min(1, 'common.wrongType')
        .max(100, 'common.wrongType')
        .default(PAGE_SIZE),
    }),
    reply: listOf(Message),
    summary: 'The alert’s chat, oldest first; `nextCursor` is the `before` of the page above.',
  },
  sendMessage: {
    method: 'POST',
    path: '/alerts/message',
    access: 'member',
    body: z.object({
      alertId: Uuid,
      text: z.string('alerts.message.empty').trim().min(1, 'alerts.message.empty').max(MESSAGE_MAX, 'alerts.message.tooLong'),
      messageAt: Instant.optional().catch(undefined),
      clientId: Uuid.optional(),
      latitude: LatitudeText,
      longitude: LongitudeText,
    }),
    status: 201,
    reply: Message,
    summary: 'Write to everyone whom the alert reached.',
  },
  memberLocations: {
    method: 'GET',
    path: '/alerts/:id/members/location',
    access: 'member',
    params: ById,
    reply: z.object({ items: z.array(PersonPosition) }),
    summary: 'People of the alert’s audience who share their position.',
  },
  groupMembers: {
    method: 'GET',
    path: '/alert-group/user/members',
    access: 'member',
    query: z.object({ cursor: Uuid.optional() }),
    reply: listOf(Person),
    summary: 'The people of one’s own alert groups, by name.',
  },
})

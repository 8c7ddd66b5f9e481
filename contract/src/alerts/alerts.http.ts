import { z } from 'zod'
import { Person, PersonPosition } from '../accounts/accounts.http.ts'
import { defineRoutes, Timestamp, listOf, Uuid, Version } from '../define.ts'
import { Media } from '../files.ts'
import { ANSWER_AGE_MAX_MS } from '../limits.ts'
import { LatitudeText, LongitudeText } from '../location.ts'
import { bodyText } from '../text/body-text.ts'
import { AlertCounts } from './alert-counts.ts'
import { RaiseBody, UploadForm } from './alert-forms.ts'
import { AlertOrigin } from './alert-origin.ts'
import { AlertPosition } from './alert-position.ts'
import { RaisedFor } from './raised-for.ts'
import { AlertHandling, CLOSE_NOTE_MAX, CloseReason, ResponderProgress } from './handling.ts'
import { Message, MessagePageQuery, MessageText, SentFields } from '../messaging/messaging.http.ts'

/** A photo, video or recording of an alert. */
export const AlertMedia = Media.extend({ caption: z.string(), updatedAt: Timestamp })
export type AlertMedia = z.infer<typeof AlertMedia>

/** An alert, the same for all readers (specification, section 3). */
export const Alert = z
  .object({
    id: Uuid,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: Version,
    /** null: the raiser is anonymous. */
    raisedBy: Person.nullable(),
    /** Absent: the raiser needs help. The location is then that of the other person, not that of the raiser. */
    raisedFor: RaisedFor.optional(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /**
     * Metres, at `createdAt` or when the location was replaced. A device that sends an older location increases it by
     * age (decisions/0004).
     */
    accuracy: z.number().nullable(),
    textContent: z.string(),
    resolvedBy: Person.nullable(),
    resolvedAt: Timestamp.nullable(),
    alertMedias: z.array(AlertMedia),
    alertMessageThread: z.object({ MessageThreadId: Uuid }),
    counts: AlertCounts,
    /** Incremented with each change of `counts`, independently of `version`. */
    countsVersion: Version,
    /**
     * It reaches administrators only, since its source was muted or it was dismissed (decisions/0116). Absent
     * otherwise.
     */
    isMuted: z.literal(true).optional(),
    /** Whether the alert is a drill. The raiser of a drill is in its audience (decisions/0140). Absent for an SOS. */
    isDrill: z.literal(true).optional(),
    /** Where it came from. Absent: it was raised at this unit. */
    origin: AlertOrigin.optional(),
  })
  .meta({ id: 'Alert' })
export type Alert = z.infer<typeof Alert>

export const AlertAnswer = z.enum(['responding', 'cannotHelp'])
export type AlertAnswer = z.infer<typeof AlertAnswer>

/** The viewer's relation to the alert. It is separate from the alert, so that one event suits all readers (decisions/0052). */
const AlertViewer = z.object({
  inAudience: z.boolean(),
  isRaiser: z.boolean(),
  /** The alert was opened with its token, without a session. */
  holdsToken: z.boolean(),
  seenAt: Timestamp.nullable(),
  answer: AlertAnswer.nullable(),
  /** How far the viewer is, who responds. Absent: nothing was reported. */
  progress: ResponderProgress.optional(),
  /** The anonymous raiser sees the name of the viewer, who responds. Absent: not. */
  isShownToRaiser: z.literal(true).optional(),
  /** Incremented with each change of the four fields before; 0 without them. */
  version: Version,
  /** The ids of the voice notes in `alertMedias` that the viewer recorded and may correct; absent without one. */
  ownVoiceNotes: z.array(Uuid).optional(),
})

/** An alert with what belongs to the caller alone: rights, answer and voice notes. Its handling has a version of its own. */
export const AlertForViewer = Alert.extend({
  viewer: AlertViewer,
  /** Absent: no decision yet, or the caller has only the token of the alert. */
  handling: AlertHandling.optional(),
}).meta({ id: 'AlertForViewer' })
export type AlertForViewer = z.infer<typeof AlertForViewer>

/** One user's row in the ledger of an alert. */
export const LedgerEntry = z.object({
  user: Person,
  /** The unit of a user of another one. Absent: this one. */
  unitName: z.string().optional(),
  deliveredAt: Timestamp.nullable(),
  seenAt: Timestamp.nullable(),
  answer: AlertAnswer.nullable(),
  answeredAt: Timestamp.nullable(),
  /** How far a user who responds is. Absent: nothing was reported. */
  progress: ResponderProgress.optional(),
  progressAt: Timestamp.optional(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

export const AlertStatus = z.enum(['all', 'active', 'resolved'])
export type AlertStatus = z.infer<typeof AlertStatus>

const IdParams = z.object({ id: Uuid })

/** Adds information to an alert. The specification has two methods for it. */
const upload = {
  access: 'token',
  budget: 'emergency',
  onFullDisk: 'accepted',
  allowsRestricted: true,
  form: UploadForm,
  errors: [
    'forbidden',
    'conflict',
    'file.missing',
    'file.anonymousFull',
    'tooManyRequests',
    'alert.notFound',
    'alert.alreadyResolved',
    'alert.tooManyFiles',
  ],
  reply: AlertForViewer,
} as const

export const alertRoutes = defineRoutes({
  raise: {
    method: 'POST',
    path: '/alerts',
    access: 'public',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    body: RaiseBody,
    status: 201,
    isRepeatable: true,
    reply: z.object({
      id: Uuid,
      createdAt: Timestamp,
      alertMessageThread: z.object({ MessageThreadId: Uuid }),
      /** Gives the anonymous device that raised the alert access to it. Sent as `X-Alert-Token`. */
      alertToken: z.string().optional(),
      /** Whether this SOS joined an existing alert (status 200). */
      isExisting: z.boolean(),
      /** The SOS is a repetition of one that was resolved and removed long ago: no one is alarmed. Absent otherwise. */
      isRemoved: z.literal(true).optional(),
      recipientCount: z.int(),
    }),
    summary: 'Raise an SOS, with or without a session. It is never refused and has no rate limit.',
  },
  list: {
    method: 'GET',
    path: '/alerts',
    access: 'member',
    allowsRestricted: true,
    query: z.object({ status: AlertStatus.default('all'), cursor: Uuid.optional() }),
    reply: listOf(AlertForViewer),
    summary: 'Alerts that the user received or raised, newest first.',
  },
  locations: {
    method: 'GET',
    path: '/alerts/locations',
    access: 'member',
    allowsRestricted: true,
    reply: z.object({ items: z.array(z.discriminatedUnion('kind', [AlertPosition, PersonPosition])) }),
    summary: 'Locations of active alerts and of users, for the maps.',
  },
  get: {
    method: 'GET',
    path: '/alerts/:id',
    access: 'token',
    allowsRestricted: true,
    params: IdParams,
    errors: ['alert.notFound'],
    reply: AlertForViewer,
    summary: 'One alert.',
  },
  upload: {
    method: 'POST',
    path: '/alerts/upload',
    ...upload,
    summary: 'Add text, photos, videos or recordings to an alert.',
  },
  uploadMedia: {
    method: 'PUT',
    path: '/alerts/upload',
    ...upload,
    summary: 'The same with PUT, for media updates (specification, section 7).',
  },
  resolve: {
    method: 'PUT',
    path: '/alerts/markAsResolved',
    access: 'member',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    body: z.object({
      AlertId: Uuid,
      latitude: LatitudeText,
      longitude: LongitudeText,
      reason: CloseReason.optional(),
      note: bodyText().max(CLOSE_NOTE_MAX, 'common.tooLong').optional(),
    }),
    errors: ['forbidden', 'alert.notFound', 'alert.alreadyResolved'],
    reply: AlertForViewer,
    summary: 'Resolve an alert, with the reason for which it is closed.',
  },
  reopen: {
    method: 'PUT',
    path: '/alerts/:id/reopen',
    access: 'member',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    params: IdParams,
    errors: ['forbidden', 'alert.notFound', 'alert.notResolved', 'alert.tooLateToReopen'],
    reply: AlertForViewer,
    summary: 'Reopen a resolved alert within 24 hours: for the raiser and administrators.',
  },
  answer: {
    method: 'PUT',
    path: '/alerts/:id/answer',
    access: 'member',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    params: IdParams,
    body: z.object({
      answer: z.enum(['seen', 'responding', 'cannotHelp'], 'common.wrongType'),
      /**
       * Milliseconds since the user gave an answer that could not be sent. A later answer from another device is kept.
       */
      ageMs: z.int('common.wrongType').nonnegative('common.wrongType').max(ANSWER_AGE_MAX_MS, 'common.wrongType').optional(),
      /** How far the user is who answers `responding`. Absent: no change. */
      progress: ResponderProgress.optional(),
      /** Whether an anonymous raiser may see the name and the shared location of the user who responds. Absent: no change. */
      isShownToRaiser: z.boolean('common.wrongType').optional(),
    }),
    errors: ['tooManyRequests', 'forbidden', 'alert.notFound', 'alert.alreadyResolved'],
    reply: AlertForViewer,
    summary: 'Answer with seen, responding or cannot help. The answer may change until the alert is resolved.',
  },
  ledger: {
    method: 'GET',
    path: '/alerts/:id/ledger',
    access: 'member',
    allowsRestricted: true,
    params: IdParams,
    errors: ['alert.notFound'],
    /** `notReached`: active users of the audience without a delivery. Each list has at most 1000 entries. */
    reply: z.object({ counts: AlertCounts, countsVersion: Version, items: z.array(LedgerEntry), notReached: z.array(Person) }),
    summary: 'Recipients of an alert with the times of delivery, seeing and answer, and those whom it did not reach.',
  },
  messages: {
    method: 'GET',
    path: '/alerts/:id/messages',
    access: 'token',
    allowsRestricted: true,
    params: IdParams,
    query: MessagePageQuery,
    errors: ['alert.notFound'],
    /** `nextCursor` has the meaning of `nextCursor` in `GET /message-threads/{id}/messages`. */
    reply: listOf(Message),
    summary: 'The chat of an alert, oldest first.',
  },
  sendMessage: {
    method: 'POST',
    path: '/alerts/message',
    access: 'member',
    budget: 'emergency',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    body: z.object({
      alertId: Uuid,
      text: MessageText.min(1, 'messages.empty'),
      ...SentFields,
    }),
    errors: ['conflict', 'tooManyRequests', 'alert.notFound', 'message.notFound'],
    status: 201,
    reply: Message,
    summary: 'Send a message to the chat of an alert.',
  },
  memberLocations: {
    method: 'GET',
    path: '/alerts/:id/members/location',
    access: 'member',
    allowsRestricted: true,
    params: IdParams,
    errors: ['alert.notFound'],
    reply: z.object({ items: z.array(PersonPosition) }),
    summary: 'Locations that users of the alert’s audience share.',
  },
  groupMembers: {
    method: 'GET',
    path: '/alert-group/user/members',
    access: 'member',
    allowsRestricted: true,
    query: z.object({ cursor: Uuid.optional() }),
    reply: listOf(Person),
    summary: 'Members of the user’s own alert groups, ordered by name.',
  },
})

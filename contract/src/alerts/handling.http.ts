import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Timestamp, Uuid } from '../define.ts'
import { bodyText } from '../text/body-text.ts'
import { AlertForViewer } from './alerts.http.ts'
import { ALERT_NOTE_MAX, AlertKind, AlertSeverity, ReportedStage, ResponderProgress } from './handling.ts'

/** A private note about an alert. */
export const AlertNote = z.object({ id: Uuid, author: Person, text: z.string(), createdAt: Timestamp }).meta({ id: 'AlertNote' })
export type AlertNote = z.infer<typeof AlertNote>

/** A user who responds to an alert. */
export const Responder = z.object({
  /** null: the caller is an anonymous raiser who does not read the ledger, and the user does not show themself. */
  user: Person.nullable(),
  answeredAt: Timestamp.nullable(),
  /** Absent: nothing was reported. */
  progress: ResponderProgress.optional(),
  /**
   * Metres from the alert; null: one of both locations is unknown. For an anonymous raiser, those of a user without a name are
   * rounded to 500, from a grid of 500 m.
   */
  distance: z.number().nullable(),
  /** When the location was shared, from which the distance was measured. */
  locatedAt: Timestamp.nullable(),
  /** The shared location; null: unknown, or not for this caller. */
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
})
export type Responder = z.infer<typeof Responder>

/** When the raiser of an active alert was last heard of, as far as the caller may see it. */
export const RaiserContact = z
  .object({
    alertId: Uuid,
    /** When the raiser last had the app on the screen, to about a minute; null: unknown. */
    seenAt: Timestamp.nullable(),
    /** The app is on the screen of one of their devices now. */
    isOnline: z.boolean(),
    /** The time of the last location that the raiser shares; null: unknown. */
    locatedAt: Timestamp.nullable(),
  })
  .meta({ id: 'RaiserContact' })
export type RaiserContact = z.infer<typeof RaiserContact>

/** A change of the decisions about an alert. Fields that are absent do not change. */
export const HandlingChange = z.object({
  reportedStage: ReportedStage.nullable().optional(),
  /** null: no one. */
  assignee: z
    .union([z.object({ userId: Uuid }), z.object({ groupId: Uuid })], 'common.wrongType')
    .nullable()
    .optional(),
  /** null: undo the mark. */
  duplicateOf: Uuid.nullable().optional(),
})
export type HandlingChange = z.output<typeof HandlingChange>

const IdParams = z.object({ id: Uuid })

export const alertHandlingRoutes = defineRoutes({
  classify: {
    method: 'PUT',
    path: '/alerts/:id/kind',
    access: 'token',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    params: IdParams,
    body: z.object({ kind: AlertKind.nullable().optional(), severity: AlertSeverity.nullable().optional() }),
    errors: ['tooManyRequests', 'forbidden', 'alert.notFound'],
    reply: AlertForViewer,
    summary: 'Set the kind and the severity of an alert: for its raiser and its readers.',
  },
  change: {
    method: 'PUT',
    path: '/alerts/:id/handling',
    access: 'member',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    params: IdParams,
    body: HandlingChange,
    errors: [
      'tooManyRequests',
      'forbidden',
      'alert.notFound',
      'alert.alreadyResolved',
      'alert.assigneeNotFound',
      'alert.ownDuplicate',
      'alert.duplicateChain',
    ],
    reply: AlertForViewer,
    summary: 'Report the state of an alert, assign it, or mark it as a duplicate of another one.',
  },
  assignees: {
    method: 'GET',
    path: '/alerts/:id/assignees',
    access: 'member',
    allowsRestricted: true,
    params: IdParams,
    query: z.object({ name: z.string().max(100, 'common.tooLong').default('') }),
    errors: ['tooManyRequests', 'forbidden', 'alert.notFound'],
    reply: z.object({ people: z.array(Person), groups: z.array(z.object({ id: Uuid, name: z.string() })) }),
    summary: 'Users and alert groups to whom an alert can be assigned: users who respond first, at most 50 of each.',
  },
  responders: {
    method: 'GET',
    path: '/alerts/:id/responders',
    access: 'token',
    allowsRestricted: true,
    params: IdParams,
    errors: ['alert.notFound'],
    reply: z.object({ items: z.array(Responder) }),
    summary: 'Users who respond to an alert, at most 50, with the locations that they share with the caller or for this alert.',
  },
  raiserContacts: {
    method: 'GET',
    path: '/alerts/raiser-contacts',
    access: 'member',
    allowsRestricted: true,
    errors: ['tooManyRequests'],
    reply: z.object({ items: z.array(RaiserContact) }),
    summary:
      'When the raisers of the active alerts that reach the user were last heard of: at most 1000, newest alert first. The last contact is known only between users who both share when they were last here and do not block each other, the location only if the raiser shares it.',
  },
  notes: {
    method: 'GET',
    path: '/alerts/:id/notes',
    access: 'member',
    allowsRestricted: true,
    params: IdParams,
    errors: ['forbidden', 'alert.notFound'],
    reply: z.object({ items: z.array(AlertNote) }),
    summary: 'Private notes about an alert, oldest first: for its assigned users and administrators.',
  },
  addNote: {
    method: 'POST',
    path: '/alerts/:id/notes',
    access: 'member',
    budget: 'emergency',
    onFullDisk: 'accepted',
    allowsRestricted: true,
    params: IdParams,
    body: z.object({
      text: bodyText().min(1, 'messages.empty').max(ALERT_NOTE_MAX, 'common.tooLong'),
      /** Chosen by the client, so that a repeated request adds one note. */
      clientId: Uuid,
    }),
    errors: ['conflict', 'tooManyRequests', 'forbidden', 'alert.notFound', 'alert.tooManyNotes'],
    status: 201,
    isRepeatable: true,
    reply: AlertNote,
    summary: 'Add a private note about an alert. A repeated clientId adds nothing.',
  },
})

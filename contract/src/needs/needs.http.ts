import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, listOf, RemovalReply, Timestamp, Uuid, Version } from '../define.ts'
import { bodyText } from '../text/body-text.ts'
import { graphemesOf } from '../text/graphemes.ts'
import { nameText } from '../text/name-text.ts'

/** Max entries of one user that are neither done nor deleted. Administrators have no limit of their own. */
export const NEEDS_OF_USER_MAX = 30
/** Max entries that a user adds in 24 hours. Administrators have no limit of their own. */
export const NEEDS_A_DAY_MAX = 100
/** Max entries of the board, without expired ones and with those that were done in the last 24 hours. */
export const NEEDS_MAX = 2000
/** Hours after which an entry leaves the board, unless its owner says that it still holds. */
export const NEED_HOURS = 48
/** Days after which an entry that ended is deleted. */
export const NEED_KEPT_DAYS = 30
/** Max characters of the title, as a reader counts them. */
export const NEED_TITLE_MAX = 80
/** Max UTF-16 units of the title: a character may have several. */
const NEED_TITLE_UNITS_MAX = 8 * NEED_TITLE_MAX
/** Max UTF-16 units of the amount and of the whereabouts. */
export const NEED_SHORT_MAX = 100
/** Max UTF-16 units of the note. */
export const NEED_NOTE_MAX = 500

/** Something is wanted, or can be given. */
export const NEED_KINDS = ['need', 'offer'] as const
export const NeedKind = z.enum(NEED_KINDS, 'common.wrongType')
export type NeedKind = z.infer<typeof NeedKind>

/** The subject of an entry. */
export const NEED_SUBJECTS = ['things', 'help', 'transport'] as const
export const NeedSubject = z.enum(NEED_SUBJECTS, 'common.wrongType')
export type NeedSubject = z.infer<typeof NeedSubject>

/** An entry of the needs board. */
export const Need = z
  .object({
    id: Uuid,
    kind: NeedKind,
    subject: NeedSubject,
    title: z.string(),
    /** Such as "20 boxes"; '' without an amount. */
    amount: z.string(),
    note: z.string(),
    isUrgent: z.boolean(),
    /** The place of the list; null: none, or one that was deleted. */
    place: z.object({ id: Uuid, name: z.string() }).nullable(),
    /** Where it is, in words; ''. */
    whereabouts: z.string(),
    owner: Person,
    /** The user who takes care of it; null: no one yet. */
    claimedBy: Person.nullable(),
    claimedAt: Timestamp.nullable(),
    doneAt: Timestamp.nullable(),
    /** From then on only its owner and administrators see it, who are asked whether it still holds. */
    expiresAt: Timestamp,
    version: Version,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Need' })
export type Need = z.infer<typeof Need>

const shortText = () => nameText('common.wrongType').max(NEED_SHORT_MAX, 'common.tooLong')

const fields = {
  kind: NeedKind,
  subject: NeedSubject,
  title: nameText('needs.titleRequired')
    .min(1, 'needs.titleRequired')
    .max(NEED_TITLE_UNITS_MAX, { error: 'needs.titleTooLong', abort: true })
    .refine((title) => graphemesOf(title).length <= NEED_TITLE_MAX, 'needs.titleTooLong'),
  amount: shortText(),
  note: bodyText().max(NEED_NOTE_MAX, 'common.tooLong'),
  isUrgent: z.boolean('common.wrongType'),
  placeId: Uuid.nullable(),
  whereabouts: shortText(),
}

/** The form of an entry. */
export const NeedForm = z.object({
  ...fields,
  amount: fields.amount.default(''),
  note: fields.note.default(''),
  isUrgent: fields.isUrgent.default(false),
  placeId: fields.placeId.default(null),
  whereabouts: fields.whereabouts.default(''),
})
export type NeedForm = z.output<typeof NeedForm>

/** A change of the fields that are present. */
export const NeedChange = z.object(fields).partial()
export type NeedChange = z.output<typeof NeedChange>

const IdParams = z.object({ id: Uuid })

export const needRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/needs',
    access: 'member',
    reply: listOf(Need),
    summary: 'The needs board: entries that have not expired or ended more than a day ago, and expired ones of the caller.',
  },
  create: {
    method: 'POST',
    path: '/needs',
    access: 'member',
    budget: 'everyday',
    body: NeedForm.extend({
      /** Chosen by the client, so that a repeated request adds one entry. */
      clientId: Uuid.optional(),
    }),
    errors: ['need.tooMany', 'need.tooManyToday', 'need.full', 'place.notFound', 'need.notFound', 'conflict', 'tooManyRequests'],
    status: 201,
    isRepeatable: true,
    reply: Need,
    summary: 'Add an entry. A repeated clientId returns the same entry.',
  },
  update: {
    method: 'PATCH',
    path: '/needs/:id',
    access: 'member',
    budget: 'everyday',
    params: IdParams,
    body: NeedChange,
    errors: ['need.notFound', 'need.done', 'place.notFound', 'forbidden', 'tooManyRequests'],
    reply: Need,
    summary: 'Change fields of an entry, as its owner or an administrator.',
  },
  claim: {
    method: 'POST',
    path: '/needs/:id/claim',
    access: 'member',
    params: IdParams,
    errors: ['need.notFound', 'need.done', 'need.claimed', 'need.own', 'tooManyRequests'],
    reply: Need,
    summary: 'Take care of an entry of another user, so that no second user does it. A repetition changes nothing.',
  },
  release: {
    method: 'DELETE',
    path: '/needs/:id/claim',
    access: 'member',
    params: IdParams,
    errors: ['need.notFound', 'need.done', 'forbidden', 'tooManyRequests'],
    reply: Need,
    summary: 'Give it back, as the user who takes care of it, its owner or an administrator.',
  },
  finish: {
    method: 'POST',
    path: '/needs/:id/done',
    access: 'member',
    params: IdParams,
    errors: ['need.notFound', 'forbidden', 'tooManyRequests'],
    reply: Need,
    summary: 'It is done, as its owner, the user who takes care of it or an administrator.',
  },
  prolong: {
    method: 'POST',
    path: '/needs/:id/prolong',
    access: 'member',
    params: IdParams,
    errors: ['need.notFound', 'need.done', 'forbidden', 'tooManyRequests'],
    reply: Need,
    summary: 'It still holds: it stays on the board for 48 hours from now.',
  },
  remove: {
    method: 'DELETE',
    path: '/needs/:id',
    access: 'member',
    params: IdParams,
    errors: ['need.notFound', 'forbidden', 'tooManyRequests'],
    reply: RemovalReply,
    summary: 'Delete an entry, as its owner or an administrator.',
  },
})

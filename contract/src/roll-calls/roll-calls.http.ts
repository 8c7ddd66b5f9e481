import { z } from 'zod'
import { Area } from '../area.ts'
import { defineRoutes, listOf, Uuid } from '../define.ts'
import { ANSWER_AGE_MAX_MS } from '../limits.ts'
import { ownLink } from '../own-link.ts'
import {
  AskedPerson,
  EndText,
  GroupCounts,
  LINKS_AT_ONCE_MAX,
  NewAnswer,
  PeopleFilter,
  PlaceCounts,
  RollCall,
  RollCallAnswer,
  RollCallForm,
  RollCallForViewer,
} from './roll-calls.ts'

const IdParams = z.object({ id: Uuid })
const PersonParams = z.object({ id: Uuid, personId: Uuid })
/** The secret of a link: 32 bytes in base64url. */
const LinkSecret = z.string('rollCalls.linkInvalid').regex(/^[\w-]{43}$/, 'rollCalls.linkInvalid')

/** Milliseconds since the person answered on a device that could not send. A later answer of the person is kept. */
const ageMs = z.int('common.wrongType').min(0, 'common.wrongType').max(ANSWER_AGE_MAX_MS, 'common.wrongType').optional()

export const rollCallRoutes = defineRoutes({
  ask: {
    method: 'POST',
    path: '/roll-calls',
    access: 'member',
    budget: 'emergency',
    body: RollCallForm.extend({
      /** The device creates one id for each roll-call. A repeated id returns the same one. */
      clientId: Uuid,
      /** false: an open roll-call of the same people takes the place of this one. */
      isSeparate: z.boolean('common.wrongType').default(false),
    }),
    errors: [
      'forbidden',
      'thread.notFound',
      'alert.notFound',
      'alert.alreadyResolved',
      'rollCall.tooMany',
      'rollCall.noPeople',
      'tooManyRequests',
      'conflict',
    ],
    status: 201,
    isRepeatable: true,
    reply: RollCallForViewer.extend({
      /** It was open before, or the request is a repetition: the status is 200. */
      isExisting: z.boolean(),
    }),
    summary: 'Ask people whether they are safe. An open roll-call of the same people is returned with the status 200.',
  },
  areaPreview: {
    method: 'POST',
    path: '/roll-calls/area-preview',
    access: 'admin',
    body: z.object({ area: Area }),
    errors: ['tooManyRequests'],
    reply: z.object({
      /** People whose shared location is inside; null: fewer than AREA_COUNT_MIN. */
      inside: z.int().nullable(),
      /** People without a location that the viewer may see; null: fewer than AREA_COUNT_MIN. */
      unlocated: z.int().nullable(),
    }),
    summary: 'How many people a roll-call of an area would ask. Low numbers are not told.',
  },
  list: {
    method: 'GET',
    path: '/roll-calls',
    access: 'member',
    allowsRestricted: true,
    query: z.object({ status: z.enum(['open', 'all']).default('all'), cursor: Uuid.optional() }),
    reply: listOf(RollCallForViewer),
    summary: 'Roll-calls that ask the user, that the user asked, and all of them for administrators, newest first.',
  },
  get: {
    method: 'GET',
    path: '/roll-calls/:id',
    access: 'member',
    allowsRestricted: true,
    params: IdParams,
    errors: ['rollCall.notFound'],
    reply: RollCallForViewer,
    summary: 'One roll-call.',
  },
  markSeen: {
    method: 'PUT',
    path: '/roll-calls/:id/seen',
    access: 'member',
    allowsRestricted: true,
    onFullDisk: 'accepted',
    params: IdParams,
    errors: ['rollCall.notFound'],
    reply: RollCallForViewer,
    summary: 'The user opened the question. Its alarm ends on all of their devices; it stays without an answer.',
  },
  answer: {
    method: 'PUT',
    path: '/roll-calls/:id/answer',
    access: 'member',
    allowsRestricted: true,
    onFullDisk: 'accepted',
    budget: 'emergency',
    params: IdParams,
    body: NewAnswer.extend({
      /** The device creates one id for each answer. A repeated id changes nothing. */
      clientId: Uuid,
      /** The asked person for whom the user answers: another user, or an own dependant; absent: the user. */
      personId: Uuid.optional(),
      /** The user spoke the answer. */
      isSpoken: z.literal(true).optional(),
      ageMs,
    }),
    errors: [
      'forbidden',
      'rollCall.notFound',
      'rollCall.closed',
      'rollCall.notAsked',
      'rollCall.notAnOption',
      'rollCall.tooManyAnswers',
      'rollCall.tooManyProxies',
      'tooManyRequests',
      'conflict',
    ],
    reply: RollCallForViewer,
    summary: 'Answer as the user, or for another asked person. The answers before stay in the history.',
  },
  addPhoto: {
    method: 'POST',
    path: '/roll-calls/:id/answer/photo',
    access: 'member',
    budget: 'emergency',
    params: IdParams,
    /** The photo is sent as `files`. */
    form: z.object({
      /** The device creates one id for each photo. A repetition changes nothing. */
      clientId: Uuid,
      /** The client id of the answer; absent: the newest own answer. */
      answerId: Uuid.optional(),
    }),
    errors: [
      'rollCall.notFound',
      'rollCall.notAsked',
      'rollCall.noAnswer',
      'rollCall.closed',
      'file.missing',
      'file.notPicture',
      'tooManyRequests',
      'conflict',
    ],
    reply: RollCallForViewer,
    summary: 'Add a photo to an own answer, in place of the one before.',
  },
  people: {
    method: 'GET',
    path: '/roll-calls/:id/people',
    access: 'member',
    params: IdParams,
    query: z.object({
      filter: PeopleFilter.default('all'),
      /** Only members of this group. */
      threadId: Uuid.optional(),
      /** The id of the last person of the page before. */
      cursor: Uuid.optional(),
    }),
    errors: ['rollCall.notFound'],
    reply: listOf(AskedPerson),
    summary: 'The asked people with their newest answers, ordered by name, for the keepers of the roll-call.',
  },
  places: {
    method: 'GET',
    path: '/roll-calls/:id/places',
    access: 'member',
    params: IdParams,
    errors: ['rollCall.notFound'],
    reply: listOf(PlaceCounts),
    summary: 'The newest answers by the place that they name, for the keepers of the roll-call.',
  },
  groups: {
    method: 'GET',
    path: '/roll-calls/:id/groups',
    access: 'member',
    params: IdParams,
    errors: ['rollCall.notFound'],
    reply: z.object({
      /** Groups with most of the asked people first, at most GROUPS_TALLIED_MAX. */
      items: z.array(GroupCounts),
      /** There are more groups. */
      isPartial: z.boolean(),
    }),
    summary: 'The newest answers by group, for the keepers: of the asked groups, otherwise of those that the caller administers.',
  },
  history: {
    method: 'GET',
    path: '/roll-calls/:id/people/:personId/answers',
    access: 'member',
    params: PersonParams,
    errors: ['rollCall.notFound'],
    reply: listOf(RollCallAnswer),
    summary: 'All answers of a person, newest first, for the keepers and for the person.',
  },
  close: {
    method: 'PUT',
    path: '/roll-calls/:id/closed',
    access: 'member',
    onFullDisk: 'accepted',
    params: IdParams,
    body: z.object({ endText: EndText }),
    errors: ['forbidden', 'rollCall.notFound'],
    reply: RollCallForViewer,
    summary: 'End a roll-call. All who were asked get its numbers and the text. A repetition changes nothing.',
  },
  createLink: {
    method: 'POST',
    path: '/roll-calls/:id/people/:personId/link',
    access: 'member',
    params: PersonParams,
    errors: ['forbidden', 'rollCall.notFound', 'rollCall.closed', 'rollCall.notAsked', 'tooManyRequests'],
    status: 201,
    reply: z.object({ ...ownLink }),
    summary: 'A link with which the person answers without sign-in. A link before it ends.',
  },
  createLinks: {
    method: 'POST',
    path: '/roll-calls/:id/links',
    access: 'member',
    params: IdParams,
    body: z.object({
      personIds: z.array(Uuid, 'common.wrongType').min(1, 'common.wrongType').max(LINKS_AT_ONCE_MAX, 'common.wrongType'),
      /** Each person gets the link by mail, in their language. The reply has the links of those whose mail was not sent. */
      isMailed: z.boolean('common.wrongType').default(false),
    }),
    errors: ['forbidden', 'rollCall.notFound', 'rollCall.closed', 'rollCall.notAsked', 'rollCall.noMail', 'tooManyRequests'],
    status: 201,
    reply: z.object({
      hosts: ownLink.hosts,
      httpPort: ownLink.httpPort,
      items: z.array(
        z.object({
          personId: Uuid,
          /** null: it was mailed. */
          link: ownLink.link.nullable(),
          /** null: it was not to be mailed. */
          mail: z.enum(['sent', 'failed']).nullable(),
        }),
      ),
    }),
    summary: 'A link for each of these people, for a sheet on paper or by mail. Their links before end.',
  },
})

/** Answers by a link. No address contains the secret, so that no log and no Referer has it. */
export const answerLinkRoutes = defineRoutes({
  question: {
    method: 'POST',
    path: '/answer-links/question',
    access: 'public',
    body: z.object({ secret: LinkSecret }),
    errors: ['rollCall.linkEnded', 'tooManyRequests'],
    reply: RollCall.pick({ title: true, text: true, isDrill: true, questions: true, template: true }).extend({
      /** Whether an answer of the person is stored. What it says is not told. */
      isAnswered: z.boolean(),
    }),
    summary: 'The question of a link, without a name. Reading it answers nothing.',
  },
  answer: {
    method: 'POST',
    path: '/answer-links/answer',
    access: 'public',
    onFullDisk: 'accepted',
    body: NewAnswer.extend({ secret: LinkSecret, clientId: Uuid, ageMs }),
    errors: ['rollCall.linkEnded', 'rollCall.notAnOption', 'rollCall.tooManyAnswers', 'tooManyRequests', 'conflict'],
    reply: z.object({ isStored: z.literal(true) }),
    summary: 'Answer by a link. It does not replace a later answer of the person.',
  },
})

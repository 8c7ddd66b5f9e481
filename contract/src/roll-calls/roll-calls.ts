import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { Area } from '../area.ts'
import { Timestamp, Uuid, Version } from '../define.ts'
import { Media } from '../files.ts'
import { Location } from '../location.ts'
import { DependantKind } from '../reception/people.ts'
import { bodyText } from '../text/body-text.ts'
import { nameText } from '../text/name-text.ts'

/** Characters of the title of a roll-call. */
export const TITLE_MAX = 100
/** Characters of its text and of the text of its end. */
export const TEXT_MAX = 1000
/** Questions that the asker adds. */
export const QUESTIONS_MAX = 5
/** Characters of a question or of one of its options. */
const QUESTION_MAX = 200
export const QUESTION_OPTIONS_MAX = 10
/** Characters of a note, a place, the people with the person, or the reply to a question. */
export const ANSWER_TEXT_MAX = 500
/** Groups that one roll-call asks. */
export const ASKED_GROUPS_MAX = 20
/** Minutes after which the people who have not answered are asked again. */
export const ROLL_CALL_REPEAT_MINUTES = [5, 15, 60] as const
/** Days after which the link of a person ends, unless the roll-call ends before. */
export const ANSWER_LINK_DAYS = 30

/** People for whom one request makes links. */
export const LINKS_AT_ONCE_MAX = 100

/** The kinds of events. The web suggests a title and a text for each. */
export const RollCallTemplate = z.enum(['earthquake', 'tsunami', 'flood', 'fire', 'test', 'other'], 'common.wrongType')
export type RollCallTemplate = z.infer<typeof RollCallTemplate>

/** The state of a person. */
export const PersonState = z.enum(['safe', 'injured', 'needHelp'], 'common.wrongType')
export type PersonState = z.infer<typeof PersonState>

/** How a state became known: by the person, another person, the reception of a shelter, a link without sign-in or voice. */
export const StateSource = z.enum(['self', 'proxy', 'desk', 'link', 'voice'])
export type StateSource = z.infer<typeof StateSource>

const QuestionText = nameText('rollCalls.questionEmpty').min(1, 'rollCalls.questionEmpty').max(QUESTION_MAX, 'common.tooLong')

/** A question that the asker adds. Its position in the list is its id. */
export const RollCallQuestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choice'),
    text: QuestionText,
    options: z.array(QuestionText).min(2, 'rollCalls.tooFewOptions').max(QUESTION_OPTIONS_MAX, 'common.wrongType'),
  }),
  z.object({ kind: z.literal('number'), text: QuestionText }),
  z.object({ kind: z.literal('text'), text: QuestionText }),
])
export type RollCallQuestion = z.infer<typeof RollCallQuestion>

/** The reply to each question of the asker, in their order: an option, a number or a text; null: no reply. */
const Replies = z
  .array(
    z
      .union([z.number(), bodyText().max(ANSWER_TEXT_MAX, 'common.tooLong')], 'common.wrongType')
      .nullable()
      .transform((reply) => (reply === '' ? null : reply)),
  )
  .max(QUESTIONS_MAX, 'common.wrongType')

/** A text of an answer. Absent: what the person said before stays. */
const AnswerText = bodyText().max(ANSWER_TEXT_MAX, 'common.tooLong').optional()

/** An answer as a person gives it. Only the state is needed: one press answers. A detail that is absent stays as it was. */
export const NewAnswer = z.object({
  state: PersonState,
  note: AnswerText,
  /** Where the person is, in words. */
  place: AnswerText,
  /** null: without a location. An invalid value counts as absent. */
  location: Location.nullable().optional().catch(undefined),
  /** The people with the person, in words. */
  companions: AnswerText,
  /** Where the person will stay, in words. */
  stayingAt: AnswerText,
  replies: Replies.optional(),
  /** The place of the community where the person is or will stay; null: none. */
  placeId: Uuid.nullable().optional(),
})
export type NewAnswer = z.output<typeof NewAnswer>

/** An answer of the history of a person. */
export const RollCallAnswer = z
  .object({
    id: Uuid,
    state: PersonState,
    source: StateSource,
    /** The user who gave it; null: a person with the link. */
    answeredBy: Person.nullable(),
    answeredAt: Timestamp,
    note: z.string(),
    place: z.string(),
    location: Location.nullable(),
    companions: z.string(),
    stayingAt: z.string(),
    /** The place of the community that the person chose; null: none, or one that was deleted. */
    chosenPlace: z.object({ id: Uuid, name: z.string() }).nullable(),
    replies: z.array(z.union([z.number(), z.string()]).nullable()),
    /** Absent: the answer has none. The person and the keepers of the roll-call read it. */
    photo: Media.optional(),
  })
  .meta({ id: 'RollCallAnswer' })
export type RollCallAnswer = z.infer<typeof RollCallAnswer>

/** Numbers of people. Who needs help or is injured is not safe. */
export const RollCallCounts = z.object({
  asked: z.int().nonnegative(),
  /** Asked people of whom a device has the question, or of whom there is an answer, also by another person. */
  reached: z.int().nonnegative(),
  /** Asked people who opened the question, or of whom there is an answer. Opening is not answering. */
  seen: z.int().nonnegative(),
  safe: z.int().nonnegative(),
  injured: z.int().nonnegative(),
  needHelp: z.int().nonnegative(),
})
export type RollCallCounts = z.infer<typeof RollCallCounts>

/** The people of a roll-call: all users, the members of groups, those in an area, or the audience of an alert. */
export const RollCallAudience = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everyone') }),
  z.object({
    kind: z.literal('groups'),
    threadIds: z
      .array(Uuid, 'rollCalls.groupRequired')
      .min(1, 'rollCalls.groupRequired')
      .max(ASKED_GROUPS_MAX, 'common.wrongType'),
  }),
  z.object({ kind: z.literal('alert'), alertId: Uuid }),
  z.object({
    kind: z.literal('area'),
    area: Area,
    /** Whether users without a location that the asker may see are asked too. */
    includesUnlocated: z.boolean('common.wrongType'),
  }),
])
export type RollCallAudience = z.infer<typeof RollCallAudience>

/** The form that asks. */
export const RollCallForm = z.object({
  template: RollCallTemplate,
  title: nameText('rollCalls.titleRequired').min(1, 'rollCalls.titleRequired').max(TITLE_MAX, 'common.tooLong'),
  text: bodyText().max(TEXT_MAX, 'common.tooLong').default(''),
  /** It alarms as an SOS does; otherwise it notifies as a mention does. */
  isUrgent: z.boolean('common.wrongType'),
  isDrill: z.boolean('common.wrongType'),
  audience: RollCallAudience,
  questions: z.array(RollCallQuestion, 'common.wrongType').max(QUESTIONS_MAX, 'common.wrongType').default([]),
})
export type RollCallForm = z.output<typeof RollCallForm>

/** The text that everyone who was asked gets at the end. */
export const EndText = bodyText().max(TEXT_MAX, 'common.tooLong').default('')

/** A roll-call, the same for all readers. */
export const RollCall = z
  .object({
    id: Uuid,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    version: Version,
    askedBy: Person,
    template: RollCallTemplate,
    title: z.string(),
    text: z.string(),
    isUrgent: z.boolean(),
    isDrill: z.boolean(),
    audience: z.object({
      kind: z.enum(['everyone', 'groups', 'area', 'alert']),
      /** The groups that are asked, for keepers only; empty for others. */
      groups: z.array(z.object({ threadId: Uuid, name: z.string() })),
      alertId: Uuid.nullable(),
      /** The area that is asked, for keepers only; null for others and for other audiences. */
      area: Area.nullable(),
    }),
    questions: z.array(RollCallQuestion),
    closedAt: Timestamp.nullable(),
    /** The text of its end; '' while it is open. */
    endText: z.string(),
    counts: RollCallCounts,
    /** Incremented with each change of `counts`, independently of `version`. */
    countsVersion: Version,
  })
  .meta({ id: 'RollCall' })
export type RollCall = z.infer<typeof RollCall>

/** A dependant without an account who is asked through the viewer. */
export const RollCallDependant = z
  .object({
    id: Uuid,
    kind: DependantKind,
    name: z.string(),
    /** null: no answer. */
    answer: RollCallAnswer.nullable(),
    /** Incremented with each change of `answer`. */
    version: Version,
  })
  .meta({ id: 'RollCallDependant' })
export type RollCallDependant = z.infer<typeof RollCallDependant>

/** The viewer's relation to a roll-call. It is separate from the roll-call, so that one event suits all readers. */
export const RollCallViewer = z.object({
  isAsked: z.boolean(),
  /** When the viewer last opened the question. */
  seenAt: Timestamp.nullable(),
  /** The newest answer about the viewer; null: none. */
  answer: RollCallAnswer.nullable(),
  /** Incremented with each change of `seenAt` and `answer`; 0 without them. */
  version: Version,
  /** Whether the viewer may read the answers and end it. */
  isKeeper: z.boolean(),
  /** The dependants who are asked through the viewer; absent: none. */
  dependants: z.array(RollCallDependant).optional(),
})
export type RollCallViewer = z.infer<typeof RollCallViewer>

export const RollCallForViewer = RollCall.extend({ viewer: RollCallViewer }).meta({ id: 'RollCallForViewer' })
export type RollCallForViewer = z.infer<typeof RollCallForViewer>

/** The states of asked people by which the list is filtered. `silent`: no answer; `unseen`: reached and not opened. */
export const PeopleFilter = z.enum(['all', 'silent', 'notReached', 'unseen', 'safe', 'injured', 'needHelp'])
export type PeopleFilter = z.infer<typeof PeopleFilter>

/** A person who was asked, with what is known. */
export const AskedPerson = z
  .object({
    /** The user, or a dependant, who has only a name. */
    person: Person,
    /** The person is a dependant, who is asked through this guardian; absent: a user. */
    dependant: z.object({ kind: DependantKind, guardian: Person }).optional(),
    reachedAt: Timestamp.nullable(),
    /** When the person first opened the question. */
    seenAt: Timestamp.nullable(),
    /** null: no answer. */
    state: PersonState.nullable(),
    /** null: no answer, or one of a person whose account was deleted. */
    answer: RollCallAnswer.nullable(),
    answerCount: z.int().nonnegative(),
  })
  .meta({ id: 'AskedPerson' })
export type AskedPerson = z.infer<typeof AskedPerson>

/** People of a number that is told only from here on: a lower one could name them. */
export const AREA_COUNT_MIN = 10

/** How many people gave a place in their newest answers, by state. */
export const PlaceCounts = z
  .object({
    placeId: Uuid,
    safe: z.int().nonnegative(),
    injured: z.int().nonnegative(),
    needHelp: z.int().nonnegative(),
  })
  .meta({ id: 'PlaceCounts' })
export type PlaceCounts = z.infer<typeof PlaceCounts>

/** Max groups of the tally by group. */
export const GROUPS_TALLIED_MAX = 200

/** The asked members of a group, and their newest answers. Dependants belong to the groups of their guardians. */
export const GroupCounts = z
  .object({
    threadId: Uuid,
    name: z.string(),
    asked: z.int().nonnegative(),
    safe: z.int().nonnegative(),
    injured: z.int().nonnegative(),
    needHelp: z.int().nonnegative(),
  })
  .meta({ id: 'GroupCounts' })

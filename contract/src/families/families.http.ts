import { z } from 'zod'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Timestamp, Uuid } from '../define.ts'
import { ANSWER_AGE_MAX_MS } from '../limits.ts'
import { DependantKind } from '../reception/people.ts'
import { PersonState, RollCallAnswer } from '../roll-calls/roll-calls.ts'

/** Relatives of one user, with the invitations that the user sent. */
export const RELATIVES_MAX = 20
/** Invitations that one user sends in a day. */
export const FAMILY_INVITATIONS_A_DAY_MAX = 20
/** Received invitations of one reply, newest first. */
export const FAMILY_INVITATIONS_SHOWN = 50

const IdParams = z.object({ id: Uuid })

/**
 * The last answer about a person, as far as their relatives read it: no place, no note, and not which roll-call asked. `proxy` with
 * `answeredBy` null: by the reception of a shelter, a link, or a user who was deleted. Only guardians read `desk` and `link`, of their
 * own dependants.
 */
export const FamilyAnswer = RollCallAnswer.pick({ state: true, source: true, answeredBy: true, answeredAt: true }).extend({
  /** It answered a drill. */
  isDrill: z.boolean(),
})
export type FamilyAnswer = z.infer<typeof FamilyAnswer>

/** A child or elderly person without an account, as the guardian and the relatives of the guardian read it. */
export const FamilyDependant = z
  .object({
    id: Uuid,
    kind: DependantKind,
    name: z.string(),
    /** An open roll-call asks about the dependant. */
    isAsked: z.boolean(),
    /** Only drills ask. Absent: not asked, or a real roll-call asks. */
    isAskedByDrill: z.boolean().optional(),
    /** null: no answer. */
    answer: FamilyAnswer.nullable(),
  })
  .meta({ id: 'FamilyDependant' })
export type FamilyDependant = z.infer<typeof FamilyDependant>

/** A user with whom the viewer accepted to be a family. */
export const Relative = z
  .object({
    /** The id of the link between both users. */
    id: Uuid,
    person: Person,
    /** null: no answer. */
    answer: FamilyAnswer.nullable(),
    /** The dependants of the relative. */
    dependants: z.array(FamilyDependant),
  })
  .meta({ id: 'Relative' })
export type Relative = z.infer<typeof Relative>

/** An invitation that waits for its answer. */
export const FamilyInvitation = z
  .object({
    id: Uuid,
    /** The other user. */
    person: Person,
    createdAt: Timestamp,
  })
  .meta({ id: 'FamilyInvitation' })
export type FamilyInvitation = z.infer<typeof FamilyInvitation>

export const Family = z
  .object({
    /** In the order in which they were invited. */
    relatives: z.array(Relative),
    /** Invitations to the viewer, newest first. */
    received: z.array(FamilyInvitation),
    sent: z.array(FamilyInvitation),
    /** The dependants of the viewer. */
    dependants: z.array(FamilyDependant),
  })
  .meta({ id: 'Family' })
export type Family = z.infer<typeof Family>

export const familyRoutes = defineRoutes({
  own: {
    method: 'GET',
    path: '/me/family',
    access: 'member',
    reply: Family,
    summary: 'The relatives of the user with their last answers to roll-calls, and the invitations.',
  },
  invite: {
    method: 'POST',
    path: '/me/family',
    access: 'member',
    body: z.object({ userId: Uuid }),
    errors: ['user.notFound', 'family.self', 'family.isBlocked', 'family.tooMany', 'family.tooManyToday'],
    reply: Family,
    summary: 'Invite a user. A repetition changes nothing; it accepts an invitation of the other user.',
  },
  accept: {
    method: 'PUT',
    path: '/me/family/:id/accepted',
    access: 'member',
    params: IdParams,
    errors: ['family.notFound', 'family.tooMany'],
    reply: Family,
    summary: 'Accept an invitation. A repetition changes nothing.',
  },
  remove: {
    method: 'DELETE',
    path: '/me/family/:id',
    access: 'member',
    params: IdParams,
    errors: ['family.notFound'],
    reply: Family,
    summary: 'End the link to a relative, withdraw an invitation or decline one, by either of both users.',
  },
  answer: {
    method: 'PUT',
    path: '/me/family/dependants/:id/answer',
    access: 'member',
    onFullDisk: 'accepted',
    params: IdParams,
    body: z.object({
      state: PersonState,
      /** The device creates one id for each answer. A repeated id changes nothing. */
      clientId: Uuid,
      /** Milliseconds since the answer was given. A later answer is kept. */
      ageMs: z.int('common.wrongType').min(0, 'common.wrongType').max(ANSWER_AGE_MAX_MS, 'common.wrongType').optional(),
    }),
    errors: ['dependant.notFound', 'rollCall.notAsked', 'rollCall.tooManyAnswers', 'tooManyRequests', 'conflict'],
    reply: Family,
    summary: 'Answer the open roll-calls about an own dependant, or one of a relative. Drills only if no other one asks.',
  },
})

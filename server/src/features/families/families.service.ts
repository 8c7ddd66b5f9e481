import type { z } from 'zod'
import {
  FAMILY_INVITATIONS_A_DAY_MAX,
  FAMILY_INVITATIONS_SHOWN,
  type Family,
  type FamilyInvitation,
  type familyRoutes,
  RELATIVES_MAX,
} from '@noroshi/contract/families/families.http'
import { newId } from '#/db/ids.ts'
import type { Db } from '#/db/pool.ts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { presentPerson } from '#/features/accounts/people/people.service.ts'
import { blockersAmong } from '#/features/messaging/relations.service.ts'
import { dependantsOfGuardians, guardianOfDependant } from '#/features/reception/dependants.service.ts'
import { answerForDependant } from '#/features/roll-calls/dependant-answers.service.ts'
import { askedNow, lastAnswersOf } from '#/features/roll-calls/last-answers.service.ts'
import type { RollCallWrites } from '#/features/roll-calls/roll-call-writes.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { defineConsumer } from '#/realtime/consumers.ts'
import { userOfRooms, userRoom } from '#/realtime/rooms.ts'
import {
  acceptLink,
  countRelatives,
  deleteLink,
  insertLink,
  isActiveUser,
  linkBetween,
  linkById,
  type LinkRow,
  linksOf,
  lockFamilies,
  relativesOf,
} from './families.sql.ts'

const INVITATIONS: RateLimit = { name: 'family invitations', max: FAMILY_INVITATIONS_A_DAY_MAX, minutes: 24 * 60 }

const presentInvitation = ({ id, person, created_at }: LinkRow): FamilyInvitation => ({
  id,
  person: presentPerson(person),
  createdAt: created_at.toISOString(),
})

/** Returns the relatives of a user and all dependants with their last answers, and the invitations. */
async function familyOf(db: Db, userId: string): Promise<Family> {
  const links = await linksOf(db, userId)
  const accepted = links.filter(({ accepted_at }) => accepted_at !== null)
  const waiting = links.filter(({ accepted_at }) => accepted_at === null).toReversed()
  const relativeIds = accepted.map(({ person }) => person.id)
  const dependants = await dependantsOfGuardians(db, [userId, ...relativeIds])
  const dependantIds = dependants.map(({ id }) => id)
  const ownIds = new Set(dependants.filter(({ guardianId }) => guardianId === userId).map(({ id }) => id))
  const answers = await lastAnswersOf(db, [...relativeIds, ...dependantIds], ownIds)
  const asked = await askedNow(db, dependantIds)
  const dependantsOf = (guardian: string) =>
    dependants
      .filter(({ guardianId }) => guardianId === guardian)
      .map(({ id, kind, name }) => ({
        id,
        kind,
        name,
        isAsked: asked.has(id),
        ...(asked.get(id)?.isDrill === true && { isAskedByDrill: true }),
        answer: answers.get(id) ?? null,
      }))
  return {
    relatives: accepted.map(({ id, person }) => ({
      id,
      person: presentPerson(person),
      answer: answers.get(person.id) ?? null,
      dependants: dependantsOf(person.id),
    })),
    received: waiting
      .filter(({ is_received }) => is_received)
      .slice(0, FAMILY_INVITATIONS_SHOWN)
      .map(presentInvitation),
    sent: waiting.filter(({ is_received }) => !is_received).map(presentInvitation),
    dependants: dependantsOf(userId),
  }
}

export const readFamily = ({ db }: Deps, viewer: SignedIn): Promise<Family> => familyOf(db, viewer.id)

/** @throws family.tooMany (409) */
async function assertRoom(db: Db, userId: string): Promise<void> {
  if ((await countRelatives(db, userId)) >= RELATIVES_MAX) throw new AppError('family.tooMany', { max: RELATIVES_MAX })
}

const emitChanged = (tx: Tx, userIds: readonly string[]) => tx.emit('family:changed', userIds.map(userRoom), {})

/**
 * Invites a user, or accepts their invitation. A repetition changes nothing.
 * @throws family.self, family.tooMany (409); user.notFound (404); family.isBlocked (403); family.tooManyToday (429)
 */
export async function invite(deps: Deps, viewer: SignedIn, userId: string): Promise<Family> {
  if (userId === viewer.id) throw new AppError('family.self')
  if ((await linkBetween(deps.db, viewer.id, userId)) === undefined) {
    await assertRoom(deps.db, viewer.id)
    if (!(await deps.rateLimiter.take(INVITATIONS, viewer.id)).isAllowed)
      throw new AppError('family.tooManyToday', { max: FAMILY_INVITATIONS_A_DAY_MAX })
  }
  return deps.transaction(async (tx) => {
    await lockFamilies(tx, [viewer.id, userId])
    if (!(await isActiveUser(tx, userId))) throw new AppError('user.notFound')
    const link = await linkBetween(tx, viewer.id, userId)
    if (link?.invitee_id === viewer.id && link.accepted_at === null) await acceptWithin(deps, tx, viewer, link)
    if (link === undefined) {
      if ((await blockersAmong(tx, viewer.id, [userId])).size > 0) throw new AppError('family.isBlocked')
      await assertRoom(tx, viewer.id)
      await insertLink(tx, { id: newId(), inviter_id: viewer.id, invitee_id: userId, created_at: deps.now() })
      emitChanged(tx, [viewer.id, userId])
    }
    return familyOf(tx, viewer.id)
  })
}

type Link = NonNullable<Awaited<ReturnType<typeof linkById>>>

async function acceptWithin(deps: Deps, tx: Tx, viewer: SignedIn, { id, inviter_id }: Link): Promise<void> {
  await assertRoom(tx, viewer.id)
  await acceptLink(tx, id, deps.now())
  emitChanged(tx, [viewer.id, inviter_id])
}

/** Accepts an invitation. A repetition changes nothing. @throws family.notFound (404); family.tooMany (409) */
export const accept = (deps: Deps, viewer: SignedIn, id: string): Promise<Family> =>
  deps.transaction(async (tx) => {
    await lockFamilies(tx, [viewer.id])
    const link = await linkById(tx, viewer.id, id)
    if (link?.invitee_id !== viewer.id) throw new AppError('family.notFound')
    if (link.accepted_at === null) await acceptWithin(deps, tx, viewer, link)
    return familyOf(tx, viewer.id)
  })

/** Deletes a link of the viewer, whether it is accepted or not. @throws family.notFound (404) */
export const removeLink = (deps: Deps, viewer: SignedIn, id: string): Promise<Family> =>
  deps.transaction(async (tx) => {
    const link = await linkById(tx, viewer.id, id)
    if (link === undefined) throw new AppError('family.notFound')
    await deleteLink(tx, id)
    emitChanged(tx, [link.inviter_id, link.invitee_id])
    return familyOf(tx, viewer.id)
  })

/**
 * Answers the open roll-calls that ask about an own dependant, or one of a relative.
 * @throws dependant.notFound (404), also for a dependant of another user; rollCall.notAsked (404); rollCall.tooManyAnswers, conflict (409)
 */
export async function answerInFamily(
  deps: Deps,
  writes: RollCallWrites,
  viewer: SignedIn,
  dependantId: string,
  answer: z.output<typeof familyRoutes.answer.body>,
): Promise<Family> {
  const guardianId = await guardianOfDependant(deps.db, dependantId)
  const mayAnswer =
    guardianId !== undefined && (guardianId === viewer.id || (await relativesOf(deps.db, [viewer.id])).includes(guardianId))
  if (!mayAnswer) throw new AppError('dependant.notFound')
  await answerForDependant(deps, writes, { ...answer, dependantId, guardianId, saidBy: viewer.id })
  return familyOf(deps.db, viewer.id)
}

/**
 * Tells the relatives of people of whom there is an answer, or one was withdrawn, and the families of dependants who are asked or of
 * whom there is one.
 */
export const familyAnswersConsumer = () =>
  defineConsumer({
    name: 'families.answers',
    events: ['roll-call:answered', 'roll-call:dependant'],
    async handle(tx, events) {
      const answered = events.flatMap((event) => {
        const isOpened =
          event.name === 'roll-call:answered' && event.payload.viewer.answer === null && event.payload.isWithdrawn !== true
        return isOpened ? [] : (userOfRooms(event.rooms) ?? [])
      })
      if (answered.length === 0) return
      const relatives = await relativesOf(tx, [...new Set(answered)])
      const guardians = events.flatMap(({ name, rooms }) => (name === 'roll-call:dependant' ? (userOfRooms(rooms) ?? []) : []))
      const told = new Set([...relatives, ...guardians])
      if (told.size > 0) emitChanged(tx, [...told])
    },
  })

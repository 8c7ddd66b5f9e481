import { can } from '@noroshi/contract/abilities'
import type { z } from 'zod'
import type { NewAnswer, RollCallForViewer, StateSource } from '@noroshi/contract/roll-calls/roll-calls'
import type { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { hashOfBody } from '#/db/command.ts'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { checkReplies } from './check-replies.ts'
import type { NewState } from './person-states.sql.ts'
import { guardianOf } from './roll-call-people.sql.ts'
import type { RollCallWrites } from './roll-call-writes.service.ts'
import { presentForViewer } from './roll-calls.present.ts'
import { openRollCall, readRollCall } from './roll-calls.service.ts'
import type { RollCallRow } from './roll-calls.sql.ts'

type AnswerBody = z.output<typeof rollCallRoutes.answer.body>

/** An answer as a device sends it, with a session or a link. */
interface SentAnswer extends NewAnswer {
  readonly clientId: string
  readonly ageMs?: number | undefined
}

interface Sayer {
  readonly personId: string
  /** The person is a dependant of this user. */
  readonly guardianId?: string | undefined
  readonly saidBy: string | null
  readonly source: StateSource
  readonly proxiesMax: number | null
}

/** Other people for whom a member may answer in one roll-call: a large household or a class. */
export const PROXIES_MAX = 50

/** Returns a sent answer as it is stored. @throws rollCall.notAnOption (400) */
export function newState(
  deps: Pick<Deps, 'now'>,
  { id: rollCallId, questions }: Pick<RollCallRow, 'id' | 'questions'>,
  { clientId, ageMs = 0, ...answer }: SentAnswer,
  sayer: Sayer,
): NewState {
  const { state, note, place, location, companions, stayingAt, placeId } = answer
  const replies = answer.replies && checkReplies(questions, answer.replies)
  const details = { state, note, place, location, companions, stayingAt, replies, placeId }
  return {
    ...sayer,
    id: newId(),
    rollCallId,
    state,
    saidAt: new Date(deps.now().getTime() - ageMs),
    details,
    clientId,
    // A user has one answer for each client id, also about dependants.
    bodyHash: hashOfBody({ rollCallId, ...details, saidBy: sayer.saidBy, dependantId: sayer.guardianId && sayer.personId }),
  }
}

/**
 * Answers for the viewer or, with `personId`, for another asked person. Only guardians and keepers answer for dependants.
 * @throws forbidden (403); rollCall.notFound, rollCall.notAsked (404); rollCall.closed, rollCall.tooManyAnswers, rollCall.tooManyProxies, conflict (409);
 * rollCall.notAnOption (400); tooManyRequests (429)
 */
export async function answerRollCall(
  deps: Deps,
  writes: RollCallWrites,
  viewer: SignedIn,
  id: string,
  { personId = viewer.id, isSpoken, ...sent }: AnswerBody,
): Promise<RollCallForViewer> {
  const { row, administered, facts } = await openRollCall(deps.db, viewer, id)
  const isOwn = personId === viewer.id
  if (isOwn && !row.is_asked) throw new AppError('rollCall.notAsked')
  if (!isOwn && viewer.isRestricted) throw new AppError('forbidden')
  const source = isOwn ? (isSpoken === true ? 'voice' : 'self') : 'proxy'
  const guardianId = isOwn ? undefined : await guardianOf(deps.db, { rollCallId: id, personId })
  const isKeeper = can(viewer, 'rollCall:keep', facts)
  if (guardianId !== undefined && guardianId !== viewer.id && !isKeeper) throw new AppError('rollCall.notAsked')
  const proxiesMax = isOwn || isKeeper || guardianId !== undefined ? null : PROXIES_MAX
  const own = await writes.answer(newState(deps, row, sent, { personId, guardianId, saidBy: viewer.id, source, proxiesMax }))
  if (own === null || !isOwn) return readRollCall(deps.db, viewer, id)
  // The counts of the reply are those of before it: the tally follows as an event.
  const before = presentForViewer(row, viewer, administered)
  return { ...before, viewer: { ...before.viewer, ...own } }
}

/** Records that the viewer opened the question. @throws rollCall.notFound (404) */
export async function markSeen(deps: Deps, writes: RollCallWrites, viewer: SignedIn, id: string): Promise<RollCallForViewer> {
  await openRollCall(deps.db, viewer, id)
  await writes.mark(viewer.id, [id], true)
  return readRollCall(deps.db, viewer, id)
}

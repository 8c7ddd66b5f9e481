import { hashOfBody } from '#/db/command.ts'
import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import { forgetStates, insertOtherState, openRollCallsOf, statesOfStay, withdrawState } from './desk-states.sql.ts'
import type { NewState, PersonKey } from './person-states.sql.ts'
import type { RollCallWrites } from './roll-call-writes.service.ts'

interface Received {
  /** `dependantId`: a dependant of the user was received. */
  readonly received: readonly { readonly userId: string; readonly dependantId: string | null; readonly stayId: string }[]
  readonly saidBy: string
  readonly at: Date
  readonly now: Date
  /** The name of the shelter, and its id. */
  readonly place: string
  readonly placeId: string
}

const NOTHING_ELSE = { note: '', location: null, companions: '', stayingAt: '', replies: [] }

/**
 * Records that users and dependants who were received at a shelter are safe, in each open roll-call that asks them. A
 * reception that a desk sends late answers no roll-call that was asked after it: the people may have left since.
 * @returns a function that emits the numbers, to be called after the commit
 */
export async function recordReceived(
  tx: Tx,
  writes: RollCallWrites,
  { received, saidBy, at, now, place, placeId }: Received,
): Promise<() => void> {
  const asked = await openRollCallsOf(
    tx,
    received.map(({ userId, dependantId }) => dependantId ?? userId),
    at,
  )
  const answers: NewState[] = []
  for (const { userId, dependantId, stayId } of received) {
    const personId = dependantId ?? userId
    const details = { ...NOTHING_ELSE, state: 'safe', place, placeId } as const
    const rollCallIds = asked.filter(({ person_id }) => person_id === personId).map(({ roll_call_id }) => roll_call_id)
    const common = {
      state: 'safe',
      details,
      personId,
      ...(dependantId !== null && { guardianId: userId }),
      saidBy,
      saidAt: at,
      source: 'desk',
      stayId,
      proxiesMax: null,
    } as const
    const bodyHash = hashOfBody({ stayId })
    if (rollCallIds.length === 0 && dependantId === null)
      await insertOtherState(tx, { ...common, id: newId(), clientId: newId(), bodyHash }, now)
    for (const rollCallId of rollCallIds) answers.push({ ...common, id: newId(), rollCallId, clientId: newId(), bodyHash })
  }
  return answers.length === 0 ? () => undefined : writes.answerWithin(tx, answers)
}

/** Withdraws what a reception that was undone said. @returns a function that emits the numbers, to be called after the commit */
export async function withdrawReceived(tx: Tx, writes: RollCallWrites, stayId: string): Promise<() => void> {
  const keys: PersonKey[] = []
  for (const state of await statesOfStay(tx, stayId)) {
    await withdrawState(tx, state)
    const { roll_call_id: rollCallId, person_id: userId, dependant_id: dependantId } = state
    if (rollCallId === null) continue
    keys.push(dependantId === null ? { rollCallId, personId: userId } : { rollCallId, personId: dependantId, guardianId: userId })
  }
  return writes.emitWithdrawn(tx, keys)
}

/** Removes what receptions said of people of a register outside of roll-calls, and the stays from the answers of roll-calls. */
export const forgetReceived = (tx: Tx, registeredIds: readonly string[]): Promise<void> => forgetStates(tx, registeredIds)

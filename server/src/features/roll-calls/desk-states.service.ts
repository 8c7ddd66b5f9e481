import { hashOfBody } from '#/db/command.ts'
import { newId } from '#/db/ids.ts'
import type { Tx } from '#/db/transaction.ts'
import { forgetStates, insertOtherState, openRollCallsOf, statesOfStay, withdrawState } from './desk-states.sql.ts'
import type { NewState } from './person-states.sql.ts'
import type { RollCallWrites } from './roll-call-writes.service.ts'

interface Received {
  readonly received: readonly { readonly userId: string; readonly stayId: string }[]
  readonly saidBy: string
  readonly at: Date
  readonly now: Date
  /** The name of the shelter, and its id. */
  readonly place: string
  readonly placeId: string
}

const NOTHING_ELSE = { note: '', location: null, companions: '', stayingAt: '', replies: [] }

/**
 * Records that users who were received at a shelter are safe, in each open roll-call that asks them.
 * @returns a function that emits the numbers, to be called after the commit
 */
export async function recordReceived(
  tx: Tx,
  writes: RollCallWrites,
  { received, saidBy, at, now, place, placeId }: Received,
): Promise<() => void> {
  const asked = await openRollCallsOf(
    tx,
    received.map(({ userId }) => userId),
  )
  const answers: NewState[] = []
  for (const { userId, stayId } of received) {
    const details = { ...NOTHING_ELSE, state: 'safe', place, placeId } as const
    const rollCallIds = asked.filter(({ person_id }) => person_id === userId).map(({ roll_call_id }) => roll_call_id)
    const common = {
      state: 'safe',
      details,
      personId: userId,
      saidBy,
      saidAt: at,
      source: 'desk',
      stayId,
      proxiesMax: null,
    } as const
    const bodyHash = hashOfBody({ stayId })
    if (rollCallIds.length === 0) await insertOtherState(tx, { ...common, id: newId(), clientId: newId(), bodyHash }, now)
    for (const rollCallId of rollCallIds) answers.push({ ...common, id: newId(), rollCallId, clientId: newId(), bodyHash })
  }
  return answers.length === 0 ? () => undefined : writes.answerWithin(tx, answers)
}

/** Withdraws what a reception that was undone said. @returns a function that emits the numbers, to be called after the commit */
export async function withdrawReceived(tx: Tx, writes: RollCallWrites, stayId: string): Promise<() => void> {
  const keys: { rollCallId: string; personId: string }[] = []
  for (const state of await statesOfStay(tx, stayId)) {
    await withdrawState(tx, state)
    if (state.roll_call_id !== null) keys.push({ rollCallId: state.roll_call_id, personId: state.person_id })
  }
  return writes.emitChanged(tx, keys)
}

/** Removes what receptions said of people of a register outside of roll-calls, and the stays from the answers of roll-calls. */
export const forgetReceived = (tx: Tx, registeredIds: readonly string[]): Promise<void> => forgetStates(tx, registeredIds)

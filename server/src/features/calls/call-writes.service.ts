import type { Tx } from '#/db/transaction.ts'
import type { Deps } from '#/deps.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { userRoom } from '#/realtime/rooms.ts'
import { type CallState, type Change, peopleOf, type Transition } from './call-state.ts'
import { presentSession } from './calls.present.ts'
import { loadCall, readShared } from './calls.service.ts'
import {
  deleteParticipant,
  insertCall,
  insertParticipant,
  insertPeople,
  lockCalls,
  participationOf,
  updateCall,
  updateParticipant,
  upsertSession,
} from './calls.sql.ts'

/** Changes that wait for the lock must not take all connections of the pool. */
const limited = limitConcurrency(2, 200)

/** Returns how many changes of calls wait. */
export const waitingCallChanges = limited.waiting

/**
 * Runs a change of calls. Such changes run one after the other (decisions/0063).
 * @throws tooManyRequests (429) if too many changes wait
 */
export const changeCalls = <Result>(deps: Deps, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  limited(() =>
    deps.transaction(async (tx) => {
      await lockCalls(tx)
      return work(tx)
    }),
  )

/** Loads a call, applies a transition, and writes and emits its result. The caller runs within `changeCalls`. */
export async function applyToCall(tx: Tx, callId: string, transition: (state: CallState) => Transition): Promise<CallState> {
  const before = await loadCall(tx, callId)
  const { state, changes } = transition(before)
  if (state === before) return state
  const next = { ...state, call: { ...state.call, version: state.call.version + 1 } }
  await updateCall(tx, next.call)
  await writeRows(tx, before, next)
  await emitChanges(tx, next, changes, false)
  return next
}

/** Writes and emits a new call. The caller runs within `changeCalls`. */
export async function writeNewCall(tx: Tx, { state, changes }: Transition): Promise<void> {
  await insertCall(tx, state.call)
  await writeRows(tx, { ...state, sessions: [], participants: [] }, state)
  await emitChanges(tx, state, changes, true)
}

async function writeRows(tx: Tx, before: CallState, after: CallState): Promise<void> {
  const known = new Map(before.participants.map((row) => [row.user_id, row]))
  const current = new Set(after.participants.map((row) => row.user_id))
  for (const row of before.participants) if (!current.has(row.user_id)) await deleteParticipant(tx, row)
  for (const row of after.participants) {
    const old = known.get(row.user_id)
    if (old === undefined) await insertParticipant(tx, row)
    else if (old !== row) await updateParticipant(tx, row)
  }
  const written = after.sessions.filter((session) => !before.sessions.includes(session))
  for (const session of written) await upsertSession(tx, session)
  await insertPeople(tx, historyOf(after))
}

/** The host and the receivers, for the history of each. */
function historyOf(state: CallState) {
  const { call } = state
  const userIds = peopleOf(state)
  return userIds.map((userId) => ({
    user_id: userId,
    call_id: call.id,
    other_id: call.is_group ? null : (userIds.find((other) => other !== userId) ?? null),
  }))
}

async function emitChanges(tx: Tx, { call: { id }, sessions }: CallState, changes: readonly Change[], isNew: boolean) {
  const [call] = await readShared(tx, [id])
  if (!call) return
  const everyone = call.people.map((person) => person.id)
  const distinct = new Map(changes.map((change) => [`${change.kind} ${change.sessionId}`, change]))
  for (const { kind, sessionId } of distinct.values()) {
    const row = sessions.find((one) => one.id === sessionId)
    if (!row) continue
    const session = presentSession(row)
    const isInvitation = kind === 'created_on_existing_call'
    if (isInvitation) {
      const own = await participationOf(tx, session.ReceiverId)
      const isReceiverBusy = own !== undefined && own.call_id !== id
      tx.emit('call-session:incoming', [userRoom(session.ReceiverId)], { session, call, isReceiverBusy })
    }
    const others = everyone.filter((userId) => userId !== session.ReceiverId)
    const isForOthers = isInvitation || kind === 'acknowledged'
    const recipients = isInvitation && isNew ? [call.HostUserId] : isForOthers ? others : everyone
    tx.emit('call-session:updated', recipients.map(userRoom), { kind, session, call })
  }
}

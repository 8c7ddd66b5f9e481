import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionToRejoin } from '@noroshi/contract/calls/call-status'
import { AppError } from '#/http/errors.ts'
import { rejoin } from './call-rejoin.ts'
import {
  accept,
  acknowledge,
  type CallState,
  cancel,
  expire,
  invite,
  isActive,
  isJoined,
  isRinging,
  joinEndpoint,
  leave,
  newCall,
  reject,
  type Transition,
} from './call-state.ts'
import { presentSession } from './calls.present.ts'

const USERS = Array.from({ length: 6 }, () => randomUUID())
const [HOST = ''] = USERS
const DEVICES = Array.from({ length: 3 }, () => randomUUID())

const startCall = (at: Date): CallState =>
  newCall(
    { id: randomUUID(), is_group: true, host_id: HOST, thread_id: null, version: 1, created_at: at, ended_at: null },
    DEVICES[0] ?? '',
    at,
  )

interface Action {
  readonly kind:
    | 'invite'
    | 'acknowledge'
    | 'busy'
    | 'accept'
    | 'reject'
    | 'leave'
    | 'join'
    | 'expire'
    | 'deactivate'
    | 'rejoin'
    | 'cancel'
  readonly user: number
  readonly others: readonly number[]
  readonly session: number
  readonly device: number
  readonly seconds: number
}
const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom(
    'invite',
    'acknowledge',
    'busy',
    'accept',
    'reject',
    'leave',
    'join',
    'expire',
    'deactivate',
    'rejoin',
    'cancel',
  ),
  user: fc.nat(USERS.length - 1),
  others: fc.uniqueArray(fc.nat(USERS.length - 1), { maxLength: 3 }),
  session: fc.nat(8),
  device: fc.nat(DEVICES.length - 1),
  seconds: fc.integer({ min: -5, max: 20 }), // the clock may go back
})

function apply(state: CallState, { kind, user, others, session, device, seconds }: Action, at: Date): Transition {
  const userId = USERS[user] ?? ''
  const sessionId = state.sessions[session]?.id ?? randomUUID()
  const deviceId = DEVICES[device] ?? ''
  if (kind === 'invite') {
    const receivers = others.map((index) => USERS[index] ?? '')
    return invite(
      state,
      userId,
      receivers,
      receivers.map(() => randomUUID()),
      at,
    )
  }
  if (kind === 'acknowledge' || kind === 'busy') return acknowledge(state, sessionId, kind === 'busy', at)
  if (kind === 'accept') return accept(state, sessionId, deviceId, at)
  if (kind === 'reject') return reject(state, sessionId, at)
  if (kind === 'cancel') return cancel(state, sessionId, at)
  if (kind === 'rejoin') {
    const earlierId = sessionToRejoin(state.sessions.map(presentSession), userId)?.id
    const earlier = state.sessions.find(({ id }) => id === earlierId)
    // The service refuses users who were never invited.
    return earlier || userId === HOST ? rejoin(state, { userId, deviceId }, earlier, randomUUID(), at) : { state, changes: [] }
  }
  if (kind === 'leave') return leave(state, userId, at)
  if (kind === 'join') return joinEndpoint(state, { userId, deviceId, endpointId: randomUUID() }, at)
  return expire(state, new Date(at.getTime() + seconds * 1000), (id) => kind === 'deactivate' && id === userId)
}

/** Asserts the rules of every state. */
function assertPossible({ call, sessions, participants }: CallState): void {
  const participantIds = participants.map((one) => one.user_id)
  expect(new Set(participantIds).size).toBe(participantIds.length)
  for (const session of sessions) {
    const { caller_id, receiver_id, joined_at, disconnected_at, has_missed, has_rejected, is_unreachable, is_busy } = session
    expect(caller_id).not.toBe(receiver_id)
    const outcomes = [has_missed, has_rejected, is_unreachable].filter(Boolean).length
    expect(outcomes).toBeLessThanOrEqual(1)
    if (outcomes === 1) expect([joined_at === null, disconnected_at === null]).toEqual([true, false])
    if (is_busy) expect(has_missed).toBe(true)
    if (isJoined(session)) expect(participantIds).toContain(receiver_id)
    if (isRinging(session)) expect(participantIds).not.toContain(receiver_id)
  }
  const active = sessions.filter(isActive)
  expect(participants.length + active.filter(isRinging).length).toBeLessThanOrEqual(4)
  expect(new Set(active.map((one) => one.receiver_id)).size).toBe(active.length)
  const joinedIds = active.filter(isJoined).map((one) => one.receiver_id)
  for (const userId of participantIds) expect(userId === HOST || joinedIds.includes(userId)).toBe(true)
  expect(participants.length).toBeLessThanOrEqual(4)
  if (call.ended_at !== null) expect([active.length, participants.length]).toEqual([0, 0])
  else {
    expect(participants.length).toBeGreaterThanOrEqual(1)
    expect(participants.length + active.filter(isRinging).length).toBeGreaterThanOrEqual(2)
  }
}

/** The outcomes of sessions that are over. One that was joined may continue: its user rejoined. */
const outcomeOf = (state: CallState) =>
  state.sessions.map(({ id, joined_at, disconnected_at, has_missed, has_rejected, is_unreachable }) =>
    disconnected_at === null || joined_at !== null
      ? `${id} ${joined_at?.toISOString()}`
      : JSON.stringify({ id, joined_at, disconnected_at, has_missed, has_rejected, is_unreachable }),
  )

test('10,000 random actions leave no call, session or participant in an impossible state', () => {
  let count = 0
  fc.assert(
    fc.property(fc.array(action, { minLength: 50, maxLength: 50, size: 'max' }), (actions) => {
      const startedAt = new Date('2026-11-23T00:00:00Z')
      const begun = invite(startCall(startedAt), HOST, USERS.slice(1, 3), [randomUUID(), randomUUID()], startedAt)
      let { state } = begun
      let at = startedAt.getTime()
      for (const one of actions) {
        count += 1
        at += one.seconds * 1000
        const before = state
        try {
          const next = apply(before, one, new Date(at))
          state = next.state
          for (const { sessionId } of next.changes) expect(state.sessions.map(({ id }) => id)).toContain(sessionId)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
        assertPossible(state)
        // An ended session keeps its outcome.
        const over = outcomeOf(before).filter((outcome) => outcome.startsWith('{'))
        expect(outcomeOf(state)).toEqual(expect.arrayContaining(over))
        if (before.call.ended_at !== null) expect(state).toEqual(before)
      }
    }),
    { numRuns: 200 },
  )
  expect(count).toBeGreaterThanOrEqual(10_000)
})

import { expect, test } from 'vitest'
import type { CallParticipant } from '@noroshi/contract/calls/call-participant'
import type { CallSession, SharedCall } from '@noroshi/contract/calls/calls.http'
import { aCall, aSession } from '../testing/fake-calls.ts'
import { expectsUser, isOfferer } from './offerer.ts'

const call = aCall({ id: 'call', HostUserId: 'Aiko' }, ['Ben', 'Chika'])
const { people } = call
const session = (ReceiverId: string, changes: Partial<CallSession> = {}) =>
  aSession({ id: ReceiverId, CallId: 'call', CallerId: 'Aiko', ReceiverId }, changes)

test('exactly one user of each pair offers: the one who was invited earlier', () => {
  const offers = people.flatMap(({ id: one }) =>
    people.filter(({ id: other }) => isOfferer({ people }, one, other)).map(({ id: other }) => `${one} to ${other}`),
  )
  expect(offers).toEqual(['Aiko to Ben', 'Aiko to Chika', 'Ben to Chika'])
  expect([isOfferer(null, 'Aiko', 'Ben'), isOfferer({ people }, 'Aiko', 'Dai')]).toEqual([false, false])
})

test('a connection is prepared for a user who is called or whose page has not joined, by those who offer to them', () => {
  const at = '2026-11-23T09:00:05.000Z'
  const participant = (userId: string, endpointId: string | null): CallParticipant => ({ userId, deviceId: userId, endpointId })
  const expecting = (changes: Pick<SharedCall, 'sessions' | 'participants'>) =>
    people.map(({ id }) => id).filter((id) => expectsUser({ ...call, ...changes }, id))
  const aiko = participant('Aiko', 'page')
  expect(expecting({ sessions: [session('Ben'), session('Chika')], participants: [aiko] })).toEqual(['Aiko', 'Ben'])
  const joined = session('Ben', { joinedAt: at })
  const rejected = session('Chika', { disconnectedAt: at, hasRejected: true })
  expect(expecting({ sessions: [joined, rejected], participants: [aiko, participant('Ben', null)] })).toEqual(['Aiko'])
  expect(expecting({ sessions: [joined, rejected], participants: [aiko, participant('Ben', 'page')] })).toEqual([])
})

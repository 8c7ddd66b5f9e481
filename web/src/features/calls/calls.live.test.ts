import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { Call, SharedCall } from '@noroshi/contract/calls/calls.http'
import { setCurrentUser } from '../../platform/current-user.ts'
import { createReceiver } from '../../platform/live.ts'
import { callsLive } from './calls.live.ts'
import { callQuery, callsQuery, moreCallsQuery } from './calls.queries.ts'
import { aCall } from './testing/fake-calls.ts'

const idOf = (kind: number, number: number) => `0199000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`
const at = '2026-11-21T09:00:00.000Z'
const [me, aiko, ben] = [idOf(1, 1), idOf(1, 2), idOf(1, 3)]

/** Returns a call of the viewer to the others. Higher numbers are newer. */
const callOfMe = (number: number, others: readonly string[], changes: Partial<SharedCall> = {}): SharedCall =>
  aCall({ id: idOf(3, number), HostUserId: me }, others, changes)

/** Returns the lists that the server answers: one row for each other user in the personal list, newest first. */
function answersOf(shared: readonly SharedCall[]) {
  const calls = shared.map((call) => callOf(call, me)).toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const personal = calls.filter(({ otherUser }) => otherUser !== null)
  const isLast = (call: Call) => personal.find(({ otherUser }) => otherUser?.id === call.otherUser?.id) === call
  return {
    personal: personal.filter(isLast),
    group: calls.filter(({ isGroupCall }) => isGroupCall),
    more: personal.filter(({ otherUser }) => otherUser?.id === aiko),
  }
}

const pagesOf = (calls: readonly Call[]) => ({
  pages: [{ calls: [...calls], pageSize: 20, total: calls.length }],
  pageParams: [1],
})

function pageWith(shared: readonly SharedCall[]) {
  const cache = new QueryClient()
  const keys = {
    personal: callsQuery('personal').queryKey,
    group: callsQuery('group').queryKey,
    more: moreCallsQuery(aiko).queryKey,
  }
  const answers = answersOf(shared)
  for (const name of ['personal', 'group', 'more'] as const) cache.setQueryData(keys[name], pagesOf(answers[name]))
  for (const call of shared) cache.setQueryData(callQuery(call.id).queryKey, callOf(call, me))
  const receive = createReceiver(cache, [callsLive])
  let count = 0
  return {
    receive: (kind: string, call: SharedCall) =>
      receive('call-session:updated', { kind, session: call.sessions[0], call }, `event-${count++}`, { isCatchUp: false }),
    shown: () => ({
      personal: cache.getQueryData(keys.personal),
      group: cache.getQueryData(keys.group),
      more: cache.getQueryData(keys.more),
    }),
    call: (id: string) => cache.getQueryData(callQuery(id).queryKey),
  }
}

const refetched = (shared: readonly SharedCall[]) => {
  const { personal, group, more } = answersOf(shared)
  return { personal: pagesOf(personal), group: pagesOf(group), more: pagesOf(more) }
}

beforeEach(() => setCurrentUser({ id: me, isAdmin: false }))
afterEach(() => setCurrentUser(null))

const ended = {
  endedAt: at,
  version: 2,
  sessions: callOfMe(1, [aiko]).sessions.map((session) => ({ ...session, disconnectedAt: at, hasRejected: true })),
}

test.each([
  ['a new call to the same user', callOfMe(4, [aiko])],
  ['a new call to another user', callOfMe(4, [ben])],
  ['a new group call', callOfMe(4, [aiko, ben])],
  ['an older call that ended', callOfMe(1, [aiko], ended)],
])('after an event about %s the lists equal a refetch', (_name, changed) => {
  const calls = [callOfMe(1, [aiko]), callOfMe(2, [aiko, ben]), callOfMe(3, [aiko])]
  const page = pageWith(calls)
  page.receive('disconnected', changed)
  expect(page.shown()).toEqual(refetched([...calls.filter(({ id }) => id !== changed.id), changed]))
  expect(page.call(changed.id)).toEqual(callOf(changed, me))
})

test('an event with an older version changes nothing', () => {
  const calls = [callOfMe(1, [aiko], { ...ended, version: 3 })]
  const page = pageWith(calls)
  page.receive('accepted', callOfMe(1, [aiko], { version: 2 }))
  expect(page.shown()).toEqual(refetched(calls))
})

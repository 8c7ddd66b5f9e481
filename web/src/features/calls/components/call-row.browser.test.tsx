import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { callOf } from '@noroshi/contract/calls/call-status'
import type { CallSession, SharedCall } from '@noroshi/contract/calls/calls.http'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aiko, ben, me } from '../testing/call-server.ts'
import { aCall, aSession } from '../testing/fake-calls.ts'
import { CallRow } from './call-row.tsx'

const id = '01990003-0000-7000-8000-000000000001'
const answered = '2026-11-21T09:00:10.000Z'
const ended = '2026-11-21T09:05:22.000Z'

/** A call that is over. Its sessions have the given outcome. */
function pastCall(host: string, others: readonly string[], outcome: Partial<CallSession>, changes: Partial<SharedCall> = {}) {
  const sessions = others.map((ReceiverId) =>
    aSession({ id: ReceiverId, CallId: id, CallerId: host, ReceiverId }, { disconnectedAt: ended, ...outcome }),
  )
  return callOf(aCall({ id, HostUserId: host }, others, { sessions, endedAt: ended, ...changes }), me)
}

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  setAccessToken('token')
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test.each([
  ['a call that the user made', pastCall(me, [aiko], { joinedAt: answered }), 'Outgoing', 'Connected 05:12', false],
  ['a call that the user answered', pastCall(aiko, [me], { joinedAt: answered }), 'Incoming', 'Connected 05:12', false],
  ['a call that the user missed', pastCall(aiko, [me], { hasMissed: true }), 'Incoming', 'Missed', true],
  ['a call that the user rejected', pastCall(aiko, [me], { hasRejected: true }), 'Incoming', 'Rejected', false],
  ['a call without an answer', pastCall(me, [aiko], { hasMissed: true }), 'Outgoing', 'Missed', false],
  ['a group call that the user missed', pastCall(aiko, [me, ben], { hasMissed: true }), 'Incoming', 'Missed', true],
])('%s has two lines: the name, and its direction, outcome and time', async (_what, call, direction, outcome, isWarning) => {
  await renderPage(
    <ul style={{ width: 320 }}>
      <CallRow call={call} />
    </ul>,
  )
  const row = page.getByRole('listitem')
  const facts = row.getByText(outcome, { exact: true })
  await expect.element(facts).toBeVisible()
  expect(facts.element().parentElement?.querySelector('[role=img]')?.ariaLabel).toBe(direction)
  expect(facts.element().parentElement?.dataset['missed'] !== undefined).toBe(isWarning)
  const [name, line] = [row.element().querySelector('b'), facts.element().parentElement]
  expect(name?.getBoundingClientRect().bottom).toBeLessThanOrEqual(line?.getBoundingClientRect().top ?? 0)
  expect(line?.querySelector('time')?.getBoundingClientRect().top).toBeLessThan(line?.getBoundingClientRect().bottom ?? 0)
})

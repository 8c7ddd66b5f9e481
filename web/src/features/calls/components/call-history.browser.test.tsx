import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { callOf } from '@noroshi/contract/calls/call-status'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aiko, ben, callOfMe, me } from '../testing/call-server.ts'
import { CallHistory } from './call-history.tsx'

const endedAt = '2026-11-21T09:05:22.000Z'
const calls = [callOfMe(2, [ben], { endedAt }), callOfMe(1, [aiko], { endedAt })]

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ calls: calls.map((call) => callOf(call, me)), inactiveUserIds: [ben], pageSize: 20, total: calls.length }),
  )
  setAccessToken('token')
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test('the history offers a call to an active user, and shows that with a deactivated one without the offer', async () => {
  await renderPage(<CallHistory />)
  await expect.element(page.getByRole('button', { name: `Call ${aiko}` })).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: ben })).toBeVisible()
  expect(page.getByRole('button', { name: `Call ${ben}` }).query()).toBeNull()
})

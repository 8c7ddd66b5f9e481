import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Need } from '@noroshi/contract/needs/needs.http'
import { needsLive } from '../features/needs/needs.live.ts'
import { AIKO_ID, fakeNeed } from '../features/needs/testing/fake-need.ts'
import { createReceiver } from '../platform/connection/live.ts'
import { newId } from '../platform/ids.ts'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { renderPage } from '../testing/render-page.tsx'
import { ExpiredNeeds } from './expired-needs.tsx'

afterEach(() => {
  setCurrentUser(null)
  vi.restoreAllMocks()
})

/** Opens a page of Aiko, whose server has these entries, and returns its receiver of the question about them. */
async function start(items: readonly Need[]) {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ items, nextCursor: null }))
  setCurrentUser({ id: AIKO_ID, isAdmin: false })
  const { cache } = await renderPage(<ExpiredNeeds />)
  const receive = createReceiver(cache, [needsLive])
  return (ids: string[], isCatchUp: boolean) => receive('needs:expired', { ids }, newId(), { isCatchUp })
}

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('the owner is asked about entries that expire, also about those that expired while no page was open', async () => {
  const [expired, prolonged] = [fakeNeed({ expiresAt: at(-1) }), fakeNeed({ expiresAt: at(40) })]
  const ask = await start([expired, prolonged])
  ask([expired.id, prolonged.id], true)
  await expect.element(page.getByText('Your entry on the needs board has expired. Does it still hold?')).toBeVisible()
  ask([expired.id, prolonged.id], false)
  await expect.element(page.getByText('2 of your entries on the needs board have expired.', { exact: false })).toBeVisible()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeAlert } from '../testing/fake-alerts.ts'
import { RaiserContact } from './raiser-contact.tsx'

const own = fakeAlert(1)
const forOther = fakeAlert(2, { raisedFor: { person: null, name: 'Mori' } })

beforeEach(() => {
  const items = [own, forOther].map(({ id }) => ({ alertId: id, isOnline: true, seenAt: null, locatedAt: null }))
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ items }))
  setAccessToken('token')
  setCurrentUser({ id: 'reader', isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test('an alert for another person does not show when its raiser was last heard of', async () => {
  await renderPage(
    <>
      <RaiserContact alert={forOther} />
      <RaiserContact alert={own} />
    </>,
  )
  await expect.element(page.getByText('Last contact: online now')).toBeVisible()
  expect(page.getByText(/^Last contact:/).elements()).toHaveLength(1)
})

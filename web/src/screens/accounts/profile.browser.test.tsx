import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakePerson } from '../../features/alerts/testing/fake-alerts.ts'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { setAccessToken } from '../../platform/session/session.ts'
import { clearStored } from '../../platform/session/storage.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ProfileScreen } from './profile.tsx'

const request = vi.spyOn(window, 'fetch')
const actions = page.getByRole('button', { name: /^(Call|Message)$/ })

beforeEach(() => {
  setAccessToken('token')
  setCurrentUser({ id: 'me', isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  request.mockReset()
})

/** Opens a profile to which the server replies this. */
async function open(reply: () => Response) {
  request.mockImplementation(async (url) => {
    if (!new URL(new Request(url).url).pathname.includes('/users/')) throw new TypeError('no network')
    return reply()
  })
  await renderPage(<ProfileScreen />)
}

test('the profile of a deactivated person says so, and offers neither a call nor a message', async () => {
  await open(() => Response.json({ code: 'user.inactive', message: '', issues: [] }, { status: 404 }))
  await expect.element(page.getByRole('heading', { name: 'This account has been deactivated' })).toBeVisible()
  expect(actions.elements()).toEqual([])
})

test('the profile of an active person offers a call and a message', async () => {
  const address = { addressLineOne: '', addressLineTwo: '', city: '', state: '', postalAreaCode: null, country: '' }
  await open(() => Response.json({ ...fakePerson('Haruka'), ...address, phoneNumber: '', email: 'haruka@example.org' }))
  await expect.element(page.getByRole('heading', { name: 'Haruka' })).toBeVisible()
  expect(actions.elements().length).toBe(2)
})

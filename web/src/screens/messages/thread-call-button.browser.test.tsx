import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { setAccessToken } from '../../platform/session/session.ts'
import { clearStored } from '../../platform/session/storage.ts'
import { aThread } from '../../features/messaging/testing/fake-threads.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ThreadCallButton } from './thread-call-button.tsx'

const thread = aThread(1)
const call = page.getByRole('button', { name: /^Call/ })
const request = vi.spyOn(window, 'fetch')

beforeEach(() => {
  setAccessToken('token')
  setCurrentUser({ id: 'me', isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  request.mockReset()
})

test('the chat with a deactivated person offers no call', async () => {
  request.mockImplementation(async () => Response.json({ code: 'user.inactive', message: '', issues: [] }, { status: 404 }))
  await renderPage(<ThreadCallButton thread={thread} />)
  await expect.element(call).not.toBeInTheDocument()
})

test('the chat with a person whose profile does not load offers a call', async () => {
  request.mockRejectedValue(new TypeError('no network'))
  await renderPage(<ThreadCallButton thread={thread} />)
  await expect.element(call).toBeVisible()
})

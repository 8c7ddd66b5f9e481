import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setAccessToken } from '../../platform/session/session.ts'
import { clearStored, storageKeys, writeStored } from '../../platform/session/storage.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ConfirmEmailScreen } from './confirm-email.tsx'
import { ResetPasswordScreen } from './reset-password.tsx'

const login = page.getByRole('link', { name: 'Login', exact: true })

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
})
afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

test.each([
  ['a new password', ResetPasswordScreen, storageKeys.resetToken, 'Update password'],
  ['a new email', ConfirmEmailScreen, storageKeys.emailToken, 'Confirm email'],
])('the form of %s links to the login for a signed-out user only', async (_form, Screen, key, submit) => {
  writeStored(key, 'token-of-the-link')
  await renderPage(<Screen />)
  await expect.element(page.getByRole('button', { name: submit })).toBeVisible()
  await expect.element(login).toHaveAttribute('href', '/login')
  setAccessToken('token')
  await expect.element(login).not.toBeInTheDocument()
})

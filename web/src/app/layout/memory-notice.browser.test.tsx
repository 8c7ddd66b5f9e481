import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { RegisterForm } from '../../features/accounts/sign-in/register-form.tsx'
import { accessToken } from '../../platform/session/session.ts'
import { clearStored } from '../../platform/session/storage.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { MemoryNotice } from './memory-notice.tsx'

const notice = page.getByRole('status').filter({ hasText: 'After that, no alarm reaches this device.' })
const fields = [
  ['First name', 'Ben'],
  ['Email', 'ben@example.org'],
  ['Password', 'correct horse 1'],
  ['Confirm password', 'correct horse 1'],
] as const

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const { pathname } = new URL(new Request(url).url)
    if (init?.method !== 'POST') throw new TypeError('no network')
    return Response.json(pathname.endsWith('/login') ? { accessToken: 'token' } : {})
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  clearStored()
})

test('a user who registers in a browser that refuses to store the session reads that nothing arrives after the tab closes', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('the quota is exceeded', 'QuotaExceededError')
  })
  const { router } = await renderPage(
    <>
      <MemoryNotice />
      <RegisterForm setupCode="code" />
    </>,
  )
  await router.navigate({ href: '/register' })
  await expect.element(notice).not.toBeInTheDocument()
  for (const [label, value] of fields) await page.getByLabelText(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByText('You have successfully created an account')).toBeVisible()
  expect(router.state.location.pathname).toBe('/') // without a reload, which would lose the session
  expect(accessToken()).toBe('token')
})

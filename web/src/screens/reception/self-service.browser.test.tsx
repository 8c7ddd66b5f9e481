import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { takeAfterSignIn } from '../../platform/session/after-sign-in.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SelfServiceScreen } from './self-service.tsx'

const hash = `01990000-0000-7000-8000-000000000031.${'x'.repeat(22)}`

beforeEach(() => sessionStorage.clear())

test('the QR code that a visitor opened is kept for the sign-in, and a wrong one is not', async () => {
  const { router } = await renderPage(<SelfServiceScreen />)
  await expect.element(page.getByText('Sign in first')).toBeVisible()
  expect(takeAfterSignIn()).toBeNull()
  router.history.push(`/#${hash}`)
  await expect.poll(takeAfterSignIn).toBe(`/self-service#${hash}`)
  expect(takeAfterSignIn()).toBeNull()
})

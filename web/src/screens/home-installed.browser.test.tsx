import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { meQuery } from '../features/accounts/accounts.queries.ts'
import { renewPush } from '../platform/push/push.ts'
import { setAccessToken } from '../platform/session/session.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { HomeScreen } from './home.tsx'

// `as`: home reads nothing else
const me = { id: 'me', isAdmin: false, audienceCount: 3, locationSharing: 'never' } as Me

afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'standalone')
})

test.each([
  ['the installed application', true],
  ['a tab of the browser', false],
])('home of %s without notifications leads to the device check: %s', async (_where, isInstalled) => {
  Object.defineProperty(navigator, 'standalone', { value: isInstalled, configurable: true })
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ publicKey: null, items: [] }))
  setAccessToken('token')
  const { cache } = await renderPage(<HomeScreen />)
  cache.setQueryData(meQuery.queryKey, me)
  await renewPush()
  await expect.element(page.getByRole('navigation', { name: 'Features' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Check this device' })
  await (isInstalled ? expect.element(link).toHaveAttribute('href', '/ready') : expect.element(link).not.toBeInTheDocument())
})

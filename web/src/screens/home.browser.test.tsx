import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { meQuery } from '../features/accounts/accounts.queries.ts'
import { setAccessToken } from '../platform/session.ts'
import { clearStored } from '../platform/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { HomeScreen } from './home.tsx'

afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

test('home says neither that no alert is active nor that all messages are read before it knows', async () => {
  vi.spyOn(window, 'fetch').mockReturnValue(new Promise(() => undefined))
  setAccessToken('token')
  const { cache } = await renderPage(<HomeScreen />)
  // `as`: home reads nothing else
  cache.setQueryData(meQuery.queryKey, { id: 'me', isAdmin: false, audienceCount: 3, locationSharing: 'never' } as Me)
  const tiles = page.getByRole('navigation', { name: 'Features' })
  await expect.element(tiles.getByRole('link', { name: /^Alerts/ })).toMatchTextContent('Loading')
  await expect.element(tiles.getByRole('link', { name: /^Messages/ })).toMatchTextContent('Loading')
  await expect.element(page.getByText('None active')).not.toBeInTheDocument()
  await expect.element(page.getByText('No active alerts')).not.toBeInTheDocument()
})

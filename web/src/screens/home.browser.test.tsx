import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { meQuery } from '../features/accounts/accounts.queries.ts'
import { alertStore, receiveAlert } from '../features/alerts/alert-store.ts'
import { alertsQuery } from '../features/alerts/alerts.queries.ts'
import { fakeAlert, fakePerson } from '../features/alerts/testing/fake-alerts.ts'
import { locateMe } from '../platform/device/own-location.ts'
import { setAccessToken } from '../platform/session/session.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { HomeScreen } from './home.tsx'

// `as`: home reads nothing else
const me = { id: 'me', isAdmin: false, audienceCount: 3, locationSharing: 'never' } as Me

afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

test('home says neither that no alert is active nor that all messages are read before it knows', async () => {
  vi.spyOn(window, 'fetch').mockReturnValue(new Promise(() => undefined))
  setAccessToken('token')
  const { cache } = await renderPage(<HomeScreen />)
  cache.setQueryData(meQuery.queryKey, me)
  const tiles = page.getByRole('navigation', { name: 'Features' })
  await expect.element(tiles.getByRole('link', { name: /^Alerts/ })).toMatchTextContent('Loading')
  await expect.element(tiles.getByRole('link', { name: /^Messages/ })).toMatchTextContent('Loading')
  await expect.element(page.getByText('None active')).not.toBeInTheDocument()
  await expect.element(page.getByText('No active alerts')).not.toBeInTheDocument()
})

const [near, far] = [
  fakeAlert(1, { raisedBy: fakePerson('Emma'), latitude: 38.001, longitude: 140 }),
  fakeAlert(2, { raisedBy: fakePerson('Kenji'), latitude: 38.02, longitude: 140 }),
]
test.each([
  ['several active alerts', [far, near], '2 active alertsNearest: Emma, 110 m', '/alerts'],
  [
    'one active alert',
    [far],
    '1 active alertKenji, 2.2 km',
    `/alerts/${far.id}/messages/${far.alertMessageThread.MessageThreadId}`,
  ],
])('home names the nearest of %s, its distance, and links there', async (_what, alerts, line, path) => {
  vi.spyOn(window, 'fetch').mockReturnValue(new Promise(() => undefined))
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((onFound) => {
    const coords = { latitude: 38, longitude: 140, accuracy: 5 }
    onFound({ coords, timestamp: Date.now() } as GeolocationPosition) // `as`: the part that is read
  })
  await locateMe()
  setAccessToken('token')
  const { cache } = await renderPage(<HomeScreen />)
  cache.setQueryData(meQuery.queryKey, me)
  for (const alert of alerts) receiveAlert(alertStore(cache), alert)
  cache.setQueryData(alertsQuery('active').queryKey, { oldest: '' })
  const status = page.getByRole('link', { name: /active alert/ })
  await expect.element(status).toHaveTextContent(line)
  await expect.element(status).toHaveAttribute('href', path)
})

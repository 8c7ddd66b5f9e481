import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { meQuery } from '../features/accounts/accounts.queries.ts'
import { alertsQuery } from '../features/alerts/alerts.queries.ts'
import { alertStore, receiveAlert } from '../features/alerts/alert-store.ts'
import { locationChoicesQuery } from '../features/alerts/handling/responder-locations.queries.ts'
import { fakeAlert } from '../features/alerts/testing/fake-alerts.ts'
import { setAccessToken } from '../platform/session/session.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { TopSlot } from '../ui/dialogs/top-slot.tsx'
import { ResponderLocation } from './responder-location.tsx'

const alert = fakeAlert(1)
const bar = page.getByRole('region', { name: 'Shared location' })

/** Opens a page of a user who responds to the alert, and whose device has no location yet. */
async function start(readChoices: () => Response) {
  const requests = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.includes('responder-location')) return Response.json({}, { status: 503 })
    return request.method === 'GET' ? readChoices() : Response.json({ alertIds: [alert.id] })
  })
  const watch = vi.spyOn(navigator.geolocation, 'watchPosition').mockReturnValue(1)
  setAccessToken('token')
  const { cache } = await renderPage(
    <>
      <TopSlot isWindow />
      <ResponderLocation />
    </>,
  )
  cache.setQueryData(meQuery.queryKey, { id: 'me' } as never) // `as`: the bar reads only that there is a user
  cache.setQueryData(alertsQuery('active').queryKey, { oldest: '' })
  receiveAlert(alertStore(cache), { ...alert, viewer: { ...alert.viewer, answer: 'responding' } }, 1)
  return { cache, watch, requests }
}

const shared = () => Response.json({ items: [{ alertId: alert.id, isShared: true, isThisDevice: true }] })

afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

test('the bar says that the location is shared once the server has it, and why there is none', async () => {
  const { watch } = await start(shared)
  await expect.element(bar).toMatchTextContent(/Waiting for your location/)
  const [located, failed] = watch.mock.calls.at(-1) ?? []
  failed?.({ code: 1, PERMISSION_DENIED: 1, TIMEOUT: 3 } as GeolocationPositionError) // `as`: only these are read
  await expect.element(bar).toMatchTextContent(/The browser may not use your location/)
  await expect.element(bar).toMatchTextContent(/Waiting for your location/)
  // `as`: only these are read
  located?.({ coords: { latitude: 38, longitude: 140, accuracy: 5 }, timestamp: Date.now() } as GeolocationPosition)
  await expect.element(bar).toMatchTextContent(/Your location is shared/)
  await expect.element(bar).not.toMatchTextContent(/The browser may not/)
})

test('a choice that did not load is not shown as none', async () => {
  let isBroken = true
  const { cache } = await start(() => (isBroken ? Response.json({}, { status: 503 }) : shared()))
  await expect.element(bar).toMatchTextContent(/Couldn’t load whether you share your location/)
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(bar).toMatchTextContent(/Waiting for your location/)
  expect(cache.getQueryData(locationChoicesQuery.queryKey)?.items).toHaveLength(1)
})

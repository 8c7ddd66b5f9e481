import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { currentLocation, setSharesAlways } from '../../platform/device/geolocation.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { useResolveAlert } from './alerts.changes.ts'
import { fakeAlert } from './testing/fake-alerts.ts'

const alert = fakeAlert(1)
const request = vi.spyOn(window, 'fetch')
const askDevice = vi.spyOn(navigator.geolocation, 'getCurrentPosition')

function ResolveButton() {
  const { mutate } = useResolveAlert(alert)
  return (
    <button type="button" onClick={() => mutate(undefined)}>
      Resolve
    </button>
  )
}

/** Presses the button. @returns the body of the request */
async function resolve(): Promise<unknown> {
  request.mockClear()
  await page.getByRole('button', { name: 'Resolve' }).click()
  await expect.poll(() => request.mock.calls.length).toBe(1)
  const body = request.mock.calls[0]?.[1]?.body
  return typeof body === 'string' ? JSON.parse(body) : body
}

beforeEach(async () => {
  request.mockImplementation(async () => Response.json(alert))
  await renderPage(<ResolveButton />)
})
afterEach(() => {
  vi.resetAllMocks()
  setSharesAlways(false)
})

test('a member who resolves an alert sends no location while none is known, and the device is not asked', async () => {
  expect(await resolve()).toEqual({ AlertId: alert.id })
  expect(askDevice).not.toHaveBeenCalled()
})

test('a member who resolves an alert sends the location that the device reported before, if they always share it', async () => {
  askDevice.mockImplementation((onLocated) => {
    const coords = { latitude: 38.25, longitude: 140.5, accuracy: 10 }
    onLocated({ coords, timestamp: Date.now() } as GeolocationPosition) // `as`: the page reads nothing else
  })
  await currentLocation()
  askDevice.mockClear()
  expect(await resolve()).toEqual({ AlertId: alert.id })
  setSharesAlways(true)
  expect(await resolve()).toEqual({ AlertId: alert.id, latitude: '38.25', longitude: '140.5' })
  expect(askDevice).not.toHaveBeenCalled()
})

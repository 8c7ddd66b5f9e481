import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SharingMode } from '@noroshi/contract/accounts/accounts.http'
import { allowedFix, allowedLocation, currentLocation, lastFix } from '../../platform/device/geolocation.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { useSharedLocation } from './user-locations.ts'

const coords = { latitude: 38.2, longitude: 140.8, accuracy: 5 }
const request = vi.spyOn(window, 'fetch')
const askDevice = vi.spyOn(navigator.geolocation, 'getCurrentPosition')
const askPermission = vi.spyOn(navigator.permissions, 'query')

beforeEach(() => {
  request.mockResolvedValue(new Response('{"ok":true}'))
  // `as`: the rest of a position and of a permission is not read
  askDevice.mockImplementation((onFound) => onFound({ coords, timestamp: Date.now() } as GeolocationPosition))
  vi.spyOn(navigator.geolocation, 'watchPosition').mockReturnValue(1)
  askPermission.mockResolvedValue({ state: 'granted' } as PermissionStatus)
})
afterEach(() => vi.clearAllMocks())

function Sharing({ mode, hasOwnSos = false }: { mode: SharingMode | null; hasOwnSos?: boolean }) {
  useSharedLocation(mode, hasOwnSos)
  return <p>Sharing</p>
}

const show = async (mode: SharingMode | null, hasOwnSos = false) => {
  const { screen } = await renderPage(<Sharing mode={mode} hasOwnSos={hasOwnSos} />)
  await expect.element(page.getByText('Sharing')).toBeVisible()
  return screen
}

test.each(['never', 'emergency', null] as const)(
  'a user who shares the location "%s" sends none with requests, and the device is not asked',
  async (mode) => {
    await show(mode, true)
    expect(await allowedLocation()).toBe(null)
    expect(askDevice).not.toHaveBeenCalled()
    await currentLocation() // as the map does
    expect(lastFix()).toMatchObject(coords)
    expect(allowedFix()).toBe(null)
  },
)

test('a user who always shares the location sends it with requests until the sign-out', async () => {
  const screen = await show('always')
  expect(await allowedLocation()).toEqual(coords)
  expect(allowedFix()).toMatchObject(coords)
  await screen.unmount()
  expect(await allowedLocation()).toBe(null)
  expect(allowedFix()).toBe(null)
})

test('a user who always shares the location and has not granted the permission sends none with requests', async () => {
  askPermission.mockResolvedValue({ state: 'prompt' } as PermissionStatus)
  await show('always')
  expect(await allowedLocation()).toBe(null)
  expect(askDevice).not.toHaveBeenCalled()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { API_BASE } from '@noroshi/contract/addresses'
import { hotspotRoutes } from '@noroshi/contract/hotspot/hotspot.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { HotspotArea } from './hotspot-area.tsx'
import { HotspotCard } from './hotspot-card.tsx'

let hotspot: { isWaiting: boolean } | null
let wifi: { name: string; passphrase: string } | null
beforeEach(() => {
  hotspot = null
  wifi = null
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const path = new URL(new Request(url).url).pathname.slice(API_BASE.length)
    if (path === hotspotRoutes.wifi.path) return Response.json({ wifi })
    if (init?.method === 'POST') hotspot = { isWaiting: false }
    return Response.json(init?.method === 'POST' ? { ok: true } : { hotspot })
  })
})
afterEach(() => vi.restoreAllMocks())

test('a device on the hotspot reads that other apps are silent; elsewhere nothing is said', async () => {
  await renderPage(<HotspotCard />)
  await expect.poll(() => vi.mocked(window.fetch).mock.calls.length).toBe(1)
  await expect.element(page.getByRole('heading')).not.toBeInTheDocument()
  hotspot = { isWaiting: false }
  await renderPage(<HotspotCard />)
  await expect.element(page.getByRole('heading', { name: 'This Wi-Fi reaches Noroshi only' })).toBeVisible()
  await expect.element(page.getByText('To use mobile data, leave this Wi-Fi', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('on the sign-in page of the Wi-Fi, a user stays on it', async () => {
  hotspot = { isWaiting: true }
  await renderPage(<HotspotCard />)
  await expect.element(page.getByText('Open http://noroshi.lan/ in your browser', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Stay on this Wi-Fi' }).click()
  await expect.element(page.getByText('You stay on this Wi-Fi')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Stay on this Wi-Fi' })).not.toBeInTheDocument()
})

test('the poster has both codes and its steps in both languages', async () => {
  wifi = { name: 'Shelter; 1', passphrase: 'signal-fire-7' }
  await renderPage(<HotspotArea />)
  await expect.element(page.getByRole('img', { name: 'QR code of the Wi-Fi Shelter; 1' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'QR code of http://noroshi.lan/' })).toBeVisible()
  await expect.element(page.getByText('signal-fire-7')).toBeVisible()
  await expect.element(page.getByText('In danger, press SOS. Sign in to chat.')).toBeVisible()
  await expect.element(page.getByText('危険なときは「SOS」を押します。', { exact: false })).toBeVisible()
  const print = vi.spyOn(window, 'print').mockReturnValue()
  await page.getByRole('button', { name: 'Print the poster' }).click()
  expect(print).toHaveBeenCalledOnce()
})

test('without a hotspot, an administrator reads how the operator sets one up', async () => {
  await renderPage(<HotspotArea />)
  await expect.element(page.getByText('sudo npm run hotspot:install', { exact: false })).toBeVisible()
})

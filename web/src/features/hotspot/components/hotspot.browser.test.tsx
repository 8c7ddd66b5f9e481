import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { HotspotCard } from './hotspot-card.tsx'

let hotspot: { isWaiting: boolean } | null
beforeEach(() => {
  hotspot = null
  vi.spyOn(window, 'fetch').mockImplementation(async (_url, init) => {
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

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertFeed } from '@noroshi/contract/exchange/alert-feeds.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { AlertFeeds } from './alert-feeds.tsx'

const feed: AlertFeed = {
  id: '01990000-0000-7000-8000-000000000031',
  name: 'Fire department',
  recipient: 'Wakaba fire department',
  sender: 'noroshi-1',
  isTest: true,
  includesNames: false,
  includesTexts: false,
  includesLocations: true,
  includesDrills: false,
  groups: null,
  createdAt: '2026-11-30T09:30:00.000Z',
  lastReadAt: null,
}

let sent: unknown[] = []

beforeEach(() => {
  sent = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.includes('/admin/alert-feeds')) throw new TypeError('no network')
    if (request.method === 'GET') return Response.json({ items: sent.length === 0 ? [] : [feed], nextCursor: null })
    sent.push(await request.json())
    const link = 'https://noroshi.example/alert-feeds/SECRET/'
    return Response.json({ ...feed, link, hosts: [], httpPort: null }, { status: 201 })
  })
})
afterEach(() => vi.restoreAllMocks())

test('a feed begins without personal data, and its addresses are shown once', async () => {
  await renderPage(<AlertFeeds />)
  await expect.element(page.getByText('No alerts leave this server')).toBeVisible()
  await page.getByRole('button', { name: 'New feed' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fire department')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.element(dialog.getByText('Enter who reads the feed')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Who reads it' }).fill('Wakaba fire department')
  await dialog.getByLabelText('Locations of alerts').click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect.element(dialog.getByLabelText('CAP 1.2 (Atom)')).toHaveValue('https://noroshi.example/alert-feeds/SECRET/cap.atom')
  await expect.element(dialog.getByLabelText('GeoJSON')).toHaveValue('https://noroshi.example/alert-feeds/SECRET/alerts.geojson')
  expect(sent).toMatchObject([
    { isTest: true, includesNames: false, includesTexts: false, includesLocations: true, includesDrills: false, groupIds: null },
  ])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByText('Wakaba fire department').first()).toBeVisible()
  expect(document.body.textContent).not.toContain('SECRET')
})

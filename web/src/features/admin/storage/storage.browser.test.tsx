import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { StorageUsage } from '@noroshi/contract/admin/storage.http'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { Storage } from './storage.tsx'

afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

const usage: StorageUsage = {
  countedAt: '2026-11-29T01:00:00.000Z',
  tables: [
    { kind: 'messages', rows: 12_340, bytes: 5 * 1024 ** 2 },
    { kind: 'alerts', rows: null, bytes: 1024 },
  ],
  files: [{ kind: 'pictures', count: 0, bytes: 0 }],
  radio: { count: 2, bytes: 2048 },
}

test('the screen says that nothing was counted, counts, and names estimates and what is unknown', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) =>
    Response.json({ usage: (input instanceof Request ? input.method : init?.method) === 'POST' ? usage : null }),
  )
  setAccessToken('token')
  await renderPage(<Storage />)
  await expect.element(page.getByText('Not counted yet')).toBeVisible()
  await page.getByRole('button', { name: 'Count now' }).click()
  const rows = () =>
    [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => (cell.lastElementChild ?? cell).textContent),
    )
  await expect.poll(rows).toEqual([
    ['Messages', 'about 12,340', '5.0 MB'],
    ['Alerts', 'Unknown', '1 KB'],
    ['Pictures', '0', '0 KB'],
    ['Radio recordings (among the sounds)', '2', '2 KB'],
  ])
})

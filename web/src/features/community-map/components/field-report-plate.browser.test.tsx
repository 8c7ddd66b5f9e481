import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { FieldReportPlate } from './field-report-plate.tsx'

afterEach(() => vi.restoreAllMocks())

test('the age of a report, which changes each minute, is not in a live region', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  const at = { latitude: 38.26, longitude: 140.87, confirmedAt: new Date().toISOString() }
  const report = { id: '01990000-0000-7000-8000-000000000031', subject: 'water', state: 'broken', version: 1, ...at } as const
  await renderPage(<FieldReportPlate report={report} onClose={() => undefined} />)
  const plate = page.getByRole('region', { name: 'Tap water: Does not work' })
  const age = plate.getByText(/^Last seen/)
  await expect.element(age).toBeVisible()
  expect(age.element().closest('[role=status], [aria-live], output')).toBeNull()
})

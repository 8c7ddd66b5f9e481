import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { FieldReport } from '@noroshi/contract/community-map/field-report'
import { loadTexts, text } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { fieldReportMarker } from '../field-report-markers.tsx'
import { PrintSheet } from './print-sheet.tsx'

const now = new Date('2026-11-30T09:30:00.000Z')
const road = { subject: 'road', state: 'broken', latitude: 38.26, longitude: 140.87, version: 1 } as const
const reportOf = (id: string, confirmedAt: string): FieldReport => ({ ...road, id, confirmedAt })

afterEach(() => vi.restoreAllMocks())

test('a printed map says when each report was last seen, and which may no longer hold', async () => {
  await loadTexts()
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  vi.spyOn(window, 'print').mockReturnValue()
  const reports = [reportOf('new', '2026-11-30T09:00:00.000Z'), reportOf('old', '2026-11-29T18:00:00.000Z')]
  const markers = reports.map((report, index) => ({ marker: fieldReportMarker(report, now, text), x: 0.1, y: index / 2 }))
  const picture = { blob: new Blob(), aspect: 1, widthMetres: 1000, markers }
  await renderPage(<PrintSheet picture={picture} paper="a4" shapes={[]} onPrinted={() => undefined} />)
  // The sheet is visible on paper only, so that its list has no role.
  const lines = page.getByText(/Road: Not passable/)
  await expect
    .poll(() => lines.elements().map(({ textContent }) => textContent))
    .toEqual([
      expect.stringContaining(`Road: Not passable (Last seen ${dateTime(reports[0]?.confirmedAt ?? '', 'en')})`),
      expect.stringContaining(
        `Road: Not passable, may no longer hold (Last seen ${dateTime(reports[1]?.confirmedAt ?? '', 'en')})`,
      ),
    ])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import type { Report } from '@noroshi/contract/reports/reports.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { OpenReports } from './open-reports.tsx'
import { Reports } from './reports.tsx'

const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const person = (number: number, firstName: string): Person => ({
  id: idOf(number),
  firstName,
  lastName: '',
  fullName: firstName,
  avatarUrl: null,
})
const at = '2026-11-21T09:30:00.000Z'
const report: Report = {
  id: idOf(1),
  createdAt: at,
  reporter: person(2, 'Ben'),
  reported: person(3, 'Aiko'),
  reason: 'It insults me.',
  message: {
    id: idOf(4),
    text: 'you fool',
    fileNames: ['ugly.png'],
    hasLocation: false,
    senderName: 'Aiko',
    threadKind: 'group',
    isRadio: false,
    sentAt: at,
  },
  done: null,
}
let shown: Report[] = []

beforeEach(() => {
  shown = [report]
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const request = new Request(url, init)
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.endsWith('/admin/reports/count')) return Response.json({ open: shown.filter(({ done }) => !done).length })
    if (pathname.endsWith(`/admin/reports/${report.id}/done`)) {
      const { note } = (await request.json()) as { note: string }
      shown = [{ ...report, done: { at, by: person(5, 'Gen'), note } }]
      return Response.json(shown[0])
    }
    const isDone = searchParams.get('status') === 'done'
    return Response.json({ items: shown.filter(({ done }) => (done !== null) === isDone), nextCursor: null })
  })
})
afterEach(() => vi.restoreAllMocks())

test('an administrator reads the copy of a reported message, and marks the report as done with a note', async () => {
  await renderPage(
    <>
      <OpenReports />
      <Reports />
    </>,
  )
  await expect.element(page.getByText('1 open')).toBeVisible()
  for (const text of ['Message in a group chat', 'you fool', 'Files: ugly.png', 'Reason: It insults me.'])
    await expect.element(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await page.getByLabelText('Note for the administrators (optional)').fill('talked to Aiko')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click()
  await expect.element(page.getByText('No open reports')).toBeVisible()
  await expect.element(page.getByText('1 open')).not.toBeInTheDocument()
  await page.getByLabelText('Show').selectOptions('Done')
  await expect.element(page.getByText('Done by Gen')).toBeVisible()
  await expect.element(page.getByText('Note: talked to Aiko')).toBeVisible()
})

test('a report of a person shows its reason', async () => {
  shown = [{ ...report, message: null }]
  await renderPage(<Reports />)
  await expect.element(page.getByText('The person')).toBeVisible()
  await expect.element(page.getByText('Reason: It insults me.')).toBeVisible()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { ReportButton } from './report-button.tsx'
import { ReportDialog } from './report-dialog.tsx'

const ID = '01990000-0000-7000-8000-000000000001'
/** The reports that the server got. */
let reports: { path: string; body: unknown }[] = []
let isRefused = false

beforeEach(() => {
  reports = []
  isRefused = false
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const request = new Request(url, init)
    const path = new URL(request.url).pathname.replace('/backend/api', '')
    if (path === '/reports/mine') return Response.json({ messageIds: [], userIds: reports.map(() => ID) })
    if (isRefused) return Response.json({ code: 'report.tooMany', message: 'Wait', issues: [] }, { status: 409 })
    reports.push({ path, body: await request.json() })
    return Response.json({ ok: true })
  })
})
afterEach(() => vi.restoreAllMocks())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')

test('a user reports a person with a reason, and then sees that it is reported', async () => {
  await renderPage(<ReportButton userId={ID} />)
  await button('Report').click()
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect.element(page.getByText('Please enter a reason')).toBeVisible()
  expect(reports).toEqual([])
  await page.getByLabelText(/What is wrong/).fill('He threatens us.')
  await dialog.getByRole('button', { name: 'Report' }).click()
  await expect.element(button('Reported')).toBeDisabled()
  expect(reports).toEqual([{ path: `/users/${ID}/report`, body: { reason: 'He threatens us.' } }])
})

test('a reader reports a message without a reason, and reads before that a copy of it stays', async () => {
  const onClose = vi.fn<() => void>()
  await renderPage(<ReportDialog target={{ kind: 'message', id: ID }} onClose={onClose} />)
  await expect.element(page.getByText(/The copy stays if the message is deleted/)).toBeVisible()
  await button('Report').click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(reports).toEqual([{ path: `/messages/${ID}/report`, body: { reason: '' } }])
})

test('a refused report stays open with its reason', async () => {
  isRefused = true
  const onClose = vi.fn<() => void>()
  await renderPage(<ReportDialog target={{ kind: 'message', id: ID }} onClose={onClose} />)
  await page.getByLabelText(/What is wrong/).fill('rude')
  await button('Report').click()
  await expect.poll(() => vi.mocked(window.fetch).mock.calls.length).toBeGreaterThan(0)
  await expect.element(page.getByLabelText(/What is wrong/)).toHaveValue('rude')
  expect(onClose).not.toHaveBeenCalled()
})

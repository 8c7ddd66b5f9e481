import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RetentionSettings } from '@noroshi/contract/admin/retention.http'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { closeSuccessToast } from '../../../ui/states/toast.tsx'
import { Retention } from './retention.tsx'

afterEach(() => {
  closeSuccessToast()
  clearStored()
  vi.restoreAllMocks()
})

const kept: RetentionSettings = { messages: null, radio: null, alerts: null, pageHistory: null, audit: null }

/** A server that stores the periods. */
async function serve(stored: RetentionSettings) {
  const sent: { path: string; body: unknown }[] = []
  const server = { sent, canCount: true }
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.split('/admin/')[1] ?? ''
    if (request.method === 'GET') return Response.json(stored)
    const body: unknown = await request.json()
    sent.push({ path, body })
    if (path === 'retention') return Response.json(body)
    return server.canCount
      ? Response.json({ items: [{ kind: 'messages', before: '2026-10-30T01:00:00.000Z', count: 1234 }] })
      : Response.json({ code: 'unavailable', message: '', issues: [] }, { status: 503 })
  })
  setAccessToken('token')
  await renderPage(<Retention />)
  return server
}

test('a shorter period is stored after a question that says how many messages it removes', async () => {
  const server = await serve(kept)
  const stored = () => server.sent.filter(({ path }) => path === 'retention')
  server.canCount = false
  await page.getByRole('switch', { name: /^Remove old messages/ }).click()
  const days = page.getByLabelText('Keep messages for (days)')
  await expect.element(days).toHaveValue(365)
  await days.fill('6')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('At least 7 days')).toBeVisible()
  await days.fill('30')
  await page.getByRole('button', { name: 'Save' }).click()

  const dialog = page.getByRole('dialog', { name: 'Remove what is older?' })
  // An unknown number is not shown as none.
  await expect.element(dialog.getByText('What would be removed could not be counted')).toBeVisible()
  server.canCount = true
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText(/^1234 messages sent before /)).toBeVisible()
  await expect.element(dialog.getByText(/^Pinned messages are removed too/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(stored()).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(stored()).toEqual([{ path: 'retention', body: { ...kept, messages: 30 } }])
})

test('a longer period is stored without a question', async () => {
  const { sent } = await serve({ ...kept, audit: 30, radio: 7 })
  await page.getByRole('switch', { name: /^Remove old entries of the audit log/ }).click()
  await page.getByLabelText('Keep radio recordings for (days)').fill('14')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toEqual([{ path: 'retention', body: { ...kept, radio: 14 } }])
})

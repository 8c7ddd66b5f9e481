import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { RetentionSettings } from '@noroshi/contract/admin/retention.http'
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

const kept: RetentionSettings = { messages: null, radio: null, alerts: null, pageHistory: null, audit: null, registers: 90 }

/** A server that stores the periods. */
async function serve(stored: RetentionSettings) {
  const sent: { path: string; body: unknown }[] = []
  const server = { sent, stored, canCount: true }
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.split('/admin/')[1] ?? ''
    if (request.method === 'GET') return Response.json(server.stored)
    const body = (await request.json()) as { loaded?: unknown }
    sent.push({ path, body })
    if (path === 'retention' && JSON.stringify(body.loaded) !== JSON.stringify(server.stored))
      return Response.json({ code: 'retention.outdated', message: 'changed meanwhile', issues: [] }, { status: 409 })
    if (path === 'retention') return Response.json(RetentionSettings.parse(body))
    return server.canCount
      ? Response.json({ items: [{ kind: 'messages', before: '2026-10-30T01:00:00.000Z', count: 1234 }] })
      : Response.json({ code: 'unavailable', message: '', issues: [] }, { status: 503 })
  })
  setAccessToken('token')
  await page.viewport(360, 1400) // the test page does not scroll
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
  await days.fill('13')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('At least 14 days')).toBeVisible()
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
  expect(stored()).toEqual([{ path: 'retention', body: { ...kept, messages: 30, loaded: kept } }])
})

test('a longer period is stored without a question', async () => {
  const loaded = { ...kept, audit: 30, radio: 14 }
  const { sent } = await serve(loaded)
  await page.getByRole('switch', { name: /^Remove old entries of the audit log/ }).click()
  await page.getByLabelText('Keep radio recordings for (days)').fill('21')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toEqual([{ path: 'retention', body: { ...kept, radio: 21, loaded } }])
})

test('a form that was loaded before another administrator’s change turns no removal on again', async () => {
  const server = await serve({ ...kept, messages: 365 })
  await page.getByRole('switch', { name: /^Remove old radio recordings/ }).click()
  await page.getByLabelText('Keep radio recordings for (days)').fill('30')
  server.stored = kept
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByRole('switch', { name: /^Remove old messages/ })).not.toBeChecked()
  await expect.element(page.getByLabelText('Keep radio recordings for (days)')).toHaveValue(30)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect
    .poll(() => server.sent.filter(({ path }) => path === 'retention').at(-1)?.body)
    .toEqual({ ...kept, radio: 30, loaded: kept })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AlarmAppDevice } from '@noroshi/contract/alarm-app/alarm-app.http'
import { setAccessToken } from '../platform/session/session.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { AlarmAppCheck } from './alarm-app-check.tsx'

const TOPIC = `nw${'a'.repeat(44)}`
const AT = '2026-11-30T01:00:00.000Z'
const LINKED: AlarmAppDevice = { linkedAt: AT, isLooping: true, lastStreamAt: null, protocol: null, agent: null, test: null }

let device: AlarmAppDevice | null
beforeEach(async () => {
  await page.viewport(414, 1400) // the screen scrolls in a pane, which the test page has not
  device = null
  setAccessToken('token')
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const path = new URL(String(url instanceof Request ? url.url : url), window.location.href).pathname
    const method = init?.method ?? 'GET'
    if (path.endsWith('/file')) return Response.json({ bytes: null })
    if (path.endsWith('/https')) return Response.json({ https: null })
    if (method === 'PUT') {
      device = LINKED
      return Response.json({ topic: TOPIC, publicUrl: null })
    }
    if (method === 'POST' && device !== null) device = { ...device, test: { sentAt: AT, receivedAt: null } }
    if (method === 'DELETE') device = null
    return Response.json(method === 'GET' ? { device } : { ok: true })
  })
})
afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

test('a user links the app by the settings file, and the check is ready only when the phone has confirmed a test', async () => {
  await renderPage(<AlarmAppCheck />)
  await expect.element(page.getByText('Not set up')).toBeVisible()
  await page.getByRole('button', { name: 'Link, sound until stopped' }).click()
  const saved = vi.spyOn(URL, 'createObjectURL')
  const start = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const file = page.getByRole('button', { name: 'Download the settings file' })
  await file.click()
  expect(start).toHaveBeenCalledOnce()
  const [blob] = saved.mock.calls[0] ?? []
  expect(JSON.parse(blob instanceof Blob ? await blob.text() : '')).toMatchObject({
    subscriptions: [{ topic: TOPIC, insistent: 1 }],
  })
  await expect.element(page.getByText('The app has not connected yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test alarm' }).click()
  await expect.element(page.getByText(/The phone has not confirmed it/)).toBeVisible()
  await expect.element(page.getByText('Not checked')).toBeVisible()
  device = { ...LINKED, lastStreamAt: AT, protocol: 'ws', agent: 'ntfy/1.25.0', test: { sentAt: AT, receivedAt: AT } }
  await expect.element(page.getByText(/The phone received the test alarm/), { timeout: 10_000 }).toBeVisible()
  await expect.element(page.getByText('Ready', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the link' }).click()
  await expect.element(file).not.toBeInTheDocument()
})

test('a link for a single sound opens the app and has a code; its address has the host of the page', async () => {
  await renderPage(<AlarmAppCheck />)
  await page.getByRole('button', { name: 'Link, sound once' }).click()
  const link = page.getByRole('link', { name: 'Open in ntfy' })
  await expect.element(link).toHaveAttribute('href', `ntfy://${window.location.host}/${TOPIC}?secure=false&display=Noroshi`)
  await expect.element(page.getByRole('img', { name: 'Code with the link for ntfy' })).toBeVisible()
})

test('the check says that iPhones have no alarm app, and does not guess while the server is unreachable', async () => {
  vi.mocked(window.fetch).mockRejectedValue(new TypeError('Failed to fetch'))
  await renderPage(<AlarmAppCheck />)
  await expect.element(page.getByText(/iPhones have no alarm app/)).toBeVisible()
  await expect.element(page.getByText('Not checked')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Link/ })).not.toBeInTheDocument()
})

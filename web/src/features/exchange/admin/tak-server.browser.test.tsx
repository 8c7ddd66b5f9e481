import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TakServer } from '@noroshi/contract/exchange/tak.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { TakServerPart } from './tak-server.tsx'

const server: TakServer = {
  id: '01990000-0000-7000-8000-000000000031',
  recipient: 'Wakaba rescue team',
  host: 'tak.example.org',
  port: 8089,
  certificateName: '',
  isTest: true,
  includesNames: false,
  includesTexts: false,
  includesPeople: true,
  includesDrills: false,
  createdAt: '2026-11-30T09:30:00.000Z',
  connectedAt: null,
  receivedAt: null,
  problem: 'wrongName',
  problemAt: '2026-11-30T09:31:00.000Z',
  certificateEndsAt: null,
  markerCount: 0,
  consentCount: 2,
}

let sent: unknown[] = []

beforeEach(() => {
  sent = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.includes('/admin/tak-server')) throw new TypeError('no network')
    if (request.method === 'PUT') sent.push(await request.json())
    return Response.json({ server: sent.length === 0 ? null : server })
  })
})
afterEach(() => vi.restoreAllMocks())

test('a connection begins without personal data, sends the chosen files, and shows its state and error', async () => {
  await renderPage(<TakServerPart />)
  await expect.element(page.getByText('No TAK server is connected')).toBeVisible()
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Enter the recipient')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Recipient' }).fill('Wakaba rescue team')
  await dialog.getByRole('textbox', { name: 'Host' }).fill('tak.example.org')
  const [authority, certificate] = document.querySelectorAll<HTMLInputElement>('input[type="file"]')
  if (!authority || !certificate) throw new Error('no fields for files')
  await userEvent.upload(authority, new File(['-----BEGIN CERTIFICATE-----'], 'ca.pem'))
  await userEvent.upload(certificate, new File([new Uint8Array([1, 2, 255])], 'noroshi.p12'))
  await expect.element(dialog.getByText('noroshi.p12')).toBeVisible()
  await expect.element(dialog.getByText('Key of the client certificate (PEM)')).not.toBeInTheDocument()
  await dialog.getByRole('switch', { name: /Locations of people who consent/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The certificate of the server has another name')).toBeVisible()
  await expect.element(page.getByText('Not connected')).toBeVisible()
  expect(sent).toEqual([
    {
      recipient: 'Wakaba rescue team',
      host: 'tak.example.org',
      port: 8089,
      certificateName: '',
      isTest: true,
      includesNames: false,
      includesTexts: false,
      includesPeople: true,
      includesDrills: false,
      identity: { format: 'p12', file: 'AQL/', password: '' },
      authority: '-----BEGIN CERTIFICATE-----',
    },
  ])
})

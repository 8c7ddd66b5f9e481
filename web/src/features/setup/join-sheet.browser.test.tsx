import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { API_BASE } from '@noroshi/contract/addresses'
import { hotspotRoutes } from '@noroshi/contract/hotspot/hotspot.http'
import type { HttpsInfo } from '@noroshi/contract/https/https.http'
import { renderPage } from '../../testing/render-page.tsx'
import { JoinSheetDialog } from './join-sheet-dialog.tsx'

const facts = { name: 'Wakaba hall', readyPage: { link: '/ready', hosts: ['192.168.1.5'], httpPort: 3000 } }
const ownAuthority: HttpsInfo = {
  port: 3443,
  httpPort: 3000,
  hasOwnAuthority: true,
  fingerprint: null,
  names: ['unit.local', '192.168.1.5'],
}
/** The sheet and the labels of its codes at the time of the print. */
let printed: { text: string; codes: (string | null)[] }[]
let https: HttpsInfo | null
/** The Wi-Fi of the server itself. */
let wifi: { name: string; passphrase: string } | null
let request: MockInstance<typeof fetch>

beforeEach(() => {
  printed = []
  https = ownAuthority
  wifi = null
  request = vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const path = new URL(new Request(url).url).pathname.slice(API_BASE.length)
    return Response.json(path === hotspotRoutes.wifi.path ? { wifi } : { https })
  })
  vi.spyOn(window, 'print').mockImplementation(() => {
    const sheet = document.querySelector('[data-print-sheet]')
    const codes = [...(sheet?.querySelectorAll('[role=img]') ?? [])].map((code) => code.getAttribute('aria-label'))
    printed.push({ text: sheet?.textContent ?? '', codes })
  })
})
afterEach(() => vi.restoreAllMocks())

test('an administrator prints the sheet in both languages with the code of the Wi-Fi, which no request contains', async () => {
  await renderPage(<JoinSheetDialog facts={facts} onClose={() => undefined} />)
  await expect.element(page.getByText('The sheet leads to http://192.168.1.5:3000/join')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of the Wi-Fi (optional)' }).fill('wakaba')
  await page.getByRole('textbox', { name: 'Password of the Wi-Fi (optional)' }).fill('river rises')
  await page.getByRole('button', { name: 'Print' }).click()
  await vi.waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]?.codes).toEqual(['Wi-Fiのコード / Code of the Wi-Fi', 'ページのコード / Code of the page'])
  for (const part of ['Wakaba hallに参加する', 'Join Wakaba hall', 'Password: river rises', '192.168.1.5:3000/join'])
    expect(printed[0]?.text).toContain(part)
  for (const part of ['Safari', '「ホーム画面に追加」', 'Chrome', '「アプリをインストール」'])
    expect(printed[0]?.text).toContain(part)
  expect(document.querySelector('[data-print-sheet]')).toBeNull()
  expect(JSON.stringify(request.mock.calls)).not.toContain('river rises')
})

test('a sheet without a Wi-Fi says so, and leads to the server itself where it has no HTTPS', async () => {
  https = null
  await renderPage(<JoinSheetDialog facts={facts} onClose={() => undefined} />)
  await page.getByRole('button', { name: 'Print' }).click()
  await vi.waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]?.codes).toEqual(['ページのコード / Code of the page'])
  expect(printed[0]?.text).toContain('Ask someone here for its name.')
  expect(printed[0]?.text).toMatch(/http:\/\/192\.168\.1\.5(:\d+)?\//)
})

test('the sheet of a server with a Wi-Fi of its own has it, its address and that it has no internet', async () => {
  wifi = { name: 'Shelter; 1', passphrase: 'signal-fire-7' }
  await renderPage(<JoinSheetDialog facts={facts} onClose={() => undefined} />)
  await expect.element(page.getByText('The sheet leads to http://noroshi.lan/join')).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await vi.waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]?.codes).toEqual(['Wi-Fiのコード / Code of the Wi-Fi', 'ページのコード / Code of the page'])
  for (const part of ['Wi-Fi: Shelter; 1', 'Password: signal-fire-7', 'http://noroshi.lan/join', 'This Wi-Fi has no internet.'])
    expect(printed[0]?.text).toContain(part)
  // Another Wi-Fi is that of a router.
  await page.getByRole('textbox', { name: 'Name of the Wi-Fi (optional)' }).fill('town hall')
  await expect.element(page.getByText('The sheet leads to http://192.168.1.5:3000/join')).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await vi.waitFor(() => expect(printed).toHaveLength(2))
  expect(printed[1]?.text).not.toContain('This Wi-Fi has no internet.')
  expect(printed[1]?.text).toContain('In danger, press SOS, also without an account.')
})

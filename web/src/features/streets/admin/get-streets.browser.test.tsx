import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { StreetExtract } from '@noroshi/contract/streets/street-extracts.http'
import type { StreetsState } from '@noroshi/contract/streets/streets.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { Streets } from './streets.tsx'

const MB = 1024 ** 2
const MAP_LOADS_WITHIN_MS = 40_000
const streets: StreetsState = { archive: null, directory: '/srv/maps', files: [], maxMb: 100, spareBytes: 10 ** 10 }
const reading: StreetExtract = {
  area: [140, 38, 141, 39],
  startedAt: '2026-11-30T09:30:00.000Z',
  phase: 'reading',
  bytes: null,
  doneBytes: 0,
  problem: null,
}

let state: StreetsState
let extract: StreetExtract | null
let size: () => Response
let sent: { readonly method: string; readonly path: string; readonly area?: readonly number[] }[]
beforeEach(async () => {
  await page.viewport(360, 1400)
  state = streets
  extract = null
  size = () => Response.json({ bytes: 23 * MB })
  sent = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input, location.href).pathname
    if (!path.includes('/admin/map')) return new Response(null, { status: 404 }) // the tiles of the map
    const method = init?.method ?? 'GET'
    if (method !== 'GET')
      sent.push({ method, path: path.replace(/.*\/admin\/map/, ''), ...JSON.parse((init?.body as string) || '{}') })
    if (path.endsWith('/size')) return size()
    if (!path.endsWith('/area')) return Response.json(state)
    if (method === 'DELETE') extract = null
    if (method === 'POST' || method === 'PUT') extract = reading
    if (method === 'GET') return Response.json({ host: 'maps.example', extract })
    return Response.json(method === 'DELETE' ? { ok: true } : extract)
  })
})
afterEach(() => vi.restoreAllMocks())

const getButton = () => page.getByRole('button', { name: 'Get streets' })
const sizeButton = () => page.getByRole('button', { name: 'Show the size' })

test(
  'an administrator frames an area by keyboard, sees its size, gets it and follows the progress to its end',
  { timeout: 90_000 },
  async () => {
    await renderPage(<Streets />)
    await expect.element(page.getByText(/The server then gets its streets from maps\.example/)).toBeVisible()
    // The map shows the world. Its code loads late.
    await expect.element(page.getByText('The area is too large. Zoom in'), { timeout: MAP_LOADS_WITHIN_MS }).toBeVisible()
    await expect.element(getButton()).toBeDisabled()
    const canvas = page.getByRole('region', { name: 'Map with a frame for your region' })
    ;(canvas.element() as HTMLElement).focus()
    for (let step = 0; step < 6; step++) {
      await userEvent.keyboard('{+}')
      await new Promise((resolve) => setTimeout(resolve, 400)) // the map moves
    }
    await expect.element(page.getByText(/^In the frame: [\d.]+ km × [\d.]+ km/)).toBeVisible()
    expect(sent).toEqual([])
    await sizeButton().click()
    await expect.element(page.getByText('The streets in the frame take 23.0 MB.')).toBeVisible()
    await userEvent.keyboard('{Tab}')
    ;(canvas.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByText('The streets in the frame take 23.0 MB.')).not.toBeInTheDocument() // of another area
    await new Promise((resolve) => setTimeout(resolve, 600))
    await getButton().click()
    await expect.element(page.getByText('Looking for the streets of the area')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Get streets from the internet' })).toHaveFocus()
    const [measured, started] = sent
    expect([measured, started]).toMatchObject([
      { method: 'POST', path: '/area/size' },
      { method: 'POST', path: '/area' },
    ])
    const [west = 0, south = 0, east = 0, north = 0] = started?.area ?? []
    expect(east - west).toBeGreaterThan(0)
    expect(east - west).toBeLessThan(20)
    expect(north - south).toBeGreaterThan(0)
    expect(west).toBeGreaterThan(measured?.area?.[0] ?? 180)
    extract = { ...reading, phase: 'downloading', bytes: 40 * MB, doneBytes: 10 * MB }
    await expect.element(page.getByText('10.0 MB of 40.0 MB')).toBeVisible()
    await expect
      .element(page.getByRole('progressbar', { name: 'Downloading the streets' }))
      .toHaveAttribute('aria-valuenow', '25')
    extract = null
    const archive = { tag: 'a'.repeat(32), bytes: 40 * MB, name: 'maps.example/1.pmtiles', addedAt: '2026-11-30T09:40:00.000Z' }
    state = { ...streets, archive: { ...archive, bounds: [140, 38, 141, 39], minZoom: 0, maxZoom: 15 } }
    await expect.element(page.getByText('The street map is shown on all maps')).toBeVisible()
    await expect.element(page.getByText('maps.example/1.pmtiles')).toBeVisible()
  },
)

test('a failed download shows its reason, is tried again, and is given up for another area; the upload stays', async () => {
  extract = { ...reading, phase: 'failed', bytes: 40 * MB, doneBytes: 10 * MB, problem: 'sourceUnreachable' }
  await renderPage(<Streets />)
  const reason = /maps\.example does not answer\. The server needs the internet/
  await expect.element(page.getByRole('alert').getByText(reason)).toBeVisible()
  await expect.element(page.getByText('Choose a file')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Looking for the streets of the area')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(getButton()).toBeInTheDocument()
  expect(sent.map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
})

test('an area whose streets are larger than the server allows cannot be downloaded, and a refusal is shown', async () => {
  state = {
    ...streets,
    archive: {
      tag: 'a'.repeat(32),
      bytes: MB,
      name: 'x',
      bounds: [140, 38, 141, 39],
      minZoom: 0,
      maxZoom: 15,
      addedAt: '2026-11-30T09:40:00.000Z',
    },
  }
  size = () => Response.json({ bytes: 200 * MB })
  await renderPage(<Streets />)
  await expect.element(sizeButton()).toBeEnabled() // the map shows the area of the streets
  await sizeButton().click()
  await expect.element(page.getByRole('alert').getByText(/larger than this server allows/)).toBeVisible()
  await expect.element(getButton()).toBeDisabled()
  size = () =>
    Response.json({ code: 'streets.areaEmpty', message: 'There are no streets in this area', issues: [] }, { status: 409 })
  await sizeButton().click()
  await expect.element(page.getByRole('alert').getByText('There are no streets in this area')).toBeVisible()
  await expect.element(getButton()).toBeEnabled()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Place } from '@noroshi/contract/places/places.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { PlacesAdmin } from './places-admin.tsx'

const school: Place = {
  id: '01990000-0000-7000-8000-000000000021',
  kind: 'shelter',
  name: '若葉小学校',
  note: '',
  state: 'open',
  capacity: 300,
  latitude: 38.26,
  longitude: 140.87,
  version: 1,
  updatedAt: '2026-11-30T09:30:00.000Z',
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: unknown
}
let sent: Sent[] = []
let places: Place[] = []

beforeEach(() => {
  sent = []
  places = [school]
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (!pathname.includes('/places')) throw new TypeError('no network')
    if (request.method === 'GET') return Response.json({ items: places, nextCursor: null })
    const body: unknown = await request.json()
    sent.push({ method: request.method, path: pathname, body })
    return Response.json({ ...school, ...(body as object), version: 2 })
  })
})
afterEach(() => vi.restoreAllMocks())

test('an administrator closes a shelter by one choice', async () => {
  await renderPage(<PlacesAdmin />)
  await userEvent.selectOptions(page.getByLabelText('State of 若葉小学校'), 'closed')
  await expect.poll(() => sent).toMatchObject([{ method: 'PATCH', body: { state: 'closed' } }])
})

test('an administrator chooses what a shelter has, and the list shows it', async () => {
  places = [{ ...school, facilities: ['water'] }]
  await renderPage(<PlacesAdmin />)
  await expect.element(page.getByRole('list', { name: 'Facilities' })).toHaveTextContent('Drinking water')
  await page.getByRole('button', { name: 'Edit 若葉小学校' }).click()
  await page.getByRole('checkbox', { name: 'Power' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent).toMatchObject([{ method: 'PATCH', body: { facilities: ['water', 'power'] } }])
})

test('a place needs a name and a location, and a well has neither state nor capacity', async () => {
  places = []
  await renderPage(<PlacesAdmin />)
  await page.getByRole('button', { name: 'New place' }).click()
  const dialog = page.getByRole('dialog', { name: 'New place' })
  await expect.element(dialog.getByLabelText('Capacity')).toBeVisible()
  await userEvent.selectOptions(dialog.getByLabelText('Kind'), 'water')
  await expect.element(dialog.getByLabelText('Capacity')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Please enter a name')).toBeVisible()
  expect(sent).toEqual([])
})

test('an administrator names an own kind, and changes the name of a place of it', async () => {
  places = [{ ...school, kind: 'meetingPoint', ownKind: { name: 'Bath', icon: 'bath' }, name: '松の湯', state: null }]
  await renderPage(<PlacesAdmin />)
  await page.getByRole('button', { name: 'Edit 松の湯' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Kind', { exact: true })).toHaveValue('own')
  await userEvent.fill(dialog.getByLabelText('Name of the kind'), 'Hot spring')
  await page.getByRole('button', { name: 'Save' }).click()
  const ownKind = { name: 'Hot spring', icon: 'bath' }
  await expect.poll(() => sent).toMatchObject([{ method: 'PATCH', body: { kind: 'meetingPoint', ownKind } }])
})

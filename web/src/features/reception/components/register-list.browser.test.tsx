import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Place } from '@noroshi/contract/places/places.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeRegistered } from '../testing/fake-registered.ts'
import { Register } from './register-list.tsx'

const ROLE = 'receptionist'
const id = '01990000-0000-7000-8000-000000000021'
const place: Place = {
  id,
  kind: 'shelter',
  name: '若葉小学校',
  note: '',
  state: 'open',
  capacity: null,
  latitude: 38.26,
  longitude: 140.87,
  version: 1,
  updatedAt: '2026-11-30T09:30:00.000Z',
}
const hana = fakeRegistered(1, 'Hana')
const sora = fakeRegistered(2, 'Sora')

let asked: URLSearchParams[] = []
let first = [hana]

beforeEach(() => {
  asked = []
  first = [hana]
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url)
    if (pathname.endsWith('/doubles')) return Response.json({ items: [] })
    if (pathname.endsWith('/departures'))
      return Response.json({ people: [{ ...hana, stay: { ...hana.stay, leftAt: '2026-11-30T10:30:00.000Z' } }] })
    if (pathname.endsWith('/presences'))
      return Response.json({ people: [{ ...hana, stay: { ...hana.stay, seenAt: new Date().toISOString() } }] })
    if (!pathname.endsWith('/people')) throw new TypeError('no network')
    asked.push(searchParams)
    return Response.json(searchParams.has('cursor') ? { items: [sora], nextCursor: null } : { items: first, nextCursor: id })
  })
})
afterEach(() => vi.restoreAllMocks())

test('a typed name is one request, and leaving changes the row without another', async () => {
  await renderPage(<Register place={place} role={ROLE} />)
  await expect.element(page.getByText('Hana')).toBeVisible()
  const field = page.getByRole('searchbox')
  for (const typed of ['h', 'ha', 'han']) await field.fill(typed)
  const texts = () => asked.filter((query) => !query.has('cursor')).map((query) => query.get('text'))
  await expect.poll(texts).toEqual(['', 'han'])
  await page.getByRole('button', { name: 'Hana left' }).click()
  await expect.element(page.getByRole('button', { name: 'Hana came back' })).toBeVisible()
  expect(texts()).toHaveLength(2)
})

test('the printed list has the people of all pages', async () => {
  // The list is longer than the page, so that the next page does not load by itself.
  first = Array.from({ length: 60 }, (_, index) => fakeRegistered(100 + index, 'Hana'))
  const printed: (string | null)[] = []
  vi.spyOn(window, 'print').mockImplementation(() => void printed.push(document.querySelector('main')?.textContent ?? null))
  await renderPage(<Register place={place} role={ROLE} />)
  await expect.element(page.getByText('Hana').first()).toBeVisible()
  expect(document.querySelector('main')?.textContent).not.toContain('Sora')
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => printed).toEqual([expect.stringMatching(/Hana.*Sora/)])
  await expect.poll(() => document.querySelector('main')?.textContent).not.toContain('Sora')
})

test('the evening count asks for those who were not seen since its hour, also on the day of their arrival', async () => {
  const dai = fakeRegistered(3, 'Dai')
  const enteredAt = new Date(Date.now() - 61 * 60_000).toISOString()
  first = [hana, dai].map((each) => ({ ...each, stay: { ...each.stay, enteredAt } }))
  await renderPage(<Register place={place} role={ROLE} />)
  await page.getByRole('button', { name: 'Start the count' }).click()
  const confirm = page.getByRole('button', { name: 'Hana is still here' })
  await expect.element(confirm).toBeVisible()
  const counts = () => asked.filter((query) => query.has('unseenSince') && !query.has('cursor'))
  const age = Date.now() - Date.parse(counts()[0]?.get('unseenSince') ?? '')
  expect(age).toBeLessThan(61 * 60_000)
  await confirm.click()
  await expect.element(confirm).not.toBeInTheDocument()
  await expect.element(page.getByRole('status').filter({ hasText: 'Hana is still here' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Dai is still here' })).toHaveFocus()
  expect(counts()).toHaveLength(1)
})

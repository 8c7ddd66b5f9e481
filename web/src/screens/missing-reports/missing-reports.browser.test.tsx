import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MissingReport } from '@noroshi/contract/missing-reports/missing-reports.http'
import { missingReportsKey } from '../../features/missing-reports/missing-reports.queries.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { MissingDialog } from './missing-dialog.tsx'
import { MissingReportsScreen } from './missing-reports.tsx'

const id = '01990000-0000-7000-8000-000000000041'
const stay = {
  id,
  mode: 'inside' as const,
  whereabouts: '',
  enteredAt: '2026-11-30T09:30:00.000Z',
  leftAt: null,
  enteredDesk: '',
  leftDesk: '',
}
const person = {
  id,
  code: '7K3M-9QTX',
  kind: 'guest' as const,
  dependantId: null,
  isPet: false,
  householdId: id,
  name: 'Hana',
  kana: '',
  sex: 'female' as const,
  birthYear: 1950,
  address: '',
  needs: [],
  needsNote: '',
  mayBeFound: true,
  stay,
  version: 1,
}
const report: MissingReport = {
  id,
  name: 'Hana',
  kana: '',
  birthYear: null,
  age: null,
  description: 'Red coat',
  lastSeenPlace: '',
  lastSeenAt: null,
  contact: '',
  photo: null,
  createdAt: '2026-11-30T09:30:00.000Z',
  reporter: { id, firstName: 'Aiko', lastName: 'Sato', fullName: 'Aiko Sato', avatarUrl: null, isActive: true } as never,
  state: 'open',
  decided: null,
  isPassedOn: false,
  matches: [{ placeId: id, placeName: 'School', kind: 'same', person }],
}

let reads = 0
let decisions: unknown[] = []

beforeEach(() => {
  localStorage.clear()
  reads = 0
  decisions = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/state')) {
      decisions.push(await request.json())
      return Response.json({ ok: true })
    }
    if (!pathname.endsWith('/missing-reports')) throw new TypeError('no network')
    reads++
    return Response.json({ items: [report], nextCursor: null })
  })
})
afterEach(() => vi.restoreAllMocks())

test('a person is told only after a confirmation', async () => {
  await renderPage(<MissingReportsScreen />)
  await page.getByRole('button', { name: 'It is Hana, School' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/The person gets the name of/)).toBeVisible()
  expect(decisions).toEqual([])
  await dialog.getByRole('button', { name: 'It is this person' }).click()
  await expect.poll(() => decisions).toEqual([{ state: 'found', registeredId: id }])
})

test('a changed list is read again only when its reader wants it', async () => {
  const { cache } = await renderPage(<MissingReportsScreen />)
  await expect.element(page.getByText('Red coat')).toBeVisible()
  expect(page.getByText('There are new reports or changes.').query()).toBeNull()
  await cache.invalidateQueries({ queryKey: missingReportsKey, refetchType: 'none' })
  await expect.element(page.getByText('There are new reports or changes.')).toBeVisible()
  expect(reads).toBe(1)
  await page.getByRole('button', { name: 'Load them' }).click()
  await expect.element(page.getByText('There are new reports or changes.')).not.toBeInTheDocument()
  expect(reads).toBe(2)
})

/** The screen behind a button that closes and opens it. */
function Opened() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Switch
      </button>
      {isOpen && <MissingReportsScreen />}
    </>
  )
}

test('a list that is opened after a change is read at once, without a line about new reports', async () => {
  const { cache } = await renderPage(<Opened />)
  await expect.element(page.getByText('Red coat')).toBeVisible()
  await page.getByRole('button', { name: 'Switch' }).click()
  await cache.invalidateQueries({ queryKey: missingReportsKey, refetchType: 'none' })
  // The reply does not arrive before the end of the test.
  const asked = vi.mocked(window.fetch).mockReturnValue(new Promise(() => undefined))
  const before = asked.mock.calls.length
  await page.getByRole('button', { name: 'Switch' }).click()
  await expect.element(page.getByText('Red coat')).toBeVisible()
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(before)
  expect(page.getByText('There are new reports or changes.').query()).toBeNull()
})

test('a typed report outlives a reload of the page, until it is discarded', async () => {
  const onClose = vi.fn()
  const { screen } = await renderPage(<MissingDialog onClose={onClose} />)
  await page.getByRole('textbox', { name: 'Description' }).fill('Red coat')
  await screen.unmount()
  await renderPage(<MissingDialog onClose={onClose} />)
  await expect.element(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Red coat')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toHaveLength(1)
})

import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { CardSheet } from './card-sheet.tsx'
import { fakeRegistered } from '../testing/fake-registered.ts'

afterEach(() => vi.restoreAllMocks())

test('the sheet has a card with the QR code, the code and the name of each person, and is printed once', async () => {
  const people = [fakeRegistered(1, 'Hana', { code: '7K3M-9QTX' }), fakeRegistered(2, 'Sora', { code: 'AB2C-D3EF' })]
  const printed: (string | null | undefined)[] = []
  vi.spyOn(window, 'print').mockImplementation(() => void printed.push(document.querySelector('[data-print-sheet]')?.textContent))
  const onPrinted = vi.fn()
  await renderPage(<CardSheet people={people} onPrinted={onPrinted} />)
  await expect.poll(() => onPrinted.mock.calls).toHaveLength(1)
  expect(printed).toEqual(['7K3M-9QTXHanaAB2C-D3EFSora'])
  for (const name of ['Card of Hana', 'Card of Sora']) await expect.element(page.getByRole('img', { name })).toBeInTheDocument()
})

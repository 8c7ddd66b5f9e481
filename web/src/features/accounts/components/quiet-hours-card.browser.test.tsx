import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { QuietHours } from '@noroshi/contract/accounts/quiet-hours'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { meQuery } from '../accounts.queries.ts'
import { QuietHoursCard } from './quiet-hours-card.tsx'

/** The changes that the server got. */
let changes: (QuietHours | null)[] = []

beforeEach(() => {
  changes = []
  vi.spyOn(window, 'fetch').mockImplementation(async (request, init) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    if (pathname.endsWith('/quiet-hours')) {
      const body = request instanceof Request ? await request.text() : (init?.body as string)
      changes.push((JSON.parse(body) as { quietHours: QuietHours | null }).quietHours)
    }
    return Response.json({ id: 'me', quietHours: changes.at(-1) ?? null })
  })
  setAccessToken('token')
})
afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

test('a user turns quiet hours on in the time zone of the device, moves their end, and turns them off', async () => {
  await renderPage(<QuietHoursCard />)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const toggle = page.getByRole('switch', { name: 'Use quiet hours' })
  await toggle.click({ force: true })
  await expect.poll(() => changes).toEqual([{ from: '22:00', to: '07:00', timeZone }])
  await page.getByLabelText('To').fill('22:00')
  await page.getByRole('heading').click()
  await expect.element(page.getByText('Choose another end')).toBeInTheDocument()
  expect(changes).toHaveLength(1)
  await page.getByLabelText('To').fill('06:30')
  ;(document.activeElement as HTMLElement).blur()
  await expect.poll(() => changes[1]).toEqual({ from: '22:00', to: '06:30', timeZone })
  await expect.element(toggle).toBeEnabled()
  await toggle.click({ force: true })
  await expect.poll(() => changes[2]).toBeNull()
  await expect.element(page.getByLabelText('To')).not.toBeInTheDocument()
})

test('a user moves from one time to the other without losing the focus, and both are saved when they leave', async () => {
  await renderPage(<QuietHoursCard />)
  await page.getByRole('switch', { name: 'Use quiet hours' }).click({ force: true })
  await page.getByLabelText('From').fill('21:00')
  await page.getByLabelText('To').fill('06:30')
  await new Promise((resolve) => setTimeout(resolve, 300)) // longer than a request
  await expect.element(page.getByLabelText('To')).toHaveFocus()
  await expect.element(page.getByLabelText('To')).toHaveValue('06:30')
  expect(changes).toHaveLength(1)
  await userEvent.click(page.getByRole('heading'))
  await expect.poll(() => changes[1]).toMatchObject({ from: '21:00', to: '06:30' })
})

test('the times of another device do not replace the one that is being typed, and a closing page saves it', async () => {
  const { cache } = await renderPage(<QuietHoursCard />)
  await page.getByRole('switch', { name: 'Use quiet hours' }).click({ force: true })
  await page.getByLabelText('To').fill('06:30')
  const quietHours = { from: '20:00', to: '08:00', timeZone: 'Asia/Tokyo' }
  cache.setQueryData(meQuery.queryKey, (me) => me && { ...me, quietHours })
  await expect.element(page.getByLabelText('From')).toHaveValue('20:00')
  await expect.element(page.getByLabelText('To')).toHaveValue('06:30')
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  await expect.poll(() => changes[1]).toMatchObject({ from: '20:00', to: '06:30' })
  window.dispatchEvent(new PageTransitionEvent('pageshow'))
})

import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../../platform/ids.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { deliverSos, withdrawSos } from './unsent-sos.ts'
import { SosPending } from './sos-pending.tsx'

const [morning, evening] = [newId(), newId()]

afterEach(() => {
  vi.useRealTimers()
  for (const clientId of [morning, evening]) withdrawSos(clientId)
  vi.restoreAllMocks()
})

test('a user with two unsent SOS reads when each was raised, as the date and time of an alert', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9, 5) })
  void deliverSos({ clientId: morning, location: null })
  vi.setSystemTime(new Date(2026, 10, 21, 18, 42))
  void deliverSos({ clientId: evening, location: null })
  const onShow = vi.fn()
  await renderPage(<SosPending onShow={onShow} />)
  await expect.element(page.getByRole('button', { name: 'Details, Nov 21, 09:05 AM' })).toBeVisible()
  await page.getByRole('button', { name: 'Details, Nov 21, 06:42 PM' }).click()
  expect(onShow).toHaveBeenCalledExactlyOnceWith(evening)
})

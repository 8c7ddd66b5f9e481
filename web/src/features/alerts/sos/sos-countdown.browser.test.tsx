import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { countDownSos, sosRaiser } from './raise.ts'
import { SosCountdown } from './sos-dialog.tsx'

afterEach(() => {
  sosRaiser.cancel()
  vi.useRealTimers()
})

test('the countdown of an SOS says the seconds, and the last one in the singular', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  expect(countDownSos()).toBe(true)
  await renderPage(<SosCountdown footer={null} />)
  const timer = page.getByRole('timer')
  await expect.element(timer).toHaveTextContent('The SOS is sent in 5 seconds')
  vi.setSystemTime(Date.now() + 3_500)
  await expect.element(timer).toHaveTextContent('The SOS is sent in 2 seconds')
  vi.setSystemTime(Date.now() + 1_000)
  await expect.element(timer).toHaveTextContent('The SOS is sent in 1 second')
})

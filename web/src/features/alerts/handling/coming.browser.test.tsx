import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { REFETCH_MS } from '../../../platform/tuning.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeAlert, fakePerson } from '../testing/fake-alerts.ts'
import { Coming } from './coming.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an open alert shows the location that a responder shares after the answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const answered = { user: fakePerson('Ben'), answeredAt: null, distance: null, locatedAt: null, location: null }
  const located = { ...answered, distance: 800, locatedAt: '2026-11-21T09:30:00.000Z' }
  let items = [answered] as object[]
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ items }))
  const alert = fakeAlert(1)
  const cache = new QueryClient({ defaultOptions: { queries: { refetchInterval: REFETCH_MS } } })
  await renderPage(
    <QueryClientProvider client={cache}>
      <Coming alert={{ ...alert, counts: { ...alert.counts, responding: 1 } }} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText(/distance unknown/)).toBeVisible()
  items = [located]
  await vi.advanceTimersByTimeAsync(REFETCH_MS)
  await expect.element(page.getByText(/800 m/)).toBeVisible()
})

import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { meQuery, useMe } from '../accounts.queries.ts'
import { LastSeenCard } from './last-seen-card.tsx'

afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

const Card = () => <LastSeenCard isShared={useMe()?.sharesLastSeen === true} />

test('a user turns sharing on and off again; it is off at first', async () => {
  const changes: unknown[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (request, init) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    if (pathname.endsWith('/last-seen-sharing'))
      changes.push(JSON.parse(request instanceof Request ? await request.text() : (init?.body as string)))
    const { isShared } = (changes.at(-1) ?? { isShared: false }) as { isShared: boolean }
    return Response.json({ id: 'me', sharesLastSeen: isShared })
  })
  setAccessToken('token')
  const { cache } = await renderPage(<Card />)
  const sharing = page.getByRole('switch', { name: 'Share when I am online' })
  await expect.element(sharing).not.toBeChecked()
  await sharing.click()
  await expect.element(sharing).toBeChecked()
  expect(cache.getQueryData(meQuery.queryKey)).toMatchObject({ sharesLastSeen: true })
  await sharing.click()
  await expect.element(sharing).not.toBeChecked()
  expect(changes).toEqual([{ isShared: true }, { isShared: false }])
})

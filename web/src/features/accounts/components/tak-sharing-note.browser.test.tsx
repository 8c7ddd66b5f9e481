import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { TakSharing } from '@noroshi/contract/exchange/tak.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { TakSharingCard } from './tak-sharing-card.tsx'
import { TakSharingNote } from './tak-sharing-note.tsx'

let sharing: TakSharing | null = null
const sent: unknown[] = []
const answer = () =>
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.includes('/users/me/tak-sharing') || sharing === null) throw new TypeError('no network')
    if (request.method === 'PUT') sent.push(await request.json())
    return Response.json({ ...sharing, isShared: sharing.isShared || request.method === 'PUT' })
  })
afterEach(() => vi.restoreAllMocks())

test('a consent names what the user read, and the note says that the location may leave', async () => {
  sharing = { recipient: 'Wakaba rescue team', includesNames: false, isShared: false }
  answer()
  await renderPage(
    <>
      <TakSharingCard />
      <TakSharingNote className={undefined} />
    </>,
  )
  await expect.element(page.getByText(/Your name does not go with it/)).toBeVisible()
  const note = page.getByText('While you share your location, it may also go to Wakaba rescue team')
  await expect.element(note).not.toBeInTheDocument()
  await page.getByRole('switch').click()
  await expect.element(note).toBeVisible()
  expect(sent).toEqual([{ isShared: true, recipient: 'Wakaba rescue team', includesNames: false }])
})

test('a consent that is not known is not shown as none', async () => {
  sharing = null
  answer()
  await renderPage(<TakSharingNote className={undefined} />)
  await expect.element(page.getByText('Couldn’t load whether your location leaves to rescue teams')).toBeVisible()
})

import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Receipt } from '@noroshi/contract/messaging/receipts.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { InfoDialog } from './info-dialog.tsx'

const at = '2026-11-21T09:30:00.000Z'
const [aiko, chie] = [person('Aiko'), person('Chie')]
const message = aMessage(aThread(1, { isGroup: true }), 1, person('Ben'))

async function openInfo(reply: { read: Receipt[] | null; delivered: Receipt[] | null; others: number } | null, changes = {}) {
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    if (!reply || !pathname.endsWith(`/messages/${message.id}/receipts`)) throw new TypeError('no network')
    return Response.json(reply)
  })
  await renderPage(<InfoDialog message={{ ...message, ...changes }} onClose={() => undefined} />)
}
afterEach(() => vi.restoreAllMocks())

const section = (name: string) => page.getByRole('region', { name })

test('a sender sees who has read and received a message, with the times that are known', async () => {
  await openInfo({
    read: [{ person: aiko, at: null }],
    delivered: [
      { person: chie, at },
      { person: aiko, at: null },
    ],
    others: 3,
  })
  await expect.element(section('Seen by 1 of 3').getByRole('listitem')).toHaveTextContent('AAiko')
  const delivered = section('Delivered to 2 of 3').getByRole('listitem')
  await expect.element(delivered.first().getByText('Chie')).toBeVisible()
  await expect.element(delivered.first().getByText(/^Nov 21/)).toBeVisible()
  await expect.element(delivered.nth(1)).toHaveTextContent('AAiko')
})

test('a sender in a group that hides reading sees who has received the message only', async () => {
  await openInfo({ read: null, delivered: [{ person: aiko, at }], others: 1 })
  await expect.element(page.getByText('This group does not show who has read this message.')).toBeVisible()
  await expect.element(section('Delivered to 1 of 1')).toBeVisible()
  await expect.element(section('Seen by')).not.toBeInTheDocument()
})

test('a speaker sees who has heard a transmission, unless the group hides it', async () => {
  const transmission = { messageType: 'asrChat' }
  await openInfo({ read: [{ person: aiko, at }], delivered: [{ person: aiko, at }], others: 2 }, transmission)
  await expect.element(section('Heard by 1 of 2').getByText('Aiko')).toBeVisible()
  await openInfo({ read: null, delivered: [{ person: aiko, at }], others: 2 }, transmission)
  await expect.element(page.getByText('This group does not show who has heard this message.')).toBeVisible()
})

test('a sender in a blocked chat sees why nothing is shown', async () => {
  await openInfo({ read: null, delivered: null, others: 1 })
  await expect.element(page.getByText('This is not shown while one of you blocks the other.')).toBeVisible()
  await expect.element(page.getByRole('region')).not.toBeInTheDocument()
})

test('a sender without a connection sees that it did not load', async () => {
  await openInfo(null)
  await expect.element(page.getByText('Couldn’t load the message info'), { timeout: 15_000 }).toBeVisible()
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createReceiver } from '../../../platform/connection/live.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { receiveHidden } from '../changes/hidden-messages.ts'
import { messagingLive } from '../messaging.live.ts'
import { endChat, serveChat } from '../testing/chat-page.tsx'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { LiveAnnouncements } from './live-announcements.tsx'

const thread = aThread(1)
const sent = aMessage(thread, 1, person('Aiko'), { text: 'The gate code is 4711', version: 1 })
const deletion = { at: '2026-11-21T09:02:00.000Z', by: person('Aiko') }

beforeEach(() => serveChat(() => []))
afterEach(endChat)

const announced = page.getByText('Aiko: The gate code is 4711')

async function announce() {
  const { cache } = await renderPage(<LiveAnnouncements threadId={thread.id} />)
  const receive = createReceiver(cache, [messagingLive])
  receive('messages:new_message', sent, '1', { isCatchUp: false })
  await expect.element(announced).toBeInTheDocument()
  return { cache, receive }
}

test('a message that is deleted for everyone is no longer in the text for screen readers', async () => {
  const { receive } = await announce()
  receive('messages:updated', { ...sent, text: '', version: 2, deletion }, '2', { isCatchUp: false })
  await expect.element(announced).not.toBeInTheDocument()
})

test('a message that the user hides is no longer in the text for screen readers', async () => {
  const { cache } = await announce()
  receiveHidden(cache, sent, true)
  await expect.element(announced).not.toBeInTheDocument()
})

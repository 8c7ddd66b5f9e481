import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Media } from '@noroshi/contract/files'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { createReceiver } from '../../../platform/connection/live.ts'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { messagingLive } from '../messaging.live.ts'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { MediaDialog } from './thread-media-dialog.tsx'

const thread = aThread(1)
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const file = (number: number, type: string, previewUrl: string | null = null): Media => ({
  id: `0199000${number}-0000-7000-8000-000000000001`,
  type,
  size: 2048,
  mediaUrl: PIXEL,
  previewUrl,
  previewName: `file ${number}`,
  width: null,
  height: null,
})
const withFiles = (seq: number, ...messageMedias: Media[]) => aMessage(thread, seq, person('Aiko'), { messageMedias })

/** What the server answers for each kind and cursor. */
let pages: Record<string, { items: Message[]; nextCursor: string | null }> = {}

beforeEach(() => {
  pages = {}
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { pathname, searchParams } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    if (!pathname.endsWith(`/message-threads/${thread.id}/media`)) throw new TypeError('no network')
    const key = [searchParams.get('kind'), searchParams.get('before')].filter(Boolean).join(' ')
    return Response.json(pages[key] ?? { items: [], nextCursor: null })
  })
  setCurrentUser({ id: person('Ben').id, isAdmin: false })
})
afterEach(() => {
  setCurrentUser(null)
  vi.restoreAllMocks()
})

async function show() {
  const onClose = vi.fn<() => void>()
  const { cache, router } = await renderPage(<MediaDialog threadId={thread.id} onClose={onClose} />)
  const receiver = createReceiver(cache, [messagingLive])
  const receive = (name: string, message: Message) =>
    receiver(name, message, `event ${name} ${message.seq}`, { isCatchUp: false })
  return { onClose, router, receive }
}

const photo = () => page.getByRole('button', { name: /^Picture from Aiko/ })

test('a picture opens the viewer, whose Escape leaves the list open', async () => {
  pages = { picture: { items: [withFiles(2, file(1, 'image/png', PIXEL), file(2, 'text/plain'))], nextCursor: null } }
  const { onClose } = await show()
  await photo().click()
  const viewer = page.getByRole('dialog', { name: /^Picture from Aiko/ })
  await expect.element(viewer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(photo()).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
})

test('a video leads to its message', async () => {
  pages = { picture: { items: [withFiles(7, file(1, 'video/mp4'))], nextCursor: null } }
  const { onClose, router } = await show()
  await page.getByRole('link', { name: /^Video from Aiko/ }).click()
  await expect.poll(() => router.state.location.href).toBe(`/messages/${thread.id}?at=7`)
  expect(onClose).toHaveBeenCalledOnce()
})

test('files are downloaded, links open, and both lead to their messages; older ones follow', async () => {
  const linked = aMessage(thread, 3, person('Aiko'), { text: 'see https://example.org/map and https://example.org/map' })
  pages = {
    file: { items: [withFiles(5, file(1, 'text/plain'))], nextCursor: '5' },
    'file 5': { items: [withFiles(4, file(2, 'audio/webm'))], nextCursor: null },
    link: { items: [linked], nextCursor: null },
  }
  const { router } = await show()
  await expect.element(page.getByText('No pictures or videos yet')).toBeVisible()
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect.element(page.getByRole('link', { name: 'Download file 1' })).toHaveAttribute('download', 'file 1')
  await expect.element(page.getByRole('link', { name: 'Download file 2' })).toBeVisible()
  await page.getByRole('tab', { name: 'Links' }).click()
  await expect.element(page.getByRole('link', { name: /^https:\/\/example.org\/map/ })).toHaveAttribute('target', '_blank')
  await page.getByRole('link', { name: 'Show https://example.org/map in the chat' }).click()
  await expect.poll(() => router.state.location.href).toBe(`/messages/${thread.id}?at=3`)
})

test('a deleted message leaves the list by its event, and a new picture enters it', async () => {
  const sent = withFiles(2, file(1, 'image/png', PIXEL))
  pages = { picture: { items: [sent], nextCursor: null } }
  const { receive } = await show()
  await expect.element(photo()).toBeVisible()
  const deletion = { at: sent.createdAt, by: person('Aiko') }
  receive('messages:updated', { ...sent, text: '', messageMedias: [], deletion, version: 2 })
  await expect.element(page.getByText('No pictures or videos yet')).toBeVisible()
  const next = withFiles(3, file(2, 'image/png', PIXEL))
  pages = { picture: { items: [next], nextCursor: null } }
  receive('messages:new_message', next)
  await expect.element(photo()).toBeVisible()
})

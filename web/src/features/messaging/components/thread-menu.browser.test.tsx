import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { useKnownThread } from '../messaging.queries.ts'
import { aThread, person } from '../testing/fake-threads.ts'
import { messagingStore, receiveThread } from '../thread-store.ts'
import { nextMorning } from './mute-dialog.tsx'
import { ThreadHead } from './thread-head.tsx'

const me = person('Ben')
const thread = aThread(1)
/** The changes that the server got. */
let changes: object[] = []

beforeEach(() => {
  changes = []
  vi.spyOn(window, 'fetch').mockImplementation(async (request, init) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    if (!pathname.endsWith(`/message-threads/${thread.id}/settings`)) throw new TypeError('no network')
    const body = JSON.parse(request instanceof Request ? await request.text() : (init?.body as string)) as object
    changes.push(body)
    const defaults = { mutedUntil: null, isPinned: false, archivedSeq: null, isMarkedUnread: false }
    return Response.json({ ...defaults, ...body, version: changes.length })
  })
  setAccessToken('token')
  setSessionUser('token', me.id)
  setCurrentUser({ id: me.id, isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

function Head({ onAway }: { onAway: () => void }) {
  return <ThreadHead thread={useKnownThread(thread.id)} isLeft={false} onBack={null} onAway={onAway} actions={null} sos={null} />
}

async function openMenu(shown: MessageThread = thread) {
  const onAway = vi.fn<() => void>()
  const { cache } = await renderPage(<Head onAway={onAway} />)
  receiveThread(messagingStore(cache), shown)
  const open = () => page.getByRole('button', { name: 'Menu for Aiko' }).click()
  await open()
  return { open, onAway }
}
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })

test('a member mutes a chat by one item of the menu', async () => {
  await openMenu()
  await item('Mute notifications').click()
  await expect.poll(() => changes).toEqual([{ mutedUntil: 'forever' }])
  await expect.element(page.getByText('Notifications are off. SOS alerts and calls still notify you')).toBeVisible()
})

test('a member mutes a chat for an hour, and turns its notifications on again', async () => {
  const { open } = await openMenu()
  await item('Mute for a while').click()
  await page.getByRole('button', { name: 'For 1 hour' }).click()
  await expect.poll(() => changes.length).toBe(1)
  const [{ mutedUntil }] = changes as [{ mutedUntil: string }]
  expect(Math.abs(Date.parse(mutedUntil) - Date.now() - 3_600_000)).toBeLessThan(60_000)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await open()
  await item(/Turn notifications on Off until \w+ \d/).click()
  await expect.poll(() => changes[1]).toEqual({ mutedUntil: null })
})

test.each([
  ['Pin to the top', { isPinned: true }, false],
  ['Mark as unread', { isMarkedUnread: true }, true],
  ['Archive', { isArchived: true }, true],
])('“%s” sends its change, and leaves the chat if it is no longer read', async (name, change, leaves) => {
  const { onAway } = await openMenu()
  await item(name).click()
  await expect.poll(() => changes).toEqual([change])
  await expect.poll(() => onAway.mock.calls.length).toBe(leaves ? 1 : 0)
})

test.each([
  ['a chat, which a new message brings back', null, 'Archived. A new message brings it back'],
  ['a muted chat, which stays', 'forever', 'Archived. While notifications are off, new messages do not bring it back'],
])('the archive says what becomes of %s', async (_, mutedUntil, notice) => {
  await openMenu({ ...thread, settings: { mutedUntil, isPinned: false, archivedSeq: null, isMarkedUnread: false, version: 1 } })
  await item('Archive').click()
  await expect.element(page.getByText(notice)).toBeVisible()
})

test('a mute until the morning ends at the next 8 o’clock of the device', () => {
  const at = (hours: number) => new Date(2026, 10, 21, hours)
  expect(nextMorning(at(22).getTime())).toEqual(new Date(2026, 10, 22, 8))
  expect(nextMorning(at(2).getTime())).toEqual(at(8))
  expect(nextMorning(at(8).getTime())).toEqual(new Date(2026, 10, 22, 8))
})

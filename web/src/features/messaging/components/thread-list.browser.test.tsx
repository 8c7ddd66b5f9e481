import { useLayoutEffect, useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ThreadSettings } from '@noroshi/contract/messaging/thread-settings'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { ThreadList } from './thread-list.tsx'

const me = person('Ben')
function withSettings(number: number, own?: ThreadSettings): MessageThread {
  const thread = aThread(number, { seenSeq: 1, deliveredSeq: 1 })
  return { ...thread, latestMessage: aMessage(thread, 1, me), ...(own && { settings: own }) }
}
const settings = (changes: Partial<ThreadSettings>): ThreadSettings => ({
  mutedUntil: null,
  isPinned: false,
  archivedSeq: null,
  isMarkedUnread: false,
  version: 1,
  ...changes,
})
let threads: MessageThread[] = []

/** A pane with the list, which the user leaves and opens again at its former position, as the router restores it. */
function Pane() {
  const [isOpen, setOpen] = useState(true)
  const top = useRef(0)
  const pane = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isOpen && pane.current) pane.current.scrollTop = top.current
  }, [isOpen])
  const toggle = () => {
    top.current = pane.current?.scrollTop ?? top.current
    setOpen(!isOpen)
  }
  return (
    <>
      <button type="button" onClick={toggle}>
        {isOpen ? 'Leave' : 'Open'}
      </button>
      {isOpen && (
        <div ref={pane} data-testid="pane" style={{ height: 400, overflow: 'auto' }}>
          <ThreadList currentId={undefined} radio={{ label: 'Radio', count: 0, panel: null }} />
        </div>
      )}
    </>
  )
}

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    if (pathname.endsWith('/settings')) return Response.json(settings({ archivedSeq: 1, version: 2 }))
    if (pathname.endsWith('/message-threads/personal')) return Response.json({ items: threads })
    throw new TypeError('no network')
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

test('the list of threads renders all rows, and one that is opened again keeps its scroll position', async () => {
  threads = Array.from({ length: 60 }, (_one, number) => withSettings(number))
  await renderPage(<Pane />)
  const rows = page.getByTestId('pane').getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(threads.length)
  const pane = () => page.getByTestId('pane').element()
  pane().scrollTop = pane().scrollHeight - 1000
  const top = pane().scrollTop
  expect(top).toBeGreaterThan(1500)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Open' }).click()
  expect(Math.round(pane().scrollTop)).toBe(Math.round(top))
})

test('pinned threads are first, and archived ones are behind a button at the end of the list', async () => {
  const [pinned, archived] = [settings({ isPinned: true }), settings({ archivedSeq: 1 })]
  threads = [withSettings(5), withSettings(4), withSettings(3, archived), withSettings(2, pinned)]
  await renderPage(<ThreadList currentId={undefined} radio={{ label: 'Radio', count: 0, panel: null }} />)
  const seqs = () =>
    page
      .getByRole('link')
      .elements()
      .map((row) => row.getAttribute('href')?.slice(-1))
  await expect.poll(seqs).toEqual(['2', '5', '4'])
  await page.getByRole('button', { name: 'Archived (1)' }).click()
  await expect.poll(seqs).toEqual(['3'])
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect.poll(seqs).toEqual(['2', '5', '4'])
})

test('a muted thread keeps its count without a badge at its tab, and a mark as unread has one', async () => {
  const unread = { unreadMessagesCount: 2, latestMessage: aMessage(aThread(2), 3) }
  threads = [
    { ...withSettings(2, settings({ mutedUntil: 'forever' })), ...unread },
    withSettings(1, settings({ isMarkedUnread: true })),
  ]
  await renderPage(<ThreadList currentId={undefined} radio={{ label: 'Radio', count: 0, panel: null }} />)
  await expect.element(page.getByRole('img', { name: 'Notifications off' })).toBeInTheDocument()
  await expect.element(page.getByText('2 unread')).toBeInTheDocument()
  await expect.element(page.getByRole('img', { name: 'Marked as unread' })).toBeInTheDocument()
  expect(page.getByRole('tab').first().element().textContent).toBe('Personal1')
})

test('a right click on a row opens its menu, with which a member archives the thread', async () => {
  threads = [withSettings(1)]
  await renderPage(<ThreadList currentId={undefined} radio={{ label: 'Radio', count: 0, panel: null }} />)
  await page.getByRole('link').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect.element(page.getByRole('button', { name: 'Archived (1)' })).toBeInTheDocument()
  await expect.element(page.getByText('No personal chats yet')).toBeInTheDocument()
})

test('a long touch of a row opens its menu and not the thread, also if the finger trembles, and a moved one scrolls', async () => {
  threads = [withSettings(1)]
  const { router } = await renderPage(<ThreadList currentId={undefined} radio={{ label: 'Radio', count: 0, panel: null }} />)
  await expect.element(page.getByRole('link')).toBeInTheDocument()
  const row = page.getByRole('link').element()
  const touch = (type: string, clientY = 100) => {
    const touches = type === 'touchend' ? [] : [new Touch({ identifier: 1, target: row, clientX: 100, clientY })]
    const event = new TouchEvent(type, { touches, bubbles: true, cancelable: true })
    row.dispatchEvent(event)
    return event
  }
  const menu = page.getByRole('menuitem', { name: 'Archive' })
  touch('touchstart')
  touch('touchmove', 112)
  await new Promise((resolve) => setTimeout(resolve, 700)) // longer than a long touch
  expect(touch('touchend').defaultPrevented).toBe(false)
  await expect.element(menu).not.toBeInTheDocument()
  touch('touchstart')
  touch('touchmove', 94)
  await expect.element(menu).toBeInTheDocument()
  expect(touch('touchend').defaultPrevented).toBe(true)
  expect(router.history.location.pathname).toBe('/')
})

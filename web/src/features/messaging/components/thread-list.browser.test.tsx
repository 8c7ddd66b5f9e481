import { useLayoutEffect, useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { setCurrentUser } from '../../../platform/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session.ts'
import { clearStored } from '../../../platform/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ThreadList } from './thread-list.tsx'

const THREADS = 60
const idOf = (kind: number, number: number) => `01990000-0000-7000-800${kind}-${String(number).padStart(12, '0')}`
const person = (number: number) => {
  const name = { firstName: 'User', lastName: String(number) }
  return { id: idOf(1, number), ...name, fullName: `User ${number}`, avatarUrl: null }
}
const me = person(0)

const threads = Array.from({ length: THREADS }, (_one, number): MessageThread => {
  const at = new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString()
  const marks = { deliveredSeq: 1, seenSeq: 1 }
  return {
    id: idOf(2, number),
    isGroup: false,
    group: null,
    members: [me, person(number + 1)],
    memberCount: 2,
    blockedBy: [],
    latestMessage: null,
    watermarks: marks,
    createdAt: at,
    updatedAt: at,
    version: 1,
    recipient: person(number + 1),
    hasAccepted: true,
    hasRecipientBlocked: false,
    unreadMessagesCount: 0,
    ...marks,
  }
})

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
  await renderPage(<Pane />)
  const rows = page.getByTestId('pane').getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(THREADS)
  const pane = () => page.getByTestId('pane').element()
  pane().scrollTop = pane().scrollHeight - 1000
  const top = pane().scrollTop
  expect(top).toBeGreaterThan(1500)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Open' }).click()
  expect(Math.round(pane().scrollTop)).toBe(Math.round(top))
})

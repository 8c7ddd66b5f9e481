import { useLayoutEffect, useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { ThreadList } from './thread-list.tsx'

const me = person('Ben')
const threads = Array.from({ length: 60 }, (_one, number) => {
  const thread = aThread(number)
  return { ...thread, latestMessage: aMessage(thread, 1, me) }
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
  await expect.poll(() => rows.elements().length).toBe(threads.length)
  const pane = () => page.getByTestId('pane').element()
  pane().scrollTop = pane().scrollHeight - 1000
  const top = pane().scrollTop
  expect(top).toBeGreaterThan(1500)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'Open' }).click()
  expect(Math.round(pane().scrollTop)).toBe(Math.round(top))
})

import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aMessage, aThread, person } from '../testing/fake-threads.ts'
import { ThreadSwitcher } from './thread-switcher.tsx'

const me = person('Ben')
/** The chats with Aiko, Müller and タナカ. The last one has the newest message. */
const threads = ['Aiko', 'Müller', 'タナカ'].map((firstName, index) => {
  const thread = aThread(index + 1)
  const members = thread.members.map((member) => (member.id === me.id ? member : { ...member, firstName }))
  const latestMessage = aMessage(thread, index + 1, me)
  return { ...thread, members, latestMessage }
})
const onPick = vi.fn()
const dialog = page.getByRole('dialog', { name: 'Go to a chat' })
const field = dialog.getByRole('combobox', { name: 'Name of a person or group' })
const names = () =>
  dialog
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <ThreadSwitcher onPick={onPick} onClose={() => setOpen(false)} />}
    </>
  )
}

beforeEach(async () => {
  onPick.mockReset()
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { pathname } = new URL(new Request(request).url)
    return Response.json({ items: pathname.endsWith('/personal') ? threads : [] })
  })
  setAccessToken('token')
  setSessionUser('token', me.id)
  setCurrentUser({ id: me.id, isAdmin: false })
  await renderPage(<Page />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(field).toHaveFocus()
  await expect.poll(() => names().length).toBe(3)
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test('a name is found in other forms, and Enter goes to the first chat', async () => {
  await userEvent.keyboard('たな')
  await expect.poll(names).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenCalledExactlyOnceWith(threads[2]?.id)
  await field.fill('mueller')
  await userEvent.keyboard('{Enter}')
  expect(onPick).toHaveBeenLastCalledWith(threads[1]?.id)
})

test('arrow keys choose among the chats with the newest activity first', async () => {
  const [first, second] = names()
  expect(first).toContain('タナカ')
  expect(second).toContain('Müller')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  expect(onPick).toHaveBeenCalledExactlyOnceWith(threads[1]?.id)
})

test('a name that no chat has says so, and Enter goes nowhere', async () => {
  await userEvent.keyboard('xyz{Enter}')
  await expect.element(dialog.getByText('No chat with this name')).toBeVisible()
  expect(onPick).not.toHaveBeenCalled()
})

test('Escape closes the list and returns the focus', async () => {
  await userEvent.keyboard('ai{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
})

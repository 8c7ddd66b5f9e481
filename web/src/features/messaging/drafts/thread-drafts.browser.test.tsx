import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored, storedKeys } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ChatComposer } from '../components/chat-composer.tsx'
import { receiveDrafts, threadDrafts, typedThreads } from './thread-drafts.ts'

const threadId = '01990000-0000-7000-8000-000000000001'
const alertThreadId = '01990000-0000-7000-8000-000000000003'
const me = '01990000-0000-7000-8000-000000000002'
const field = page.getByRole('textbox', { name: 'Message', exact: true })
/** The drafts that the server got. */
let sent: string[] = []
let isOnline = true

beforeEach(() => {
  sent = []
  isOnline = true
  vi.spyOn(window, 'fetch').mockImplementation(async (request, init) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    if (!isOnline || !pathname.endsWith('/draft')) throw new TypeError('no network')
    const { text } = JSON.parse(request instanceof Request ? await request.text() : (init?.body as string)) as { text: string }
    sent.push(`${pathname.split('/').at(-2)} ${text}`)
    return Response.json({ text, version: sent.length })
  })
  setAccessToken('token')
  setSessionUser('token', me)
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test('what is typed is sent after a pause, and the draft of another device appears in the field', async () => {
  await renderPage(<ChatComposer chat={{ threadId, alertId: null }} />)
  await field.click()
  await userEvent.keyboard('The bridge')
  expect(sent).toEqual([])
  await expect.poll(() => sent, { timeout: 5_000 }).toEqual([`${threadId} The bridge`])
  threadDrafts.receive(threadId, { text: 'The bridge is closed', version: 7 })
  await expect.element(field).toHaveValue('The bridge is closed')
  // It was sent there.
  threadDrafts.receive(threadId, { text: '', version: 8 })
  await expect.element(field).toHaveValue('')
})

test('a draft of another device does not replace what is being typed', async () => {
  await renderPage(<ChatComposer chat={{ threadId, alertId: null }} />)
  await field.click()
  await userEvent.keyboard('Mine')
  threadDrafts.receive(threadId, { text: 'Theirs', version: 7 })
  await expect.element(field).toHaveValue('Mine')
  await expect.poll(() => sent, { timeout: 5_000 }).toEqual([`${threadId} Mine`])
})

test('leaving a chat sends its draft, and what was typed offline is sent after the next connection', async () => {
  const { screen } = await renderPage(<ChatComposer chat={{ threadId, alertId: null }} />)
  await field.click()
  await userEvent.keyboard('Road')
  isOnline = false
  await screen.unmount()
  await expect.poll(() => vi.mocked(window.fetch).mock.calls.length).toBe(1)
  expect([sent, typedThreads()]).toEqual([[], [threadId]])
  isOnline = true
  receiveDrafts([])
  await expect.poll(() => sent).toEqual([`${threadId} Road`])
})

test('the draft of an alert chat stays on the device, and signing out clears what is known of drafts', async () => {
  await renderPage(<ChatComposer chat={{ threadId: alertThreadId, alertId: alertThreadId }} />)
  await field.click()
  await userEvent.keyboard('Smoke')
  await expect.element(field).toHaveValue('Smoke')
  expect(typedThreads()).toEqual([])
  threadDrafts.receive(threadId, { text: 'Theirs', version: 7 })
  expect(typedThreads()).toEqual([threadId])
  clearStored()
  expect([...storedKeys('draft'), ...typedThreads()]).toEqual([])
})

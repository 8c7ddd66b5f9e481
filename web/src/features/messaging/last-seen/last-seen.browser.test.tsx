import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { LastSeen } from '@noroshi/contract/messaging/last-seen.http'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { GroupMemberList } from '../groups/group-member-list.tsx'
import { ThreadHead } from '../components/thread-head.tsx'
import { aThread, person } from '../testing/fake-threads.ts'

const [aiko, me] = [person('Aiko'), person('Ben')]
let reply: { isShared: boolean; items: LastSeen[] }

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    if (pathname.endsWith('/last-seen')) return Response.json(reply)
    if (!pathname.endsWith('/members')) throw new TypeError('no network')
    const member = { MessageThreadId: thread.id, isAdmin: false, createdAt: thread.createdAt, updatedAt: thread.createdAt }
    const items = [me, aiko].map((user) => ({ ...member, id: user.id, UserId: user.id, user }))
    return Response.json({ items, nextCursor: null })
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

const thread = aThread(1)
const head = <ThreadHead thread={thread} isLeft={false} onBack={null} onAway={() => undefined} actions={null} sos={null} />
const at = new Date().toISOString()

test('the head of a personal chat shows that the other person is online', async () => {
  reply = { isShared: true, items: [{ userId: aiko.id, isOnline: true, at }] }
  await renderPage(head)
  await expect.element(page.getByText('Online')).toBeVisible()
})

test('the head shows only the name to a user who does not share it', async () => {
  reply = { isShared: false, items: [] }
  await renderPage(head)
  await expect.poll(() => vi.mocked(window.fetch).mock.calls.length).toBeGreaterThan(0)
  await expect.element(page.getByRole('button', { name: 'Menu for Aiko' })).toBeVisible()
  expect(page.getByText(/Online|seen/).query()).toBeNull()
})

test('the list of members shows it for those who share it', async () => {
  reply = { isShared: true, items: [{ userId: aiko.id, isOnline: false, at }] }
  await renderPage(<GroupMemberList threadId={thread.id} />)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect.element(row('Aiko').getByText(/Last seen \d\d:\d\d/)).toBeVisible()
  expect(row('Ben').getByText('seen').query()).toBeNull()
})

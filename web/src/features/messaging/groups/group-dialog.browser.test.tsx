import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { aThread, person } from '../testing/fake-threads.ts'
import { GroupDialog } from './group-dialog.tsx'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const me = person('Ben')
const thread = aThread(1)
const group = (imageUrl: string | null) => ({
  ...thread,
  isGroup: true,
  recipient: null,
  group: { name: 'Night Watch', description: '', imageUrl, createdAt: thread.createdAt, updatedAt: thread.createdAt },
})
/** The requests that the server got. */
let requests: string[] = []

beforeEach(() => {
  requests = []
  const reply = (method: string, path: string) => {
    requests.push(`${method} ${path.replace(/.*\/group\/[^/]+/, '')}`)
    return group(null)
  }
  vi.spyOn(window, 'fetch').mockImplementation(async (request, init) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    if (!pathname.includes('/message-threads/group/')) throw new TypeError('no network')
    return Response.json(reply((request instanceof Request ? request.method : init?.method) ?? 'GET', pathname))
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

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('an admin removes the picture of a group with its form', async () => {
  const onClose = vi.fn<() => void>()
  await renderPage(<GroupDialog thread={group(PIXEL)} onClose={onClose} />)
  await expect.element(page.getByRole('img', { name: 'Group picture' })).toBeVisible()
  await button('Remove picture').click()
  await expect.element(button('Choose picture')).toBeVisible()
  expect(requests).toEqual([])
  await button('Save').click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(requests).toEqual(['DELETE /picture', 'PATCH '])
})

test('a new picture that is taken back changes nothing', async () => {
  const onClose = vi.fn<() => void>()
  await renderPage(<GroupDialog thread={group(null)} onClose={onClose} />)
  await page.getByLabelText('Group picture', { exact: true }).upload(new File(['a picture'], 'us.gif', { type: 'image/gif' }))
  await button('Remove picture').click()
  await button('Save').click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(requests).toEqual(['PATCH '])
})

import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { PersonalDataCard } from './personal-data-card.tsx'

afterEach(() => {
  clearStored()
  vi.restoreAllMocks()
})

/** Replies to each request, and returns the methods, paths and bodies of those about the own data. */
function replyWith(reply: () => Response) {
  const requests: unknown[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = input instanceof Request ? input : new Request(new URL(String(input), window.location.href), init)
    const { pathname } = new URL(request.url)
    if (!/\/account(?:\/export)?$/.test(pathname)) return Response.json({})
    requests.push([request.method, pathname.split('/').slice(-2).join('/'), await request.json()])
    return reply()
  })
  return requests
}

test('a download needs the password and opens the link of the reply', async () => {
  const requests = replyWith(() => Response.json({ path: '/api/account/export?token=x', expiresAt: '' }, { status: 201 }))
  const opened: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    opened.push(`${this.pathname}${this.search}`)
  })
  setAccessToken('token')
  await renderPage(<PersonalDataCard />)
  await page.getByRole('button', { name: 'Download my data' }).click()
  const start = page.getByRole('button', { name: 'Download', exact: true })
  await start.click()
  expect(requests).toEqual([])
  await page.getByLabelText('Current password').fill('my password')
  await start.click()
  await expect.poll(() => opened).toEqual(['/api/account/export?token=x'])
  expect(requests).toEqual([['POST', 'account/export', { currentPassword: 'my password' }]])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('a deletion says what stays, and its dialog stays open if the server refuses it', async () => {
  const requests = replyWith(() => Response.json({ code: 'account.lastAdmin', message: 'Refused', issues: [] }, { status: 409 }))
  setAccessToken('token')
  await renderPage(<PersonalDataCard />)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/These stay, from .*Deleted user/)).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Also delete the messages' }).click()
  await dialog.getByLabelText('Current password').fill('my password')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect.poll(() => requests.length).toBe(1)
  expect(requests[0]).toMatchObject(['DELETE', expect.any(String), { currentPassword: 'my password', deletesMessages: true }])
  await expect.element(dialog).toBeVisible()
})

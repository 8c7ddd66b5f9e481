import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { hasUnsaved } from '../../../platform/forms/unsaved.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { RegisterForm } from './register-form.tsx'

const unit = { name: 'Hall', canRegister: true, needsInvitation: true }
const refused = { code: 'auth.inviteCode', message: 'no longer valid', issues: [] }
const respond = () => Response.json({ firstName: '遥', lastName: '佐藤', email: 'haruka@example.org' })

/** Returns the paths that are requested. */
const serve = (reply: () => Response | Promise<Response>): string[] => {
  const paths: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), window.location.href)
    paths.push(pathname)
    return isProposal(pathname) ? reply() : Response.json(unit)
  })
  return paths
}
const isProposal = (path: string) => path.endsWith('/auth/invitation')
const field = (name: string) => page.getByRole('textbox', { name })

afterEach(() => void vi.restoreAllMocks())

test('a personal invitation proposes the name and the address, which are not unsaved input', async () => {
  serve(respond)
  await renderPage(<RegisterForm inviteCode="code" />)
  await expect.element(field('First name')).toHaveValue('遥')
  await expect.element(field('Last name (optional)')).toHaveValue('佐藤')
  await expect.element(field('Email')).toHaveValue('haruka@example.org')
  expect(hasUnsaved()).toBe(false)
  await field('First name').fill('はるか')
  await expect.poll(hasUnsaved).toBe(true)
})

test('what the user has typed before the reply stays', async () => {
  const arrival = Promise.withResolvers<undefined>()
  serve(() => arrival.promise.then(respond))
  await renderPage(<RegisterForm inviteCode="code" />)
  await field('First name').fill('Aoi')
  arrival.resolve(undefined)
  await expect.element(field('Last name (optional)')).toHaveValue('佐藤')
  await expect.element(field('First name')).toHaveValue('Aoi')
  expect(hasUnsaved()).toBe(true)
})

test('without a code nothing is requested, and an invitation that is not open proposes nothing', async () => {
  const requested = serve(() => Response.json(refused, { status: 400 }))
  const { screen } = await renderPage(<RegisterForm setupCode="code" />)
  await expect.element(field('First name')).toHaveValue('')
  expect(requested.filter(isProposal)).toEqual([])
  await screen.unmount()
  await renderPage(<RegisterForm inviteCode="used" />)
  await expect.poll(() => requested.some(isProposal)).toBe(true)
  await expect.element(field('First name')).toHaveValue('')
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { registerCommands } from '../../../platform/commands/commands.ts'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeAsked, fakeRollCall } from '../testing/fake-roll-calls.ts'
import { AskedPeople } from './asked-people.tsx'

const guardian = fakeAsked(90).person
const child = fakeAsked(70, { dependant: { kind: 'child', guardian } })
// The list is longer than the page, so that the next page does not load by itself.
const first = [child, ...Array.from({ length: 60 }, (_, index) => fakeAsked(index))]
const last = fakeAsked(80)

beforeEach(() => {
  setCurrentUser({ id: fakeAsked(1).person.id, isAdmin: true })
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { searchParams } = new URL(new Request(input, init).url)
    return Response.json(
      searchParams.has('cursor') ? { items: [last], nextCursor: null } : { items: first, nextCursor: child.person.id },
    )
  })
})
afterEach(() => {
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test('the printed list has the people of all pages', async () => {
  const content = () => document.querySelector('main')?.textContent
  const printed: (string | undefined)[] = []
  vi.spyOn(window, 'print').mockImplementation(() => void printed.push(content()))
  await renderPage(<AskedPeople rollCall={fakeRollCall(1)} />)
  await expect.element(page.getByText('Person 59')).toBeInTheDocument()
  expect(content()).not.toContain('Person 80')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect.poll(() => printed).toEqual([expect.stringMatching(/Person 59.*Person 80/)])
  await expect.poll(content).not.toContain('Person 80')
})

test('a keeper calls a person, or the guardian of a dependant, and writes to them, but not to themselves', async () => {
  const [call, write] = [vi.fn(), vi.fn()]
  const end = registerCommands({ 'call.start': call, 'chat.open': write })
  await renderPage(<AskedPeople rollCall={fakeRollCall(1)} />)
  await page.getByRole('button', { name: 'Call Person 2', exact: true }).click()
  await page.getByRole('button', { name: 'Call Person 90', exact: true }).click()
  await page.getByRole('button', { name: 'Message Person 2', exact: true }).click()
  const target = { userId: fakeAsked(2).person.id, threadId: null }
  await expect.poll(() => call.mock.calls).toEqual([[target], [{ userId: guardian.id, threadId: null }]])
  await expect.poll(() => write.mock.calls).toEqual([[target]])
  expect(page.getByRole('button', { name: 'Call Person 1', exact: true }).elements()).toEqual([])
  end()
})

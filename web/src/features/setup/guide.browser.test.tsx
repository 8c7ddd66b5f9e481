import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type DrillResult, type Setup, SetupStep } from '@noroshi/contract/setup/setup.http'
import { renderPage } from '../../testing/render-page.tsx'
import { Guide } from './guide.tsx'
import { SetupCard } from './setup-card.tsx'
import { fakeSetup } from './testing/fake-setup.ts'

const dialogs = { invitation: () => <p>Invitation dialog</p>, drill: () => <p>Drill dialog</p> }
const person = (id: number, firstName: string) => ({
  id: `01990000-0000-7000-8000-00000000000${id}`,
  firstName,
  lastName: '',
  fullName: firstName,
  avatarUrl: null,
})
const drill: DrillResult = {
  alertId: '01990000-0000-7000-8000-000000000009',
  startedAt: '2026-11-21T09:30:00.000Z',
  isRunning: false,
  alarmed: 10,
  reached: 8,
  endedEarlyAt: null,
  missed: [person(1, 'Aiko'), person(2, 'Ben')],
  stepsSentAt: null,
}

let setup: Setup
let sent: { address: unknown; body: unknown }[]
/** What the server replies to a change. */
let changed: unknown
beforeEach(async () => {
  await page.viewport(360, 3200) // the test page does not scroll
  setup = fakeSetup()
  changed = setup
  sent = []
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    if (init?.method === 'GET' || init?.method === undefined) return Response.json(setup)
    sent.push({ address, body: JSON.parse(init.body as string) })
    return Response.json(changed)
  })
})
afterEach(() => vi.restoreAllMocks())

const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })

test('home’s card shows the progress and leads to the next step, and an administrator hides it', async () => {
  setup = fakeSetup({ states: { unitName: 'done', location: 'done', map: 'confirmed', devices: 'unknown' } })
  await renderPage(<SetupCard />)
  await expect.element(page.getByText('3 of 10 done')).toBeVisible()
  await expect.element(page.getByText('Next: Choose the main language')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/admin/guide#language')
  changed = { ...setup, isDismissed: true }
  await page.getByRole('button', { name: 'Hide on home' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hide on home' }).click()
  await expect.element(page.getByRole('heading', { name: 'The first hour' })).not.toBeInTheDocument()
  expect(sent).toMatchObject([{ body: { isDismissed: true } }])
})

test.each([
  ['all steps are done', fakeSetup({ states: Object.fromEntries(SetupStep.options.map((one) => [one, 'done'])) })],
  ['an administrator has hidden it', fakeSetup({ isDismissed: true })],
  ['the server is of a version before the guide', { items: [], isDismissed: false }],
])('home has no card when %s', async (_why, reply) => {
  setup = reply
  const { cache } = await renderPage(<SetupCard />)
  await vi.waitFor(() => expect(cache.getQueryData(['admin', 'setup'])).toBeDefined())
  await expect.element(page.getByRole('link', { name: 'Continue' })).not.toBeInTheDocument()
})

test('each step of a new server says what it is for, what is missing, and offers a press', async () => {
  await renderPage(<Guide dialogs={dialogs} />)
  await expect.element(page.getByText('0 of 10 done')).toBeVisible()
  const expected = [
    ['Give it a name', 'It still has the name of the app.', 'Save'],
    ['Show where you are', 'No location is chosen.', 'Choose on the map'],
    ['Choose the main language', 'No language is chosen.', '日本語'],
    ['Add streets to the map', 'The map has no streets.', 'Leave it as it is: Add streets to the map'],
    ['Invite people', 'Only you have an account.', 'Create a link'],
    ['Create a group and a feed', 'There is no group.', 'Create an example'],
    ['Hold a drill', 'There was no drill yet.', 'Start a drill'],
  ] as const
  for (const [name, found, press] of expected) {
    await expect.element(step(name)).toMatchTextContent(found)
    await expect.element(step(name).getByRole('button', { name: press, exact: true })).toBeVisible()
  }
  await expect.element(step('Prepare the phones')).toMatchTextContent('No phone has reported yet.')
  await expect.element(step('Turn on the backup').getByRole('link')).toHaveAttribute('href', '/admin/backup')
  await expect.element(step('Choose a second administrator').getByRole('link')).toHaveAttribute('href', '/admin/users')
  expect(document.documentElement.scrollWidth).toBe(360)
})

test('an administrator names the unit, chooses its language, leaves the map as it is and creates an example', async () => {
  await renderPage(<Guide dialogs={dialogs} />)
  await step('Give it a name').getByRole('button', { name: 'Save' }).click()
  await expect.element(step('Give it a name').getByRole('textbox')).toBeInvalid()
  expect(sent).toEqual([])
  changed = fakeSetup({ states: { unitName: 'done' }, facts: { name: 'Wakaba hall' } })
  await step('Give it a name').getByRole('textbox').fill('Wakaba hall')
  await step('Give it a name').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Its name is Wakaba hall.')).toBeVisible()
  await step('Choose the main language').getByRole('button', { name: '日本語' }).click()
  await step('Add streets').getByRole('button', { name: 'Leave it as it is: Add streets to the map' }).click()
  await step('Create a group').getByRole('button', { name: 'Create an example' }).click()
  await vi.waitFor(() => expect(sent).toHaveLength(4))
  expect(sent.map(({ body }) => body)).toMatchObject([
    { unit: { name: 'Wakaba hall' } },
    { unit: { language: 'ja' } },
    { confirmed: ['map'] },
    { clientId: expect.any(String) as string },
  ])
})

test('an administrator follows a drill, reads its result and sends those whom it did not reach the steps once', async () => {
  setup = fakeSetup({ facts: { drill: { ...drill, isRunning: true, reached: 3, missed: [] } } })
  const { cache } = await renderPage(<Guide dialogs={dialogs} />)
  await expect.element(page.getByText('The drill is running. 3 of 10 rang so far.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send these 2 the steps' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'End the drill' }).click()
  await vi.waitFor(() => expect(sent).toMatchObject([{ body: { AlertId: drill.alertId } }]))
  setup = fakeSetup({ facts: { drill } })
  await cache.invalidateQueries()
  await expect.element(page.getByText('8 of 10 rang.')).toBeVisible()
  await expect.element(page.getByText('Did not ring: Aiko, Ben')).toBeVisible()
  setup = fakeSetup({ states: { drill: 'done' }, facts: { drill: { ...drill, stepsSentAt: '2026-11-21T09:40:00.000Z' } } })
  changed = { sent: 1, failed: 1, setup }
  await page.getByRole('button', { name: 'Send these 2 the steps' }).click()
  await expect.element(page.getByText(/^The steps were sent \d/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send these 2 the steps' })).not.toBeInTheDocument()
  expect(sent[1]).toMatchObject({
    address: expect.stringMatching(/\/admin\/setup\/steps$/) as string,
    body: { alertId: drill.alertId, address: expect.stringMatching(/^http:.*\/ready$/) as string },
  })
})

test.each([
  [{ isOn: true, isComplete: null, endedAt: null, rehearsal: null }, 'It is on. The first copy is not made yet.'],
  [{ isOn: true, isComplete: false, endedAt: '2026-11-21T09:30:00.000Z', rehearsal: null }, 'The last copy failed.'],
  [{ isOn: true, isComplete: true, endedAt: '2026-11-21T09:30:00.000Z', rehearsal: 'damaged' }, 'The last copy is damaged.'],
  [{ isOn: true, isComplete: true, endedAt: '2026-11-21T09:30:00.000Z', rehearsal: 'verified' }, 'is not known yet.'],
  [{ isOn: true, isComplete: true, endedAt: '2026-11-21T09:30:00.000Z', rehearsal: 'rehearsed' }, 'was restored as a test.'],
] as const)('the step of the backup with %o says: %s', async (backup, found) => {
  setup = fakeSetup({ facts: { backup } })
  await renderPage(<Guide dialogs={dialogs} />)
  await expect.element(step('Turn on the backup')).toMatchTextContent(found)
})

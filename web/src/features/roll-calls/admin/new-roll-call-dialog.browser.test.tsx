import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeRollCall } from '../testing/fake-roll-calls.ts'
import { NewRollCallDialog } from './new-roll-call-dialog.tsx'

const GROUP = { threadId: '01990004-0000-7000-8000-000000000555', name: 'Nurses' }

/** Opens the form. @returns the bodies that it sends and the function that is called at the end */
async function openForm(mayAskEveryone: boolean, isExisting = false) {
  const bodies: unknown[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (_address, init) => {
    bodies.push(JSON.parse(typeof init?.body === 'string' ? init.body : '{}'))
    return new Response(JSON.stringify({ ...fakeRollCall(1), isExisting }), { status: isExisting ? 200 : 201 })
  })
  const onAsked = vi.fn<() => void>()
  await renderPage(
    <NewRollCallDialog groups={[GROUP]} mayAskEveryone={mayAskEveryone} onClose={() => undefined} onAsked={onAsked} />,
  )
  return { bodies, onAsked }
}
const form = page.getByRole('dialog', { name: 'New roll-call' })
const ask = () => form.getByRole('button', { name: 'Ask', exact: true }).click()
const confirm = () => page.getByRole('button', { name: 'Ask', exact: true }).last().click()

afterEach(() => vi.restoreAllMocks())

test('a template fills title and text until the user changes them, and asking is confirmed', async () => {
  const { bodies, onAsked } = await openForm(true)
  await form.getByLabelText('What happened?').selectOptions('Tsunami')
  await expect.element(form.getByLabelText('Title')).toHaveValue('Tsunami: are you safe?')
  await form.getByLabelText('Title').fill('Are the nurses safe?')
  await form.getByLabelText('What happened?').selectOptions('Flood')
  await expect.element(form.getByLabelText('Title')).toHaveValue('Are the nurses safe?')
  await ask()
  expect(bodies).toEqual([])
  await expect.element(page.getByRole('dialog', { name: 'Ask now: Everyone?' })).toBeVisible()
  await confirm()
  await expect.poll(() => onAsked.mock.calls.length).toBe(1)
  expect(bodies).toMatchObject([
    { template: 'flood', title: 'Are the nurses safe?', audience: { kind: 'everyone' }, isUrgent: false, isSeparate: false },
  ])
})

test('a group admin chooses a group and asks own questions', async () => {
  const { bodies } = await openForm(false)
  await expect.element(form.getByRole('radio', { name: 'Everyone' })).not.toBeInTheDocument()
  await ask()
  await expect.element(form.getByText('Choose a group')).toBeVisible()
  await form.getByRole('checkbox', { name: 'Nurses' }).click()
  await form.getByRole('button', { name: 'Add a question' }).click()
  await form.getByRole('textbox', { name: 'Question 1' }).fill('Can you work?')
  await form.getByRole('textbox', { name: 'Choices, one on each line' }).fill('Yes')
  await ask()
  await expect.element(form.getByText('Enter at least two choices')).toBeVisible()
  await form.getByRole('textbox', { name: 'Choices, one on each line' }).fill('Yes\n\nNo ')
  await ask()
  await confirm()
  await expect
    .poll(() => bodies)
    .toMatchObject([
      {
        audience: { kind: 'groups', threadIds: [GROUP.threadId] },
        questions: [{ kind: 'choice', text: 'Can you work?', options: ['Yes', 'No'] }],
      },
    ])
})

test('an open roll-call of the same people is shown, or another one is asked on purpose', async () => {
  const { bodies, onAsked } = await openForm(true, true)
  await ask()
  await confirm()
  await page.getByRole('button', { name: 'Start another roll-call anyway' }).click()
  await expect.poll(() => bodies).toMatchObject([{ isSeparate: false }, { isSeparate: true }])
  expect(onAsked).not.toHaveBeenCalled()
})

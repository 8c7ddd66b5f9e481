import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { registerCommands } from '../../../platform/commands/commands.ts'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeRollCall } from '../testing/fake-roll-calls.ts'
import { AnsweredDialog } from './answered-dialog.tsx'

afterEach(() => setCurrentUser(null))

const sos = page.getByRole('button', { name: 'Raise an SOS' })

test('the answer "need help" offers the SOS, which closes the dialog; other answers and drills do not', async () => {
  setCurrentUser({ id: 'ben', isAdmin: false })
  const [countDown, close] = [vi.fn(), vi.fn()]
  const end = registerCommands({ 'sos.countDown': countDown })
  const { screen } = await renderPage(<AnsweredDialog rollCall={fakeRollCall(1)} state="needHelp" onClose={close} />)
  await sos.click()
  await expect.poll(() => close.mock.calls).toHaveLength(1)
  expect(countDown).toHaveBeenCalledOnce()
  await screen.unmount()
  for (const [state, isDrill] of [
    ['safe', false],
    ['needHelp', true],
  ] as const) {
    const other = await renderPage(<AnsweredDialog rollCall={fakeRollCall(1, { isDrill })} state={state} onClose={close} />)
    await expect.element(page.getByRole('button', { name: 'Close', exact: true }).last()).toBeVisible()
    expect(sos.elements()).toEqual([])
    await other.screen.unmount()
  }
  end()
})

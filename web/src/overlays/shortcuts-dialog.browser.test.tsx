import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { registerCommands } from '../platform/commands/commands.ts'
import { startShortcuts } from '../platform/commands/shortcuts.ts'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { DialogHost } from '../ui/dialogs/dialog-host.tsx'
import { hasOpenDialog } from '../ui/dialogs/open-dialog.ts'
import { showShortcuts } from './keyboard-dialogs.tsx'

const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  clearStored()
  setCurrentUser(null)
})

test('a question mark outside of fields lists the shortcuts, and single keys can be turned off', async () => {
  setCurrentUser({ id: 'me', isAdmin: false })
  ends.push(registerCommands({ 'shortcuts.show': showShortcuts }))
  ends.push(startShortcuts({ hasAlarm: () => false, hasDialog: hasOpenDialog }, () => undefined))
  await renderPage(
    <>
      <input aria-label="Field" />
      <DialogHost />
    </>,
  )
  await page.getByRole('textbox').click()
  await userEvent.keyboard('?')
  expect(dialog.query()).toBeNull()
  page.getByRole('textbox').element().blur()
  await userEvent.keyboard('?')
  await expect.element(dialog.getByText('Go to a chat')).toBeVisible()
  await expect.element(dialog.getByText('/', { exact: true })).toBeVisible()
  await dialog.getByRole('switch').click()
  await expect.element(dialog.getByText('/', { exact: true })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(dialog.query()).toBeNull()
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../../testing/render-page.tsx'
import { PollDialog } from './poll-dialog.tsx'

const nothing = () => undefined
const option = (number: number) => page.getByRole('textbox', { name: `Option ${number}` })

test('Enter leads to the next option, except the one that confirms kana in Safari', async () => {
  await renderPage(<PollDialog question="" onSend={nothing} onClose={nothing} />)
  await option(1).fill('みなと')
  // Safari ends the composition before this key press.
  option(1)
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))
  await expect.element(option(1)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(option(2)).toHaveFocus()
})

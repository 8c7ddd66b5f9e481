import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type {} from '@vitest/browser-playwright' // types the DevTools session
import { cdp, page, userEvent } from 'vitest/browser'
import { MESSAGE_MAX } from '@noroshi/contract/limits'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { draftKey, writeDraft } from '../../../platform/forms/drafts.ts'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { usePending } from '../pending.ts'
import { ChatComposer } from './chat-composer.tsx'

const chat = { threadId: '01990000-0000-7000-8000-000000000001', alertId: null }
const me = '01990000-0000-7000-8000-000000000002'
const field = page.getByRole('textbox', { name: 'Message', exact: true })
const unsent = page.getByRole('list', { name: 'Unsent' }).getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** A chat that the user can leave and open again. Its messages stay unsent: there is no server. */
function Chat() {
  const [isOpen, setOpen] = useState(true)
  const pending = usePending(chat.threadId)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Leave' : 'Open'}
      </button>
      <ul aria-label="Unsent">
        {pending.map(({ id, payload, files }) => (
          <li key={id}>
            <pre>{[payload.text, ...files.map(({ name }) => name)].join('|')}</pre>
          </li>
        ))}
      </ul>
      {isOpen && <ChatComposer chat={chat} />}
    </>
  )
}

beforeEach(async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  setAccessToken('token')
  setSessionUser('token', me)
  setCurrentUser({ id: me, isAdmin: false })
  await renderPage(<Chat />)
  await field.click()
})
afterEach(async () => {
  await outbox.discardOfUsers()
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

/** The texts and files of the unsent messages. */
const unsentTexts = () => unsent.elements().map((element) => element.textContent)

test('Enter sends the trimmed text and empties the field, and Shift+Enter begins a new line', async () => {
  await userEvent.keyboard('  Road{Shift>}{Enter}{/Shift}closed ')
  await expect.element(field).toHaveValue('  Road\nclosed ')
  expect(unsentTexts()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(unsentTexts).toEqual(['Road\nclosed'])
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
})

test('the field takes the focus when a chat opens, but not from a field in which the user types', async () => {
  await button('Leave').click()
  await button('Open').click()
  await expect.element(field).toHaveFocus()
  await button('Leave').click()
  const other = document.body.appendChild(document.createElement('input'))
  other.focus()
  ;(button('Open').element() as HTMLElement).click()
  await expect.element(field).toBeVisible()
  await expect.element(other).toHaveFocus()
  other.remove()
})

test('on a phone the field does not take the focus when a chat opens', async () => {
  await button('Leave').click()
  vi.spyOn(window, 'matchMedia').mockReturnValue(window.matchMedia('not all'))
  await button('Open').click()
  await expect.element(field).toBeVisible()
  await expect.element(field).not.toHaveFocus()
})

test('Enter in an empty field sends nothing', async () => {
  await userEvent.keyboard('   {Enter}')
  await expect.element(field).toHaveValue('   ')
  expect(unsentTexts()).toEqual([])
})

test('the Enter that confirms kana keeps the text in the field, and the next Enter sends it', async () => {
  const devtools = cdp()
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await devtools.send('Input.imeSetComposition', { text: 'ひなんじょ', selectionStart: 5, selectionEnd: 5 })
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await devtools.send('Input.insertText', { text: '避難所' })
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  await expect.element(field).toHaveValue('避難所')
  expect(unsentTexts()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(unsentTexts).toEqual(['避難所'])
})

test('text that is not sent is a draft: it is there when the chat is opened again, and Escape keeps it', async () => {
  await userEvent.keyboard('I am at the{Escape}')
  await expect.element(field).toHaveValue('I am at the')
  await button('Leave').click()
  await expect.element(field).not.toBeInTheDocument()
  await button('Open').click()
  await expect.element(field).toHaveValue('I am at the')
  await field.click()
  await userEvent.keyboard(' school{Enter}')
  await expect.poll(unsentTexts).toEqual(['I am at the school'])
  await button('Leave').click()
  await button('Open').click()
  await expect.element(field).toHaveValue('')
})

test('a text over the limit is refused with a message, and the typed text stays', async () => {
  await field.fill('a'.repeat(MESSAGE_MAX))
  await userEvent.keyboard('b')
  await expect.element(page.getByText(`Message cannot be more than ${MESSAGE_MAX} characters`)).toBeVisible()
  await expect.element(field).toHaveValue('a'.repeat(MESSAGE_MAX))
})

/** Pastes files into the field. */
const paste = (...files: File[]) => {
  const clipboardData = new DataTransfer()
  for (const file of files) clipboardData.items.add(file)
  field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
const attach = page.getByRole('dialog', { name: 'File' })

test('pasted files open the dialog with the typed text as caption, and Enter sends both', async () => {
  await userEvent.keyboard('The slope')
  paste(new File(['1'], 'slope.txt'), new File(['2'], 'river.txt'))
  await expect.element(attach.getByRole('textbox', { name: 'Caption' })).toHaveFocus()
  await userEvent.keyboard(' today{Enter}')
  await expect.poll(unsentTexts).toEqual(['The slope today|slope.txt|river.txt'])
  await expect.element(attach).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('')
})

test('files that are pasted or dropped while the dialog is open are added, and are sent in the chosen order', async () => {
  paste(new File(['1'], 'slope.txt'))
  await expect.element(attach.getByRole('textbox', { name: 'Caption' })).toHaveFocus()
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File(['2'], 'river.txt'))
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(attach.getByText('river.txt')).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['3'], 'bridge.txt'))
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  await attach.getByRole('button', { name: 'Move bridge.txt up' }).click()
  await attach.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(unsentTexts).toEqual(['|slope.txt|bridge.txt|river.txt'])
})

test('on a phone one tap opens the camera, and on a desktop there is no button for it', async () => {
  expect(button('Take a picture').query()).toBeNull()
  await button('Leave').click()
  vi.spyOn(window, 'matchMedia').mockReturnValue(window.matchMedia('not all'))
  await button('Open').click()
  await button('Take a picture').click()
  await expect.element(page.getByRole('dialog', { name: /Take a picture|Photo/ })).toBeVisible()
})

test('of twelve pasted files the first ten are kept, and a toast says so', async () => {
  paste(...Array.from({ length: 12 }, (_, index) => new File(['1'], `${index}.txt`)))
  await expect.element(attach.getByText('9.txt')).toBeVisible()
  await expect.element(attach.getByText('10.txt')).not.toBeInTheDocument()
  await expect.element(page.getByText('You can add up to 10 files', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(unsentTexts).toEqual([`|${Array.from({ length: 10 }, (_, index) => `${index}.txt`).join('|')}`])
})

test('a caption over the limit is refused with a message, and the typed caption stays', async () => {
  await field.fill('a'.repeat(MESSAGE_MAX))
  paste(new File(['1'], 'slope.txt'))
  const caption = attach.getByRole('textbox', { name: 'Caption' })
  await expect.element(caption).toHaveFocus()
  await userEvent.keyboard('b')
  await expect.element(page.getByText(`Message cannot be more than ${MESSAGE_MAX} characters`)).toBeVisible()
  await expect.element(caption).toHaveValue('a'.repeat(MESSAGE_MAX))
})

test('a draft over the limit is not sent as a caption until it is shortened', async () => {
  await button('Leave').click()
  writeDraft(draftKey(me, 'thread', chat.threadId), 'a'.repeat(MESSAGE_MAX + 1))
  await button('Open').click()
  paste(new File(['1'], 'slope.txt'))
  const caption = attach.getByRole('textbox', { name: 'Caption' })
  await expect.element(caption).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(`Message cannot be more than ${MESSAGE_MAX} characters`)).toBeVisible()
  expect(unsentTexts()).toEqual([])
  await userEvent.keyboard('{Backspace}{Enter}')
  await expect.poll(unsentTexts).toEqual([`${'a'.repeat(MESSAGE_MAX)}|slope.txt`])
})

test('Escape asks before pasted files are lost; the caption stays as the draft, and the focus returns to the field', async () => {
  await userEvent.keyboard('The slope')
  paste(new File(['1'], 'slope.txt'))
  await expect.element(attach.getByRole('textbox', { name: 'Caption' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(attach.getByText('slope.txt')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(attach).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('The slope')
  await expect.element(field).toHaveFocus()
  expect(unsentTexts()).toEqual([])
})

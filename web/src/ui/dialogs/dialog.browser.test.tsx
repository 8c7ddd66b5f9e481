import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { MenuFrame } from './menu-frame.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const onConfirm = vi.fn()
const onSubmit = vi.fn()

afterEach(() => vi.clearAllMocks())

function Deletion() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete page</Button>
      <ConfirmDialog isOpen={isOpen} onClose={close} onConfirm={onConfirm} title="Delete this page?" confirmLabel="Delete" />
    </>
  )
}

/** A menu whose item opens the question. */
function DeletionMenu() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <MenuFrame target={<ActionIcon aria-label="Menu of the page">…</ActionIcon>}>
        <Menu.Item onClick={() => setOpen(true)}>Delete page</Menu.Item>
      </MenuFrame>
      <ConfirmDialog isOpen={isOpen} onClose={() => setOpen(false)} onConfirm={onConfirm} title="Delete this page?" />
    </>
  )
}

function Renaming() {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const close = () => {
    setName('')
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      {isOpen && (
        <FormDialog
          title="Rename the feed"
          onClose={close}
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit(name)
          }}
          isBusy={false}
          hasUnsaved={name !== ''}
        >
          <TextInput label="Name" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} data-autofocus />
        </FormDialog>
      )}
    </>
  )
}

test('the focus of a confirmation starts on its harmless button, and Escape cancels it and returns the focus to the trigger', async () => {
  await renderPage(<Deletion />)
  await button('Delete page').click()
  await expect.element(button('Cancel')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Delete this page?')).not.toBeInTheDocument()
  await expect.element(button('Delete page')).toHaveFocus()
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a confirmation from a menu item returns the focus to the menu button', async () => {
  await renderPage(<DeletionMenu />)
  await page.getByRole('menuitem', { name: 'Delete page' }).click()
  await expect.element(button('Cancel')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Delete this page?')).not.toBeInTheDocument()
  await expect.element(button('Menu of the page')).toHaveFocus()
})

test('the focus stays in a confirmation, and the keyboard confirms it once', async () => {
  await renderPage(<Deletion />)
  await button('Delete page').click()
  await expect.element(button('Cancel')).toHaveFocus()
  const visited = new Set<string>()
  for (let step = 0; step < 4; step++) {
    visited.add(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
    await userEvent.keyboard('{Tab}')
  }
  expect([...visited].sort()).toEqual(['Cancel', 'Close', 'Delete'])
  await button('Delete').click()
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('Escape closes a form without input at once and returns the focus to the trigger', async () => {
  await renderPage(<Renaming />)
  await button('Rename').click()
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Rename the feed')).not.toBeInTheDocument()
  await expect.element(button('Rename')).toHaveFocus()
})

test.each(['Escape', 'Cancel', 'Close'])(
  '%s asks before typed text is lost, and the user may keep or discard it',
  async (way) => {
    await renderPage(<Renaming />)
    const leave = () => (way === 'Escape' ? userEvent.keyboard('{Escape}') : button(way).click())
    await button('Rename').click()
    await expect.element(page.getByLabelText('Name')).toHaveFocus()
    await userEvent.keyboard('Weather')
    await leave()
    const question = dialog('Discard what you entered?')
    await expect.element(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Name')).toHaveValue('Weather')
    await expect.poll(() => dialog('Rename the feed').element().contains(document.activeElement)).toBe(true)

    await leave()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(dialog('Rename the feed')).not.toBeInTheDocument()
    await expect.element(button('Rename')).toHaveFocus()
    expect(onSubmit).not.toHaveBeenCalled()
  },
)

test('navigation to another screen asks before typed text is lost', async () => {
  const { router } = await renderPage(<Renaming />)
  await button('Rename').click()
  await page.getByLabelText('Name').fill('Weather')
  void router.navigate({ href: '/feeds' })
  const question = dialog('Discard what you entered?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveValue('Weather')
  expect(router.state.location.pathname).toBe('/')
  void router.navigate({ href: '/feeds' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/feeds')
})

test('Enter in a field submits the form', async () => {
  await renderPage(<Renaming />)
  await button('Rename').click()
  await page.getByLabelText('Name').fill('Weather')
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('Weather')
})

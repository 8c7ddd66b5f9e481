import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { SearchField } from '../forms/search-field.tsx'
import { useEscape } from './use-escape.ts'

function Search() {
  const [query, setQuery] = useState('')
  useEscape('search', query !== '', () => setQuery(''))
  return <SearchField label="Search" clearLabel="Clear" maxLength={50} value={query} onChange={setQuery} />
}

function Page() {
  const [isThread, setThread] = useState(true)
  const [isDialog, setDialog] = useState(false)
  const [isReply, setReply] = useState(true)
  useEscape('thread', isThread, () => setThread(false))
  useEscape('composing', isReply, () => setReply(false))
  return (
    <>
      <Search />
      <p>{isThread ? 'Thread' : 'No thread'}</p>
      <p>{isReply ? 'Reply' : 'No reply'}</p>
      <button type="button" onClick={() => setDialog(true)}>
        Open
      </button>
      <Dialog isOpen={isDialog} onClose={() => setDialog(false)} title="Dialog">
        Content
      </Dialog>
    </>
  )
}

const search = page.getByRole('searchbox')
const thread = page.getByText('Thread', { exact: true })
const reply = page.getByText('Reply', { exact: true })
const dialog = page.getByRole('dialog')

test('Escape leaves the dialog, then the search, then the reply, then the thread', async () => {
  await renderPage(<Page />)
  await search.fill('water')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(search).toHaveValue('water')
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
  await expect.element(reply).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(reply).not.toBeInTheDocument()
  await expect.element(thread).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(thread).not.toBeInTheDocument()
})

test('Escape in the search field clears it and does not leave the thread', async () => {
  await renderPage(<Page />)
  await search.fill('water')
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
  await expect.element(reply).toBeVisible()
  await expect.element(thread).toBeVisible()
})

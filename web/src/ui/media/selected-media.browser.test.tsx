import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { recordingFile } from '../../platform/device/media-capture.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { SelectedMedia } from './selected-media.tsx'

const question = page.getByRole('dialog', { name: 'Discard what you entered?' })

function Picker({ initial, hasUnsaved = true }: { initial: readonly File[]; hasUnsaved?: boolean }) {
  const [files, setFiles] = useState(initial)
  return (
    <Dialog isOpen onClose={() => undefined} title="Files" hasUnsaved={hasUnsaved && files.length > 0}>
      <SelectedMedia
        files={files}
        isLocked={false}
        onReorder={setFiles}
        onRemove={(removed) => setFiles(files.filter((file) => file !== removed))}
      />
    </Dialog>
  )
}

test.each([true, false])(
  'a recording is removed only after a question, also if another dialog (%s) keeps the files',
  async (hasUnsaved) => {
    const recording = recordingFile('audio', new Blob(['sound'], { type: 'audio/webm' }))
    await renderPage(<Picker initial={[recording]} hasUnsaved={hasUnsaved} />)
    const remove = page.getByRole('button', { name: `Remove ${recording.name}` })
    await remove.click()
    await expect.element(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(remove).toBeVisible()
    await remove.click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(remove).not.toBeInTheDocument()
  },
)

test('a file that the user chose is removed at once', async () => {
  await renderPage(<Picker initial={[new File(['text'], 'notes.txt', { type: 'text/plain' })]} />)
  const remove = page.getByRole('button', { name: 'Remove notes.txt' })
  await remove.click()
  await expect.element(remove).not.toBeInTheDocument()
  await expect.element(question).not.toBeInTheDocument()
})

const names = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent)
const notes = ['a.txt', 'b.txt', 'c.txt'].map((name) => new File([name], name, { type: 'text/plain' }))
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('buttons change the order of the files, and keep the focus', async () => {
  await renderPage(<Picker initial={notes} />)
  await button('Move c.txt up').click()
  await expect.poll(names).toEqual(['a.txt', 'c.txt', 'b.txt'])
  await expect.element(button('Move c.txt up')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['c.txt', 'a.txt', 'b.txt'])
  await expect.element(button('Move c.txt up')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await button('Move a.txt down').click()
  await expect.poll(names).toEqual(['c.txt', 'b.txt', 'a.txt'])
})

test('a file is dragged by its handle to another position', async () => {
  await renderPage(<Picker initial={notes} />)
  const rows = page.getByRole('listitem')
  const handle = rows.nth(0).element().querySelector('[draggable=true]')
  if (!handle) throw new Error('no handle')
  await userEvent.dragAndDrop(page.elementLocator(handle), rows.nth(2))
  await expect.poll(names).toEqual(['b.txt', 'c.txt', 'a.txt'])
})

test('one file has no buttons for its order', async () => {
  await renderPage(<Picker initial={notes.slice(0, 1)} />)
  await expect.element(button('Remove a.txt')).toBeVisible()
  expect(button('Move a.txt up').query()).toBeNull()
})

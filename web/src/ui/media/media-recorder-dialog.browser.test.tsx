import { Button } from '@mantine/core'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openTone } from '../../testing/open-tone.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { MediaRecorderDialog } from './media-recorder-dialog.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog', { name: 'Record your voice' })
const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
const onRecorded = vi.fn<(recording: File) => void>()

function VoiceNote() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && <MediaRecorderDialog kind="audio" maxMb={5} onRecorded={onRecorded} onClose={() => setOpen(false)} />}
    </>
  )
}

beforeEach(async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(openTone)
  await renderPage(<VoiceNote />)
  await button('Open').click()
  await button('Start recording').click()
  await expect.element(dialog.getByText('Recording', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('0:01')).toBeVisible() // a recording of a moment may have no content
  await button('Stop').click()
})
afterEach(() => {
  vi.restoreAllMocks()
  onRecorded.mockClear()
})

test('Discard asks before a recording is lost, and the user may keep it', async () => {
  await button('Discard').click()
  await expect.element(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await button('Use recording').click()
  expect(onRecorded).toHaveBeenCalledOnce()
  expect(onRecorded.mock.calls[0]?.[0].size).toBeGreaterThan(0)
})

test('a confirmed Discard keeps the dialog open with the focus on the button that records again', async () => {
  await button('Discard').click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(button('Use recording')).not.toBeInTheDocument()
  await expect.element(button('Start recording')).toHaveFocus()
  await userEvent.keyboard('{Escape}') // nothing is unsaved now
  await expect.element(dialog).not.toBeInTheDocument()
  expect(onRecorded).not.toHaveBeenCalled()
})

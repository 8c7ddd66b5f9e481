import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draftKey, readDraft, writeDraft } from '../../../platform/forms/drafts.ts'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeAlert } from '../testing/fake-alerts.ts'
import { PrivateNotes } from './private-notes.tsx'

const reader = { id: 'reader', isAdmin: false }
const alert = fakeAlert(1)
const key = draftKey(reader.id, 'alertNote', alert.id)

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  setAccessToken('token')
  setCurrentUser(reader)
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test('a note stays on the page of a user who may not add it any more, until the user discards it', async () => {
  writeDraft(key, 'Call his daughter')
  await renderPage(<PrivateNotes alert={alert} reader={reader} />)
  await expect.element(page.getByText('Call his daughter')).toBeVisible()
  await page.getByRole('button', { name: 'Discard the text' }).click()
  const question = page.getByRole('dialog', { name: 'Discard the text' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(readDraft(key)).toBe('Call his daughter')
  await page.getByRole('button', { name: 'Discard the text' }).click()
  await question.getByRole('button', { name: 'Discard the text' }).click()
  await expect.element(page.getByText('Call his daughter')).not.toBeInTheDocument()
  expect(readDraft(key)).toBe('')
})

test('a user without a note sees no trace of private notes', async () => {
  await renderPage(<PrivateNotes alert={alert} reader={reader} />)
  await expect.element(page.getByText('Private notes')).not.toBeInTheDocument()
})

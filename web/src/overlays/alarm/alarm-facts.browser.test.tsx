import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AlertMedia } from '@noroshi/contract/alerts/alerts.http'
import { fakeAlert } from '../../features/alerts/testing/fake-alerts.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AlarmFacts } from './alarm-facts.tsx'

const aFile = (number: number, type: string): AlertMedia => ({
  id: `01990004-0000-7000-8000-00000000000${number}`,
  type,
  mediaUrl: 'data:,',
  previewUrl: null,
  width: null,
  height: null,
  size: 5,
  previewName: `${number}`,
  caption: '',
  updatedAt: '2026-11-21T09:00:00.000Z',
})
const photo = aFile(1, 'image/jpeg')
const files = [photo, aFile(2, 'audio/ogg'), aFile(3, 'audio/ogg')]

test.each([
  [[photo], 'Open the photo, 1 of 1', '1/1'],
  [files.slice(0, 2), 'Open the photo, 1 of 1, and 1 other file', '1/11'],
  [files, 'Open the photo, 1 of 1, and 2 other files', '1/12'],
  [files.slice(1), '2 attachments', '2'],
])('the button of an alarm with files counts its photos and its other files (%#)', async (alertMedias, name, shown) => {
  await renderPage(<AlarmFacts alert={fakeAlert(1, { textContent: '', alertMedias })} onMedia={() => undefined} />)
  await expect.element(page.getByRole('button', { name, exact: true })).toHaveTextContent(shown)
})

test.each([
  [1, '1 person is responding'],
  [2, '2 people are responding'],
])('an alarm with %i responders says so', async (responding, shown) => {
  const counts = { recipients: 48, delivered: 3, seen: 3, responding, cannotHelp: 0 }
  await renderPage(<AlarmFacts alert={fakeAlert(1, { counts })} onMedia={() => undefined} />)
  await expect.element(page.getByText(shown, { exact: true })).toBeVisible()
})

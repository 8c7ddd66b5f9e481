import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeAlert, fakePerson } from '../testing/fake-alerts.ts'
import { AnswerBar } from './answer-bar.tsx'

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no network'))
  setAccessToken('token')
  setCurrentUser({ id: 'reader', isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

test.each([
  ['its coordinates', {}, '38.26820, 140.86940'],
  ['that none is known', { latitude: null, longitude: null, accuracy: null }, 'No location is known'],
])('the question whether to resolve an alert names its raiser, its text and %s', async (_what, location, where) => {
  await renderPage(
    <AnswerBar alert={fakeAlert(1, { raisedBy: fakePerson('Emma'), textContent: 'The bridge is closed', ...location })} />,
  )
  await page.getByRole('button', { name: 'Resolve' }).click()
  const question = page.getByRole('dialog', { name: 'Resolve' })
  for (const text of ['Emma', 'The bridge is closed', where])
    await expect.element(question.getByText(text, { exact: true })).toBeVisible()
  await expect.element(question.getByText(/^Is the emergency over\?/)).toBeVisible()
})

import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ResponderLocationChoice } from '@noroshi/contract/alerts/responder-locations.http'
import { renderPage } from '../../../testing/render-page.tsx'
import { fakeAlert } from '../testing/fake-alerts.ts'
import { LocationChoice } from './location-choice.tsx'

const alert = fakeAlert(1)
const responding = { ...alert, viewer: { ...alert.viewer, answer: 'responding' as const } }

/** Answers the requests for choices as the server does. Returns the bodies that were sent. */
function serveChoices(items: ResponderLocationChoice[] = []): unknown[] {
  const sent: unknown[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') return Response.json({ items })
    const body = (await request.json()) as { isShared: boolean }
    sent.push(body)
    const choice = { alertId: alert.id, isShared: body.isShared, isThisDevice: body.isShared }
    items = [choice]
    return Response.json(choice)
  })
  return sent
}

afterEach(() => vi.restoreAllMocks())

test('a user who responds is asked once, and turns off what they chose', async () => {
  const sent = serveChoices()
  await renderPage(<LocationChoice alert={responding} />)
  await page.getByRole('button', { name: 'Share until the end' }).click()
  const choice = page.getByRole('switch', { name: 'Share my location for this alert' })
  await expect.element(choice).toBeChecked()
  await expect.element(page.getByRole('button', { name: 'Share until the end' })).not.toBeInTheDocument()
  await choice.click()
  await expect.element(choice).not.toBeChecked()
  expect(sent).toEqual([{ isShared: true }, { isShared: false }])
})

test('a user who has not answered is not asked', async () => {
  const sent = serveChoices()
  await renderPage(
    <>
      <LocationChoice alert={alert} />
      <p>Alert</p>
    </>,
  )
  await expect.element(page.getByText('Alert')).toBeVisible()
  expect(page.getByRole('button').elements()).toHaveLength(0)
  expect([sent, vi.mocked(window.fetch).mock.calls]).toEqual([[], []])
})

test('a choice that did not load is not shown as none, and is read again', async () => {
  serveChoices([{ alertId: alert.id, isShared: true, isThisDevice: true }])
  vi.mocked(window.fetch).mockResolvedValueOnce(Response.json({}, { status: 503 }))
  await renderPage(<LocationChoice alert={responding} />)
  await expect.element(page.getByText('Couldn’t load whether you share your location for this alert')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('switch', { name: 'Share my location for this alert' })).toBeChecked()
})

test('a device without a location ends what another device shares', async () => {
  vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false)
  const sent = serveChoices([{ alertId: alert.id, isShared: true, isThisDevice: false }])
  await renderPage(<LocationChoice alert={responding} />)
  const choice = page.getByRole('switch', { name: /Share my location for this alert/ })
  await choice.click()
  await expect.element(choice).not.toBeChecked()
  await expect.element(choice).toBeDisabled()
  expect(sent).toEqual([{ isShared: false }])
})

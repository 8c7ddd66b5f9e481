import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { COUNTDOWN_MS } from '../platform/early-presses.ts'
import { cancelSos, sosRaiser, startRaising, tapSos } from '../features/alerts/sos/raise.ts'
import { renderPage } from '../testing/render-page.tsx'
import { OwnSosOverlay, useOwnSos } from './own-sos.tsx'
import './app-commands.ts'

const countdown = page.getByRole('alertdialog', { name: 'Sending an SOS' })
const timer = countdown.getByRole('timer')
const kept = page.getByRole('alertdialog', { name: 'Your SOS is NOT sent yet' })
const banner = page.getByRole('region', { name: 'Your SOS is NOT sent yet' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const request = vi.spyOn(window, 'fetch')
/** The bodies of the requests that raise an SOS. */
const raised = (): { clientId: string }[] =>
  request.mock.calls.flatMap(([url, init]) =>
    typeof url === 'string' && url.endsWith('/alerts') && typeof init?.body === 'string' ? [JSON.parse(init.body)] : [],
  )

startRaising()

function Page() {
  return (
    <>
      <button type="button" onClick={tapSos}>
        SOS
      </button>
      <OwnSosOverlay own={useOwnSos()} footer={null} />
    </>
  )
}

beforeEach(async () => {
  request.mockRejectedValue(new TypeError('no network'))
  await renderPage(<Page />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  await button('SOS').click()
  await expect.element(countdown).toBeVisible()
})
afterEach(() => {
  vi.useRealTimers()
  sosRaiser.cancel()
  cancelSos(sosRaiser.view.get().clientId)
  request.mockClear()
})

test('the countdown begins at "Send now", and Escape cancels it: nothing is sent', async () => {
  await expect.element(button('Send now')).toHaveFocus()
  await vi.advanceTimersByTimeAsync(2_000)
  await userEvent.keyboard('{Escape}')
  await expect.element(countdown).not.toBeInTheDocument()
  await expect.element(button('SOS')).toHaveFocus()
  await vi.advanceTimersByTimeAsync(COUNTDOWN_MS)
  expect(raised()).toEqual([])
})

test('a new press after Cancel begins a whole countdown', async () => {
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.element(timer).toMatchTextContent(/in [123] seconds/) // a poll of the test advances the clock too
  const { endsAt } = sosRaiser.view.get()
  await button('Cancel').click()
  await expect.element(countdown).not.toBeInTheDocument()
  await button('SOS').click()
  await expect.element(timer).toMatchTextContent(/in [1-5] seconds/)
  expect(sosRaiser.view.get().endsAt).toBeGreaterThanOrEqual(endsAt + 2_000)
})

test('the end of the countdown sends the SOS, and without the server the dialog shows that it is not sent', async () => {
  await vi.advanceTimersByTimeAsync(500)
  expect(raised()).toEqual([])
  await vi.advanceTimersByTimeAsync(COUNTDOWN_MS)
  await expect.element(kept).toBeVisible()
  const [{ clientId } = { clientId: '' }] = raised()
  expect(clientId).not.toBe('')

  await kept.getByRole('button', { name: 'Try again now' }).click()
  await expect.poll(() => raised().length).toBeGreaterThan(1)
  expect(new Set(raised().map((each) => each.clientId))).toEqual(new Set([clientId])) // the same SOS
})

test('a kept SOS can be hidden and shown again, and is withdrawn only after a question', async () => {
  await button('Send now').click()
  await expect.element(kept.getByRole('button', { name: 'Try again now' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(kept).not.toBeInTheDocument()
  await banner.getByRole('button', { name: 'Details' }).click()

  await kept.getByRole('button', { name: 'Do not send this SOS' }).click()
  await kept.getByRole('button', { name: 'Keep sending' }).click()
  await expect.element(kept.getByRole('button', { name: 'Try again now' })).toBeVisible()
  await kept.getByRole('button', { name: 'Do not send this SOS' }).click()
  await kept.getByRole('button', { name: 'Do not send this SOS' }).click()
  await expect.element(kept).not.toBeInTheDocument()
  await expect.element(banner).not.toBeInTheDocument()
  expect(sosRaiser.view.get().stage).toBe('idle')
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { fakeAlert, fakePerson } from '../../features/alerts/testing/fake-alerts.ts'
import type { Alarms } from '../../features/alerts/use-alarms.ts'
import { createObservable, useObservable } from '../../platform/observable.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { EmergencyDialog } from './emergency-dialog.tsx'

// Without a location, so that no map is loaded.
const unlocated = { latitude: null, longitude: null, accuracy: null } as const
const older = fakeAlert(1, { ...unlocated, raisedBy: fakePerson('Kenji'), textContent: 'The bridge is closed' })
const alarm = fakeAlert(2, { ...unlocated, textContent: 'Landslide behind the house' })
const newer = fakeAlert(3, { ...unlocated, raisedBy: fakePerson('Mei'), textContent: 'Smoke in the school' })

const dialog = page.getByRole('alertdialog')
const field = page.getByRole('textbox', { name: 'Notes' })
const button = (name: string) => dialog.getByRole('button', { name })
const responding = button('I am responding')

const actions = { see: vi.fn(), stopSound: vi.fn(), answer: vi.fn<Alarms['answer']>() }
const onDetails = vi.fn()
const onResponding = vi.fn()
const alarms = createObservable<AlertForViewer[]>([])
const noop = () => undefined

beforeEach(() => renderPage(<Page />))
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
  alarms.set([])
})

/** A page with a field, on which alarms open and are resolved. */
function Page() {
  const shown = useObservable(alarms)
  return (
    <>
      <textarea aria-label="Notes" />
      <button type="button">Like</button>
      {shown.length > 0 && (
        <EmergencyDialog
          alarms={{ ...actions, alarms: shown, sounds: true, isQuiet: false, dismiss: noop }}
          unit={undefined}
          announcement=""
          onDetails={onDetails}
          onResponding={onResponding}
          onContact={noop}
          onUnsent={noop}
        />
      )}
    </>
  )
}

/** Opens the alarm and waits until it accepts clicks. */
async function open() {
  alarms.set([alarm])
  await expect.element(responding).not.toHaveAttribute('aria-disabled')
}

test('clicks and key presses that were meant for the page below neither answer the alarm nor mark it as seen', async () => {
  actions.answer.mockResolvedValue('sent')
  await page.getByRole('button', { name: 'Like' }).click()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  alarms.set([alarm])
  await expect.element(dialog).toBeVisible()
  // `as`: buttons are HTML elements
  for (const name of ['I am responding', 'Cannot help', 'More details']) (button(name).element() as HTMLElement).click()
  await userEvent.keyboard('{Enter} {Escape}')
  expect([actions.see, actions.answer, actions.stopSound, onDetails].flatMap(({ mock }) => mock.calls)).toEqual([])

  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(responding).not.toHaveAttribute('aria-disabled')
  await responding.click()
  expect(actions.see).toHaveBeenCalledExactlyOnceWith(alarm)
  expect(actions.answer).toHaveBeenCalledExactlyOnceWith(alarm.id, 'responding')
})

test('the heading has the focus, Tab stays in the dialog, and the focus returns when the alarm is resolved', async () => {
  await page.getByRole('button', { name: 'Like' }).click()
  await open()
  await expect.element(dialog.getByRole('heading', { level: 1 })).toHaveFocus()
  const names: (string | null)[] = []
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Tab}')
      names.push(document.activeElement?.textContent ?? null)
      return names
    })
    .toContain('More details')
  expect(names.join()).not.toContain('Like')
  alarms.set([])
  await expect.element(page.getByRole('button', { name: 'Like' })).toHaveFocus()
})

test('a user who types continues to type in the field, and the alarm takes the focus after the pause', async () => {
  await field.click()
  // The alarm begins between two keys.
  field.element().addEventListener('input', () => alarms.set([alarm]), { once: true })
  await userEvent.keyboard('The road is open')
  await expect.element(dialog).toBeVisible()
  await expect.element(field).toHaveValue('The road is open')
  await expect.element(dialog.getByRole('heading', { level: 1 })).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(field).toHaveValue('The road is open')
})

test('Escape stops the sound, and the alarm stays', async () => {
  await open()
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Escape}') // ignored while the dialog is new
      return actions.stopSound.mock.calls.length
    })
    .toBeGreaterThan(0)
  await userEvent.keyboard('{Escape}')
  await expect.element(responding).toBeVisible()
})

test('an answer is sent once even if the user presses again, and a refusal is shown above the buttons', async () => {
  let finish = (_outcome: 'refused'): void => undefined
  actions.answer.mockReturnValue(new Promise((resolve) => (finish = resolve)))
  await open()
  await responding.click()
  await expect.element(responding).toHaveAttribute('aria-busy', 'true')
  await button('Cannot help').click()
  finish('refused')
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  expect(actions.answer).toHaveBeenCalledOnce()
  expect(onResponding).not.toHaveBeenCalled()
})

test('an alarm that the user chose stays until a newer one arrives, whose buttons ignore clicks at first', async () => {
  alarms.set([alarm, older])
  await expect.element(responding).not.toHaveAttribute('aria-disabled')
  await dialog.getByRole('button', { name: /1 more alert/ }).click()
  await dialog.getByText('The bridge is closed').click()
  await expect.element(dialog.getByText('The bridge is closed')).toBeVisible()
  await expect.element(dialog.getByText('Landslide behind the house')).not.toBeInTheDocument()

  const ignoring: boolean[] = []
  const observer = new MutationObserver(() => ignoring.push(responding.query()?.hasAttribute('aria-disabled') ?? false))
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-disabled'] })
  alarms.set([newer, alarm, older])
  await expect.element(dialog.getByText('Smoke in the school')).toBeVisible()
  await expect.poll(() => ignoring.includes(true) && ignoring.at(-1) === false).toBe(true)
  observer.disconnect()
  actions.answer.mockResolvedValue('sent')
  await responding.click()
  expect(actions.answer).toHaveBeenCalledExactlyOnceWith(newer.id, 'responding')
})

test('the dialog of a drill shows in its title and in a sentence that it is a drill, and its raiser has no button to contact themself', async () => {
  const drill = fakeAlert(4, { ...unlocated, isDrill: true, textContent: '', viewer: { isRaiser: true } })
  alarms.set([drill])
  await expect.element(page.getByRole('alertdialog', { name: 'Drill: no emergency' })).toBeVisible()
  await expect.element(dialog.getByText(/This is a drill\. No one is in danger\./)).toBeVisible()
  await expect.element(dialog.getByText('Drill: Haruka')).toBeVisible()
  await expect.element(button('Message')).not.toBeInTheDocument()
  alarms.set([alarm, drill])
  await expect.element(page.getByRole('alertdialog', { name: 'Emergency SOS' })).toBeVisible()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { claimMicrophone } from '../../../platform/audio/microphone.ts'
import { hasUnsaved } from '../../../platform/forms/unsaved.ts'
import { openTone } from '../../../testing/open-tone.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { useVoiceRecorder } from './voice-recorder.tsx'

const onSend = vi.fn<(file: File) => void>()
const microphone = vi.fn(openTone)
const record = page.getByRole('button', { name: 'Voice message' })
const send = page.getByRole('button', { name: 'Send' })
const recording = page.getByText('Recording', { exact: true })
const question = page.getByRole('dialog', { name: 'Discard the recording?' })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function Recorder({ maxMb = 5 }: { maxMb?: number }) {
  const { button, strip, questions } = useVoiceRecorder(maxMb, onSend)
  return (
    <div style={{ display: 'flex', marginTop: 200 }}>
      <div style={{ flex: 1 }}>{strip}</div>
      {button}
      {questions}
    </div>
  )
}

/** Sends an event of one finger, this many pixels away from the button. */
function touch(type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel', dx = 0, dy = 0) {
  const element = record.element()
  vi.spyOn(element, 'setPointerCapture').mockImplementation(() => undefined)
  const position = { clientX: 300 + dx, clientY: 300 + dy }
  element.dispatchEvent(
    new PointerEvent(type, { pointerId: 1, pointerType: 'touch', button: 0, isPrimary: true, bubbles: true, ...position }),
  )
}
async function hold(ms: number) {
  touch('pointerdown')
  await expect.element(recording).toBeVisible()
  await pause(ms)
}
const sentSize = () => onSend.mock.calls[0]?.[0].size ?? 0

let rendered: Awaited<ReturnType<typeof renderPage>>

beforeEach(async () => {
  onSend.mockReset()
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(microphone)
  rendered = await renderPage(<Recorder />)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('a tap records and a second one sends', async () => {
  await record.click()
  await expect.element(recording).toBeVisible()
  await pause(1200)
  expect(onSend).not.toHaveBeenCalled()
  expect(hasUnsaved()).toBe(true)
  await send.click()
  await expect.poll(() => onSend.mock.calls.length).toBe(1)
  expect(onSend.mock.calls[0]?.[0].name).toMatch(/^voice-\d+\.(webm|mp4)$/)
  expect(sentSize()).toBeGreaterThan(0)
  await expect.element(record).toBeVisible()
  expect(hasUnsaved()).toBe(false)
})

test('the click of the tap that began the recording does not send', async () => {
  touch('pointerdown')
  touch('pointerup')
  await expect.element(send).toBeVisible()
  send.element().dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }))
  await pause(600)
  await expect.element(recording).toBeVisible()
  expect(onSend).not.toHaveBeenCalled()
})

test('a held button records, shows the level, and sends when it is lifted', async () => {
  await hold(1200)
  const bars = [...document.querySelectorAll<HTMLElement>('[aria-hidden] > span')].map(({ style }) =>
    Number.parseFloat(style.height),
  )
  expect(Math.max(...bars)).toBeGreaterThan(50)
  touch('pointerup')
  await expect.poll(() => onSend.mock.calls.length).toBe(1)
  expect(sentSize()).toBeGreaterThan(0)
})

test('a slide up lets the recording go on after the finger is lifted', async () => {
  await hold(900)
  touch('pointermove', 0, -90)
  await expect.element(send).toBeVisible()
  window.dispatchEvent(new PointerEvent('pointerup', { pointerId: 1 }))
  await pause(300)
  expect(onSend).not.toHaveBeenCalled()
  await send.click()
  await expect.poll(() => onSend.mock.calls.length).toBe(1)
})

test('a slide to the left asks before the recording is lost, and the user may keep, hear and send it', async () => {
  await hold(1200)
  touch('pointermove', -120)
  await expect.element(page.getByText('Lift to discard')).toBeVisible()
  touch('pointerup', -120)
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect.poll(() => document.querySelector('audio')?.getAttribute('src')).toContain('blob:')
  expect(onSend).not.toHaveBeenCalled()
  await send.click()
  await expect.poll(() => onSend.mock.calls.length).toBe(1)
})

test('a slide back to the button sends', async () => {
  await hold(1200)
  touch('pointermove', -120)
  touch('pointermove', -20)
  touch('pointerup', -20)
  await expect.poll(() => onSend.mock.calls.length).toBe(1)
})

test('a confirmed discard sends nothing, and the button records again', async () => {
  await record.click()
  await expect.element(recording).toBeVisible()
  await pause(1200)
  await page.getByRole('button', { name: 'Discard' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(record).toBeVisible()
  expect(onSend).not.toHaveBeenCalled()
  await record.click()
  await expect.element(recording).toBeVisible()
})

test('a press that something else ends sends nothing, and the recording goes on', async () => {
  await hold(1200)
  touch('pointercancel')
  await expect.element(send).toBeVisible()
  await pause(300)
  expect(onSend).not.toHaveBeenCalled()
  await expect.element(recording).toBeVisible()
})

test('a call that takes the microphone ends the recording and keeps it', async () => {
  await hold(1200)
  const release = claimMicrophone('call', () => undefined)
  await expect.element(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  await expect.poll(() => document.querySelector('audio')?.getAttribute('src')).toContain('blob:')
  release?.()
  expect(onSend).not.toHaveBeenCalled()
  await send.click()
  await expect.poll(() => onSend.mock.calls.length).toBe(1)
})

test('Enter records and a second Enter sends', async () => {
  const element = record.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(recording).toBeVisible()
  await expect.element(send).toHaveFocus()
  await pause(1200)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onSend.mock.calls.length).toBe(1)
})

test('a microphone that is refused says so, and the button remains', async () => {
  microphone.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  await record.click()
  await expect.element(page.getByText('Please grant permission to use the microphone')).toBeVisible()
  await expect.element(record).toBeVisible()
})

test('a recording that its size limit ended is kept, and a visible notice says so', async () => {
  await rendered.screen.unmount()
  await renderPage(<Recorder maxMb={0.02} />)
  await record.click()
  const notice = page.getByText('The recording stopped at its size limit.')
  await expect.element(notice, { timeout: 10_000 }).toBeVisible()
  expect(notice.element().getBoundingClientRect().height).toBeGreaterThan(10)
  await expect.element(send).toBeVisible()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { holdPress } from './hold-press.ts'

const actions = { press: vi.fn(), release: vi.fn(), tap: vi.fn() }
const button = document.createElement('button')
button.textContent = 'Hold'
const cover = document.createElement('p')
cover.textContent = 'Cover'

let holdEnds: (button: EventTarget) => void

const pointer = (type: string, settings: PointerEventInit = {}) =>
  new PointerEvent(type, { pointerId: 1, button: 0, isPrimary: true, bubbles: true, ...settings })

beforeEach(() => {
  const { handlers, release } = holdPress(actions)
  const { onPointerDown, onKeyDown, onClick } = handlers
  holdEnds = release
  const held = button.cloneNode(true)
  document.body.replaceChildren(held, cover)
  // `as`: the clone of a button
  const element = held as HTMLButtonElement
  element.setPointerCapture = vi.fn() // made-up pointers cannot be captured
  element.addEventListener('pointerdown', onPointerDown)
  element.addEventListener('keydown', onKeyDown)
  element.addEventListener('click', onClick)
})
afterEach(() => {
  window.dispatchEvent(new Event('blur'))
  vi.clearAllMocks()
})

const held = () => page.getByRole('button', { name: 'Hold' }).element()

test('a press ends once when its pointer goes up, also elsewhere or after the button is removed', () => {
  for (const isRemoved of [false, true]) {
    held().dispatchEvent(pointer('pointerdown'))
    if (isRemoved) held().remove()
    cover.dispatchEvent(pointer('pointerup', { pointerId: 2 }))
    expect(actions.release).not.toHaveBeenCalled()
    cover.dispatchEvent(pointer('pointerup'))
    cover.dispatchEvent(pointer('pointerup'))
    expect(actions.press).toHaveBeenCalledOnce()
    expect(actions.release).toHaveBeenCalledOnce()
    vi.clearAllMocks()
  }
})

test('a press whose end was lost ends with the next one, which presses', () => {
  held().dispatchEvent(pointer('pointerdown'))
  held().dispatchEvent(pointer('pointerdown', { pointerId: 2 }))
  expect(actions.release).toHaveBeenCalledOnce()
  expect(actions.press).toHaveBeenCalledTimes(2)
})

test('a press of one button does not end when another one loses the focus', () => {
  held().dispatchEvent(pointer('pointerdown'))
  holdEnds(cover)
  expect(actions.release).not.toHaveBeenCalled()
  holdEnds(held())
  expect(actions.release).toHaveBeenCalledOnce()
})

test('a pointer that cannot be captured presses', () => {
  const element = held()
  element.setPointerCapture = () => {
    throw new DOMException('the pointer is up', 'NotFoundError')
  }
  element.dispatchEvent(pointer('pointerdown'))
  expect(actions.press).toHaveBeenCalledOnce()
  cover.dispatchEvent(pointer('pointerup'))
  expect(actions.release).toHaveBeenCalledOnce()
})

test('a further button of the mouse and a second finger press nothing', () => {
  held().dispatchEvent(pointer('pointerdown', { button: 2 }))
  held().dispatchEvent(pointer('pointerdown', { isPrimary: false }))
  expect(actions.press).not.toHaveBeenCalled()
})

test('a key that is held is one press without a click', async () => {
  const element = held()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter>3}')
  expect(actions.press).toHaveBeenCalledOnce()
  expect(actions.release).not.toHaveBeenCalled()
  await userEvent.keyboard('{/Enter}')
  expect(actions.release).toHaveBeenCalledOnce()
  expect(actions.tap).not.toHaveBeenCalled()
})

test('a press ends when the window loses the focus', () => {
  held().dispatchEvent(pointer('pointerdown'))
  window.dispatchEvent(new Event('blur'))
  expect(actions.release).toHaveBeenCalledOnce()
})

test('a click taps only without a pointer', () => {
  held().dispatchEvent(new MouseEvent('click', { detail: 1 }))
  expect(actions.tap).not.toHaveBeenCalled()
  held().dispatchEvent(new MouseEvent('click', { detail: 0 }))
  expect(actions.tap).toHaveBeenCalledOnce()
})

test('the end of a press says whether the pointer or the key went up', async () => {
  held().dispatchEvent(pointer('pointerdown'))
  cover.dispatchEvent(pointer('pointerup'))
  expect(actions.release).toHaveBeenLastCalledWith(true)
  held().dispatchEvent(pointer('pointerdown'))
  cover.dispatchEvent(pointer('pointercancel'))
  expect(actions.release).toHaveBeenLastCalledWith(false)
  held().dispatchEvent(pointer('pointerdown'))
  window.dispatchEvent(new Event('blur'))
  expect(actions.release).toHaveBeenLastCalledWith(false)
})

import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import { MediaViewer } from './media-viewer.tsx'

const picture = (name: string) => ({
  id: name,
  mediaUrl: `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>`,
  name,
  fileName: `${name}.svg`,
})
const onClose = vi.fn()
const image = page.getByRole('img')
const scale = () => page.getByRole('dialog').element().querySelector('output')?.textContent
const stage = () => {
  const { parentElement } = image.element()
  if (!parentElement) throw new Error('no stage')
  return parentElement
}

/** Presses, moves and lifts one finger. The numbers are pixels of the page. */
function touch(pointerId: number, type: 'pointerdown' | 'pointermove' | 'pointerup', clientX: number, clientY: number) {
  vi.spyOn(stage(), 'setPointerCapture').mockImplementation(() => undefined)
  stage().dispatchEvent(
    new PointerEvent(type, {
      pointerId,
      pointerType: 'touch',
      isPrimary: pointerId === 1,
      button: 0,
      clientX,
      clientY,
      bubbles: true,
    }),
  )
}
const tap = (x: number, y: number) => {
  touch(1, 'pointerdown', x, y)
  touch(1, 'pointerup', x, y)
}
const swipe = (from: number, to: number) => {
  touch(1, 'pointerdown', from, 200)
  touch(1, 'pointermove', to, 200)
  touch(1, 'pointerup', to, 200)
}
const open = () => renderPage(<MediaViewer pictures={['One', 'Two', 'Three'].map(picture)} startId="One" onClose={onClose} />)

test('a swipe shows the next and the previous picture', async () => {
  await open()
  swipe(300, 100)
  await expect.element(page.getByRole('heading', { name: 'Two' })).toBeVisible()
  swipe(100, 300)
  await expect.element(page.getByRole('heading', { name: 'One' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'One.svg')
})

test('a double tap zooms around the finger, and another one shows the whole picture', async () => {
  await open()
  tap(100, 200)
  expect(scale()).toBe('100%')
  tap(102, 201)
  await expect.poll(scale).toBe('250%')
  const { left, width } = stage().getBoundingClientRect()
  const x = 102 - left - width / 2
  expect(new DOMMatrix(getComputedStyle(image.element()).transform).e).toBeCloseTo(x - x * 2.5, 0)
  tap(100, 200)
  tap(100, 200)
  await expect.poll(scale).toBe('100%')
})

test('two taps in different positions do not zoom', async () => {
  await open()
  tap(100, 200)
  tap(250, 200)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(scale()).toBe('100%')
})

test('two fingers zoom, and show no other picture', async () => {
  await open()
  touch(1, 'pointerdown', 150, 200)
  touch(2, 'pointerdown', 250, 200)
  touch(2, 'pointermove', 350, 200)
  await expect.poll(scale).toBe('200%')
  touch(2, 'pointerup', 350, 200)
  touch(1, 'pointerup', 150, 200)
  await expect.element(page.getByRole('heading', { name: 'One' })).toBeVisible()
})

test('the wheel zooms the picture and not the page', async () => {
  await open()
  await expect.element(image).toBeVisible()
  const wheel = new WheelEvent('wheel', { deltaY: -100, ctrlKey: true, bubbles: true, cancelable: true })
  stage().dispatchEvent(wheel)
  await expect.poll(scale).toBe('115%')
  expect(wheel.defaultPrevented).toBe(true)
})

test('arrow keys, plus and Escape work', async () => {
  await open()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('heading', { name: 'Two' })).toBeVisible()
  await userEvent.keyboard('+')
  await expect.poll(scale).toBe('150%')
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

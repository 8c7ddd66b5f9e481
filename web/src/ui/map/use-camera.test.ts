import { expect, test } from 'vitest'
import { fitPadding } from './use-camera.ts'

/** Pixels from the right edge to the inner edge of the zoom buttons, and from the lower edge to the top of a card. */
const COVERED = { right: 56, bottom: 112 }
/** Half of the face of an SOS in pixels. */
const HALF_FACE = 23

test('a pin at the edge of the fitted view is beside the zoom buttons and above a card', () => {
  for (const [width, height] of [
    [324, 408],
    [584, 644],
    [324, 280],
  ] as const) {
    const { right, bottom, left, top } = fitPadding(width, height)
    expect(right - HALF_FACE).toBeGreaterThanOrEqual(COVERED.right)
    expect(bottom - HALF_FACE).toBeGreaterThanOrEqual(COVERED.bottom)
    expect(left + right).toBeLessThan(width * 0.6)
    expect(top + bottom).toBeLessThan(height * 0.75)
  }
})

test('on a small map, a pin is above the row of buttons as far as the height allows', () => {
  expect(fitPadding(324, 176)).toEqual({ top: 30, right: 44, bottom: 82, left: 44 })
  for (const height of [60, 120, 176, 279]) {
    const { top, bottom } = fitPadding(324, height)
    expect(top + bottom).toBeLessThanOrEqual(height)
  }
})

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

test('a small map, which has no zoom buttons, has the same padding on all sides', () => {
  expect(fitPadding(324, 176)).toEqual({ top: 44, right: 44, bottom: 44, left: 44 })
  expect(fitPadding(324, 60)).toEqual({ top: 24, right: 24, bottom: 24, left: 24 })
})

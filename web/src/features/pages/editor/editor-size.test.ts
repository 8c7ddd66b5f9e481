import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGE_PICTURE_HEIGHT_MAX, PAGE_PICTURE_WIDTH_MAX } from '@noroshi/contract/limits'
import { PICTURE_MIN, sizeAt, initialSize, maxWidthOf } from './editor-size.ts'

test('sizeAt keeps the proportions of a picture', () => {
  expect(sizeAt(200, { width: 4000, height: 3000 })).toEqual({ width: 200, height: 150 })
  expect(sizeAt(PICTURE_MIN - 10, { width: 400, height: 300 })).toEqual({ width: 40, height: 30 })
})

test('a new large picture gets the largest allowed size, and a small one its natural size', () => {
  expect(initialSize({ width: 4000, height: 3000 })).toEqual({ width: 500, height: 375 })
  expect(initialSize({ width: 1000, height: 4000 })).toEqual({ width: 100, height: 400 })
  expect(initialSize({ width: 120, height: 90 })).toEqual({ width: 120, height: 90 })
  expect(maxWidthOf({ width: 1000, height: 4000 })).toBe(100)
})

test('sizeAt never exceeds the limits', () => {
  const pixels = fc.integer({ min: 1, max: 20_000 })
  fc.assert(
    fc.property(fc.integer({ min: -500, max: 20_000 }), pixels, pixels, (wanted, width, height) => {
      const size = sizeAt(wanted, { width, height })
      expect(size.width).toBeGreaterThanOrEqual(1)
      expect(size.height).toBeGreaterThanOrEqual(1)
      expect(size.width).toBeLessThanOrEqual(PAGE_PICTURE_WIDTH_MAX)
      expect(size.height).toBeLessThanOrEqual(PAGE_PICTURE_HEIGHT_MAX)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGE_PICTURE_HEIGHT_MAX, PAGE_PICTURE_WIDTH_MAX } from '@noroshi/contract/limits'
import { PICTURE_MIN, sizeAt, sizeOfNew, widestOf } from './editor-size.ts'

test('a picture keeps its proportions', () => {
  expect(sizeAt(200, { width: 4000, height: 3000 })).toEqual({ width: 200, height: 150 })
  expect(sizeAt(PICTURE_MIN - 10, { width: 400, height: 300 })).toEqual({ width: 40, height: 30 })
})

test('a large one is at first as large as it may be, a small one as large as it is', () => {
  expect(sizeOfNew({ width: 4000, height: 3000 })).toEqual({ width: 500, height: 375 })
  expect(sizeOfNew({ width: 1000, height: 4000 })).toEqual({ width: 100, height: 400 })
  expect(sizeOfNew({ width: 120, height: 90 })).toEqual({ width: 120, height: 90 })
  expect(widestOf({ width: 1000, height: 4000 })).toBe(100)
})

test('no picture is ever larger than a page takes, whatever is asked for', () => {
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

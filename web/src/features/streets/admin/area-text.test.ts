import { expect, test } from 'vitest'
import { areaText, framedArea } from './area-text.ts'

test('a frame has degrees of one turn of the world, and its larger part where it crosses the antimeridian', () => {
  expect(framedArea([140.123_456_7, 38, 141, 39])).toEqual([140.123_46, 38, 141, 39])
  expect(framedArea([500, -10, 501, 89.9])).toEqual([140, -10, 141, 85])
  expect(framedArea([-400, 10, -390, 20])).toEqual([-40, 10, -30, 20])
  expect(framedArea([170, -20, 185, -10])).toEqual([170, -20, 180, -10])
  expect(framedArea([175, -20, 190, -10])).toEqual([-180, -20, -170, -10])
  expect(areaText([-1.5, -38, 141.256, 39])).toBe('38.00°S – 39.00°N, 1.50°W – 141.26°E')
})

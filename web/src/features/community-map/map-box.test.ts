import { expect, test } from 'vitest'
import { boxOf, isInBox } from './map-box.ts'

test('a box contains its view, and a small move has the same box', () => {
  const box = boxOf([140.8, 38.2, 140.95, 38.3])
  expect(box).toEqual([140.75, 38, 141, 38.5])
  expect(boxOf([140.81, 38.21, 140.96, 38.31])).toEqual(box)
  expect(isInBox(box, 38.25, 140.87)).toBe(true)
  expect(isInBox(box, 38.6, 140.87)).toBe(false)
})

test('a box across the antimeridian has both of its sides', () => {
  const box = boxOf([178, -19, 183, -15])
  expect(box).toEqual([176, -24, -176, -8])
  expect(isInBox(box, -17, 179)).toBe(true)
  expect(isInBox(box, -17, -179)).toBe(true)
  expect(isInBox(box, -17, 0)).toBe(false)
})

test('a view of the whole world, or more, is the whole world', () => {
  expect(boxOf([-200, -85, 260, 85])).toEqual([-180, -90, 180, 90])
  expect(boxOf([100, 0, 180, 60])).toEqual([0, 0, -104, 90])
})

import { expect, test } from 'vitest'
import { boundsOf, contains, covers } from './bounds.ts'

const japan = [129, 31, 146, 46] as const

test('an area contains the locations within it and on its edge only', () => {
  expect(contains(japan, { latitude: 38, longitude: 141 })).toBe(true)
  expect(contains(japan, { latitude: 31, longitude: 129 })).toBe(true)
  expect(contains(japan, { latitude: 30.9, longitude: 141 })).toBe(false)
  expect(contains(japan, { latitude: 38, longitude: 146.1 })).toBe(false)
})

test('a view across the antimeridian contains the locations on both sides', () => {
  for (const view of [[178, -20, 182, -15] as const, [-182, -20, -178, -15] as const]) {
    expect(contains(view, { latitude: -17, longitude: 179 })).toBe(true)
    expect(contains(view, { latitude: -17, longitude: -179 })).toBe(true)
    expect(contains(view, { latitude: -17, longitude: 177 })).toBe(false)
  }
})

test('an area covers another one only if it contains all of it', () => {
  expect(covers(japan, [140, 38, 141, 39])).toBe(true)
  expect(covers(japan, japan)).toBe(true)
  for (const [side, degrees] of [-1, -1, 1, 1].entries()) {
    const inner = japan.map((value, index) => (index === side ? value + degrees : value)) as unknown as typeof japan
    expect(covers(japan, inner)).toBe(false)
  }
})

const location = (latitude: number, longitude: number) => ({ latitude, longitude })

test('the box of locations contains all of them', () => {
  expect(boundsOf([location(38, 140), location(35, 139)])).toEqual([139, 35, 140, 38])
})

test('the box of locations crosses the antimeridian if that box is smaller', () => {
  expect(boundsOf([location(0, 170), location(10, -170)])).toEqual([170, 0, 190, 10])
})

test('there is no box without valid locations', () => {
  expect(boundsOf([])).toBeNull()
  expect(boundsOf([location(Number.NaN, 0)])).toBeNull()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Area, areaKm2, isInside, isSelfCrossing } from './area.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const SQUARE = [at(38, 140), at(38, 141), at(39, 141), at(39, 140)]
/** A U that is open to the north. */
const VALLEY = [
  at(38, 140),
  at(38, 141),
  at(39, 141),
  at(39, 140.7),
  at(38.3, 140.7),
  at(38.3, 140.3),
  at(39, 140.3),
  at(39, 140),
]

const errorOf = (points: unknown) => Area.safeParse({ points }).error?.issues.map(({ message }) => message)

test('a polygon whose line does not cross itself is an area, in both directions', () => {
  for (const points of [SQUARE, VALLEY, SQUARE.toReversed(), VALLEY.toReversed(), SQUARE.slice(0, 3)])
    expect(errorOf(points)).toBeUndefined()
})

test('an area with fewer than 3 or more than 50 corners is refused', () => {
  const circle = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      at(38 + Math.sin((2 * Math.PI * index) / count) / 10, 140 + Math.cos((2 * Math.PI * index) / count) / 10),
    )
  expect(errorOf(SQUARE.slice(0, 2))).toEqual(['area.tooFewPoints'])
  expect(errorOf(circle(50))).toBeUndefined()
  expect(errorOf(circle(51))).toEqual(['area.tooManyPoints'])
})

test('a line that crosses, touches or repeats itself is refused', () => {
  const bowTie = [at(38, 140), at(39, 141), at(38, 141), at(39, 140)]
  const touching = [at(38, 140), at(38, 141), at(39, 141), at(38, 140.5), at(39, 140)]
  const spike = [at(38, 140), at(38, 141), at(39, 141), at(39, 142), at(39, 141)]
  const twice = [at(38, 140), at(38, 140), at(38, 141), at(39, 141)]
  const straight = [at(38, 140), at(38, 141), at(38, 142)]
  for (const points of [bowTie, touching, spike, twice, straight]) {
    expect(isSelfCrossing(points)).toBe(true)
    expect(errorOf(points)).toEqual(['area.crossing'])
  }
})

test('an area of a continent, across the 180th meridian or at a pole is refused', () => {
  expect(errorOf([at(20, 100), at(20, 140), at(50, 140), at(50, 100)])).toEqual(['area.tooLarge'])
  expect(errorOf([at(-17, 179), at(-17, -179), at(-18, -179), at(-18, 179)])).toEqual(['area.acrossMeridian'])
  expect(errorOf([at(86, 10), at(84.9, 11), at(84.9, 10)])).toEqual(['area.latitude'])
})

test('the size of a square of one degree is that of the Earth there', () => {
  expect(areaKm2([at(0, 0), at(0, 1), at(1, 1), at(1, 0)])).toBeCloseTo(12_363, -2)
  expect(areaKm2(SQUARE)).toBeCloseTo(9_674, -2)
  expect(areaKm2(SQUARE.toReversed())).toBeCloseTo(areaKm2(SQUARE))
})

test('a location is inside a valley only between its line', () => {
  expect(isInside({ points: SQUARE }, at(38.5, 140.5))).toBe(true)
  expect(isInside({ points: VALLEY }, at(38.1, 140.5))).toBe(true)
  expect(isInside({ points: VALLEY }, at(38.8, 140.5))).toBe(false)
  for (const outside of [at(37.9, 140.5), at(39.1, 140.5), at(38.5, 139.9), at(38.5, 141.1), at(-38.5, 140.5)])
    expect(isInside({ points: SQUARE }, outside)).toBe(false)
})

test('each location is in exactly one of the two halves of an area, or outside', () => {
  const [west, east] = [
    [at(38, 140), at(38, 140.4), at(39, 140.6), at(39, 140)],
    [at(38, 140.4), at(38, 141), at(39, 141), at(39, 140.6)],
  ]
  fc.assert(
    fc.property(
      fc.double({ min: 37.5, max: 39.5, noNaN: true }),
      fc.double({ min: 139.5, max: 141.5, noNaN: true }),
      (lat, lng) => {
        const location = at(lat, lng)
        const halves = [west, east].filter((points) => isInside({ points: points ?? [] }, location)).length
        expect(halves).toBe(isInside({ points: SQUARE }, location) ? 1 : 0)
      },
    ),
  )
})

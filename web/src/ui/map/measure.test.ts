import { expect, test } from 'vitest'
import { areaSquareMetres, areaText, lengthMetres } from './measure.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const KM_PER_DEGREE = 111.195

test('the length of a line and of the border of an area', () => {
  const corner = [at(0, 0), at(0, 1), at(1, 1)]
  expect(lengthMetres(corner, false) / 1000).toBeCloseTo(2 * KM_PER_DEGREE, 0)
  expect(lengthMetres(corner, true) / 1000).toBeCloseTo((2 + Math.SQRT2) * KM_PER_DEGREE, 0)
  expect(lengthMetres(corner.slice(0, 2), true)).toBe(lengthMetres(corner.slice(0, 2), false))
  expect(lengthMetres([], false)).toBe(0)
})

test('the size of an area does not depend on its direction, nor on the antimeridian', () => {
  const square = [at(38, 140), at(38, 140.01), at(38.01, 140.01), at(38.01, 140)]
  const expected = (0.01 * KM_PER_DEGREE) ** 2 * Math.cos((38.005 * Math.PI) / 180)
  expect(areaSquareMetres(square) / 1_000_000).toBeCloseTo(expected, 3)
  expect(areaSquareMetres(square.toReversed())).toBeCloseTo(areaSquareMetres(square))
  const moved = square.map(({ latitude, longitude }) => at(latitude, longitude === 140 ? 179.995 : -179.995))
  expect(areaSquareMetres(moved)).toBeCloseTo(areaSquareMetres(square))
  expect(areaSquareMetres(square.slice(0, 2))).toBeCloseTo(0)
})

test('a size has the unit that people know', () => {
  expect([areaText(350), areaText(24_000), areaText(120_000), areaText(12_000_000)]).toEqual([
    '350 m²',
    '2.4 ha',
    '12 ha',
    '12 km²',
  ])
})

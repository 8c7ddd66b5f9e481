import { expect, test } from 'vitest'
import { thinLine } from './thin-line.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test('a short line stays as it is', () => {
  const line = [at(0, 0), at(0, 0.5), at(0, 1)]
  expect(thinLine(line, 3)).toEqual(line)
})

test('a long line loses the points that say the least', () => {
  const line = Array.from({ length: 1001 }, (_, index) =>
    at(index <= 500 ? 0 : (index - 500) / 1000, index <= 500 ? index / 1000 : 0.5),
  )
  expect(thinLine(line, 200)).toEqual([at(0, 0), at(0, 0.5), at(0.5, 0.5)])
})

test('a line without a form has few points too', () => {
  const zigzag = Array.from({ length: 50_000 }, (_, index) => at(index % 3, index / 1000))
  const thin = thinLine(zigzag, 200)
  expect(thin.length).toBeLessThanOrEqual(200)
  expect([thin[0], thin.at(-1)]).toEqual([zigzag[0], zigzag.at(-1)])
})

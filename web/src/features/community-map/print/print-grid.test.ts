import { expect, test } from 'vitest'
import { cellOf, rowsOf } from './print-grid.ts'

test('a wide picture has fewer rows than columns, and a high one more', () => {
  expect([rowsOf(2), rowsOf(1), rowsOf(0.5), rowsOf(20)]).toEqual([4, 8, 16, 1])
})

test('a position is in a cell, also at the edges', () => {
  expect(cellOf(0, 0, 2)).toBe('A1')
  expect(cellOf(0.3, 0.6, 2)).toBe('C3')
  expect(cellOf(1, 1, 2)).toBe('H4')
})

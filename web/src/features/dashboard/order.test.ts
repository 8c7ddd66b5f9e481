import { expect, test } from 'vitest'
import { inOrder, moved, placeAt } from './order.ts'

test('an item goes up or down, and never past the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
})

test('a dragged row stands where the finger is', () => {
  const middles = [50, 150, 250]
  expect(placeAt(middles, 0, 60)).toBe(0)
  expect(placeAt(middles, 0, 160)).toBe(1)
  expect(placeAt(middles, 2, 10)).toBe(0)
  expect(placeAt(middles, 1, 900)).toBe(2)
})

test('an order keeps what came or went meanwhile', () => {
  const list = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  expect(inOrder(list, ['c', 'gone', 'a', 'b']).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
})

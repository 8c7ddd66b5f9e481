import { expect, test } from 'vitest'
import { sortByIds, moveItem, dropIndex } from './order.ts'

test('an item moves up or down, but not past the ends', () => {
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moveItem(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
})

test('a dragged row gets the index at the pointer', () => {
  const middles = [50, 150, 250]
  expect(dropIndex(middles, 0, 60)).toBe(0)
  expect(dropIndex(middles, 0, 160)).toBe(1)
  expect(dropIndex(middles, 2, 10)).toBe(0)
  expect(dropIndex(middles, 1, 900)).toBe(2)
})

test('sorting keeps added items last and ignores removed ones', () => {
  const list = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  expect(sortByIds(list, ['c', 'gone', 'a', 'b']).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
})

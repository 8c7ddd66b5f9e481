import { expect, test } from 'vitest'
import { countText } from './count-text.ts'

test('a badge counts to 99 and marks greater counts with a plus', () => {
  expect([0, 3, 99, 100, 4000].map((value) => countText(value))).toEqual(['0', '3', '99', '99+', '99+'])
  expect(countText(20, true)).toBe('20+')
})

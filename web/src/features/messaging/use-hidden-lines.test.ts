import { expect, test } from 'vitest'
import { FIRST_LINES, firstHiddenLines } from './use-hidden-lines.ts'

test('a chat that opens at its end shows its newest lines at first', () => {
  expect(firstHiddenLines(300, null)).toBe(300 - FIRST_LINES)
  expect(firstHiddenLines(FIRST_LINES, null)).toBe(0)
  expect(firstHiddenLines(0, null)).toBe(0)
})

test('a chat that opens at a message shows it with the lines above it and all lines below it at first', () => {
  expect(firstHiddenLines(300, 100)).toBe(100 - FIRST_LINES)
  expect(firstHiddenLines(300, 3)).toBe(0)
})

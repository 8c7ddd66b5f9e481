import { expect, test } from 'vitest'
import { FIRST_LINES, firstShownSeq } from './use-hidden-lines.ts'

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index }))

test('a chat that opens at its end shows its newest lines at first', () => {
  expect(firstShownSeq(lines(1, 300), null)).toBe(301 - FIRST_LINES)
  expect(firstShownSeq(lines(1, FIRST_LINES - 1), null)).toBe(0)
  expect(firstShownSeq([], null)).toBe(0)
})

test('a chat that opens at a message shows it with the lines above it and all lines below it at first', () => {
  expect(firstShownSeq(lines(701, 1000), 800)).toBe(800 - FIRST_LINES)
  expect(firstShownSeq(lines(1, 300), 3)).toBe(0)
})

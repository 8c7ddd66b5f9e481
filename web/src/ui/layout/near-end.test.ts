import { expect, test } from 'vitest'
import { isNearEnd, type ScrollPosition } from './near-end.ts'

const at = (scrollTop: number, away: number): ScrollPosition => ({ scrollTop, away })

test('a user within 100 pixels of the end is near it, and one 101 pixels away is not', () => {
  expect([at(900, 0), at(800, 100), at(799, 101)].map((position) => isNearEnd(position, position))).toEqual([true, true, false])
})

test('a user that scrolled away is not near the end, also if the chat grew at the same time', () => {
  expect(isNearEnd(at(900, 0), at(600, 300))).toBe(false)
  expect(isNearEnd(at(900, 0), at(600, 350))).toBe(false)
})

test('content that is added below does not change whether the user is near the end', () => {
  expect(isNearEnd(at(900, 0), at(900, 500))).toBe(true)
  expect(isNearEnd(at(820, 80), at(820, 580))).toBe(true)
  expect(isNearEnd(at(600, 300), at(600, 800))).toBe(false)
})

test('a user is near the end after the chat became shorter', () => {
  expect(isNearEnd(at(900, 0), at(600, 0))).toBe(true)
})

test('a user that scrolled to the end is near it, also if the chat grew meanwhile', () => {
  expect(isNearEnd(at(400, 500), at(900, 0))).toBe(true)
  expect(isNearEnd(at(400, 500), at(850, 250))).toBe(true)
})

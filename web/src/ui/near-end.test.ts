import { expect, test } from 'vitest'
import { isNearEnd, type Place } from './near-end.ts'

const at = (scrollTop: number, away: number): Place => ({ scrollTop, away })

test('a reader at the end or within 100 pixels of it is there, one above is not', () => {
  expect([at(900, 0), at(800, 100), at(799, 101)].map((place) => isNearEnd(place, place))).toEqual([true, true, false])
})

test('who scrolled away is not there any more, also when the conversation grew at the same time', () => {
  expect(isNearEnd(at(900, 0), at(600, 300))).toBe(false)
  expect(isNearEnd(at(900, 0), at(600, 350))).toBe(false)
})

test('what grows below takes nobody from the end, and brings nobody there', () => {
  expect(isNearEnd(at(900, 0), at(900, 500))).toBe(true)
  expect(isNearEnd(at(820, 80), at(820, 580))).toBe(true)
  expect(isNearEnd(at(600, 300), at(600, 800))).toBe(false)
})

test('who is put back by a conversation that shrank is at its end still', () => {
  expect(isNearEnd(at(900, 0), at(600, 0))).toBe(true)
})

test('who came to the end since is there, also when it moved on meanwhile', () => {
  expect(isNearEnd(at(400, 500), at(900, 0))).toBe(true)
  expect(isNearEnd(at(400, 500), at(850, 250))).toBe(true)
})

import { expect, test } from 'vitest'
import { TransmissionFilter } from './transmission-filter.ts'

test('a listener hears the speaker of the floor, and no earlier one whose process still sends', () => {
  const filter = new TransmissionFilter()
  filter.setFloor('b')
  expect(['a', 'b'].map((id) => filter.accepts(id))).toEqual([false, true])
  filter.setFloor('c')
  expect(['a', 'b', 'c'].map((id) => filter.accepts(id))).toEqual([false, false, true])
  filter.setFloor(null)
  expect(['b', 'c'].map((id) => filter.accepts(id))).toEqual([false, false])
})

test('a listener hears the first sound that arrives before its floor', () => {
  const filter = new TransmissionFilter()
  expect(filter.accepts('a')).toBe(true)
  filter.setFloor('a')
  expect(filter.accepts('b')).toBe(true)
  filter.setFloor('b')
  expect([filter.accepts('a'), filter.accepts('b')]).toEqual([false, true])
})

import { expect, test } from 'vitest'
import { mayChangeTo } from './text-limit.ts'

test('a user who types beyond the limit is stopped, and a text that is already too long can be shortened', () => {
  expect(mayChangeTo('12345', '1234', 5)).toBe(true)
  expect(mayChangeTo('123456', '12345', 5)).toBe(false)
  expect(mayChangeTo('12345678', '123456789', 5)).toBe(true)
  expect(mayChangeTo('12345678X', '123456789', 5)).toBe(false)
})

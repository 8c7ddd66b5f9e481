import { expect, test } from 'vitest'
import { postalOf } from './postal.ts'

test('a postal code of Japan or without a country has seven digits and a hyphen; others stay as they are', () => {
  expect(postalOf({ postalAreaCode: 9_800_811, country: '' })).toBe('980-0811')
  expect(postalOf({ postalAreaCode: 600_000, country: '日本' })).toBe('060-0000')
  expect(postalOf({ postalAreaCode: 94_110, country: 'USA' })).toBe('94110')
  expect(postalOf({ postalAreaCode: null, country: 'USA' })).toBe('')
})

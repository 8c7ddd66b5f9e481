import { expect, test } from 'vitest'
import { PhoneNumber } from '@noroshi/contract/accounts/phone'
import { countries, phoneParts, phoneValue, typedParts } from './phone-parts.ts'

test('an empty number has the country Japan, and a calling code alone is not a number', () => {
  expect(phoneParts('')).toEqual({ country: 'JP', national: '' })
  expect(phoneValue({ country: 'JP', national: ' ' })).toBe('')
})

test('a stored number is unchanged after the form', () => {
  for (const digits of ['819012345678', '12125550123', '447911123456', '390612345678']) {
    expect(PhoneNumber.parse(phoneValue(phoneParts(digits)))).toBe(digits)
  }
})

test('a shared calling code selects its default country, unless another of its countries was chosen', () => {
  expect(phoneParts('12125550123').country).toBe('US')
  expect(typedParts('+1 416 555 0123', 'CA')).toEqual({ country: 'CA', national: '4165550123' })
})

test('a pasted number with a plus, also full width, selects the country; without a plus it stays as typed', () => {
  expect(typedParts('＋44 7911 123456', 'JP')).toEqual({ country: 'GB', national: '7911123456' })
  expect(typedParts('090-1234-5678', 'JP')).toEqual({ country: 'JP', national: '090-1234-5678' })
  expect(PhoneNumber.parse(phoneValue({ country: 'JP', national: '090-1234-5678' }))).toBe('819012345678')
})

test('Japan is first in both languages', () => {
  expect(countries('en')[0]?.label).toBe('Japan (+81)')
  expect(countries('ja')[0]?.label).toBe('日本 (+81)')
})

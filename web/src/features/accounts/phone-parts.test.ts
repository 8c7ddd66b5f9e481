import { expect, test } from 'vitest'
import { PhoneNumber } from '@noroshi/contract/accounts/phone'
import { countries, phoneParts, phoneValue, typedParts } from './phone-parts.ts'

test('without a number the field begins with Japan, and its calling code alone is no number', () => {
  expect(phoneParts('')).toEqual({ country: 'JP', national: '' })
  expect(phoneValue({ country: 'JP', national: ' ' })).toBe('')
})

test('a kept number comes back as it was, by way of the form', () => {
  for (const digits of ['819012345678', '12125550123', '447911123456', '390612345678']) {
    expect(PhoneNumber.parse(phoneValue(phoneParts(digits)))).toBe(digits)
  }
})

test('a code that several countries share means the usual one, unless another of them was chosen', () => {
  expect(phoneParts('12125550123').country).toBe('US')
  expect(typedParts('+1 416 555 0123', 'CA')).toEqual({ country: 'CA', national: '4165550123' })
})

test('a pasted number with its plus chooses the country, full width too; without a plus it is taken as written', () => {
  expect(typedParts('＋44 7911 123456', 'JP')).toEqual({ country: 'GB', national: '7911123456' })
  expect(typedParts('090-1234-5678', 'JP')).toEqual({ country: 'JP', national: '090-1234-5678' })
  expect(PhoneNumber.parse(phoneValue({ country: 'JP', national: '090-1234-5678' }))).toBe('819012345678')
})

test('Japan stands first in both languages', () => {
  expect(countries('en')[0]?.label).toBe('Japan (+81)')
  expect(countries('ja')[0]?.label).toBe('日本 (+81)')
})

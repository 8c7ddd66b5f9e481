import { expect, test } from 'vitest'
import { hueOf, initialOf } from './avatar-person.ts'

test('an avatar shows the first letter, or the first kanji of the family name', () => {
  expect(initialOf({ firstName: 'emma', lastName: 'Clarke' })).toBe('E')
  expect(initialOf({ firstName: '健司', lastName: '伊藤' })).toBe('伊')
  expect(initialOf({ firstName: 'さくら', lastName: '' })).toBe('さ')
})

test('the hue of a user is never near red', () => {
  for (let number = 0; number < 2000; number++) {
    const hue = hueOf(`0193-${number}`)
    expect(hue >= 60 && hue < 320).toBe(true)
  }
})

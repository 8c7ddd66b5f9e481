import { expect, test } from 'vitest'
import { memberNameText } from './name-text.ts'

// A search for addresses in these names would exceed the time limit of the test many times.
test('a very long name is refused by its length', () => {
  const name = memberNameText('common.required').max(100)
  for (const character of ['a', '-', '.', 'ア']) expect(name.safeParse(character.repeat(250_000)).success).toBe(false)
})

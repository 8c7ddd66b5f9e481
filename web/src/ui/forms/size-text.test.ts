import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test('sizes are in KB or MB', () => {
  expect([0, 2048, 1_258_291].map(sizeText)).toEqual(['1 KB', '2 KB', '1.2 MB'])
})

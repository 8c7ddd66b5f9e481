import { expect, test } from 'vitest'
import { loadTexts, text } from '../../platform/i18n.ts'
import { pictureProblemOf } from './picture-problem.ts'

const file = (name: string, type: string, size = 1) => new File([new Uint8Array(size)], name, { type })

test('pictureProblemOf accepts one picture and refuses other files, two files and a file that is too large', async () => {
  await loadTexts()
  expect(pictureProblemOf([file('slope.png', 'image/png')], 1, text)).toBeNull()
  expect(pictureProblemOf([], 1, text)).toBeNull()
  expect(pictureProblemOf([file('plan.pdf', 'application/pdf')], 1, text)).toContain('plan.pdf is not a picture')
  expect(pictureProblemOf([file('a.png', 'image/png'), file('b.png', 'image/png')], 1, text)).toContain('one picture')
  expect(pictureProblemOf([file('a.png', 'image/png', 1_100_000)], 1, text)).toMatch(/too large.*less than 1 MB/)
})

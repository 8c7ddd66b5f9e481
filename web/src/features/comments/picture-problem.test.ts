import { expect, test } from 'vitest'
import { text } from '../../platform/language/i18n.ts'
import { pictureProblemOf } from './picture-problem.ts'

const file = (name: string, type: string) => new File(['1'], name, { type })

test('pictureProblemOf accepts one picture and refuses other files and two files', async () => {
  expect(pictureProblemOf([file('slope.png', 'image/png')], text)).toBeNull()
  expect(pictureProblemOf([], text)).toBeNull()
  expect(pictureProblemOf([file('plan.pdf', 'application/pdf')], text)).toContain('plan.pdf is not a picture')
  expect(pictureProblemOf([file('a.png', 'image/png'), file('b.png', 'image/png')], text)).toContain('one picture')
})

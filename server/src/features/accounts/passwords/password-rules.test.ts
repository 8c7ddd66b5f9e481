import { expect, test } from 'vitest'
import { AppError } from '#/http/errors.ts'
import { assertGoodPassword } from './password-rules.ts'

const haruka = { email: 'haruka.sato@aoba.example', firstName: 'Haruka', lastName: 'Sato' }
const codeOf = (password: string, owner = haruka): string | null => {
  try {
    assertGoodPassword(password, owner)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

test.each(['password', 'PASSWORD', '12345678', 'sunshine', 'football', 'ｐａｓｓｗｏｒｄ', 'Superman'])(
  'the common password %s is refused',
  (password) => {
    expect(codeOf(password)).toBe('auth.passwordCommon')
  },
)

test.each([
  'haruka.sato',
  'Haruka1985',
  'haruka-haruka',
  '2026haruka!',
  'haruka.sato@aoba.example',
  'HARUKA_SATO',
  'sato_aoba99',
])('%s, made of the name and the email of its owner, is refused', (password) => {
  expect(codeOf(password)).toBe('auth.passwordPersonal')
})

test.each(['佐藤遥佐藤遥佐藤', '遥遥遥遥2026', '佐藤　遥 19851'])('the Japanese password %s of 佐藤遥 is refused', (password) => {
  expect(codeOf(password, { email: 'x@y.jp', firstName: '遥', lastName: '佐藤' })).toBe('auth.passwordPersonal')
})

test.each(['correct horse', 'haruka likes rice', 'signal-fire', 'sato and the hill', '雨の日は傘をさす', '8d2!kk#92pq0'])(
  '%s is accepted',
  (password) => {
    expect(codeOf(password)).toBe(null)
  },
)

test('letters of a short name or of another person do not refuse a password', () => {
  expect(codeOf('lions and bears', { email: 'li@example.org', firstName: 'Li', lastName: 'O' })).toBe(null)
  expect(codeOf('kenji1985')).toBe(null)
  expect(codeOf('19851122', { email: 'x@y.jp', firstName: 'Jo', lastName: '' })).toBe(null)
})

import { expect, test } from 'vitest'
import { Email, isSamePassword, Login } from './accounts.http.ts'

test.each<[typed: string, email: string]>([
  ['Hana@Example.org', 'hana@example.org'],
  ['ｈａｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'hana@example.org'],
  [' hana@example.org\u3000', 'hana@example.org'],
  ['\u202ahana@example.org\u202c', 'hana@example.org'],
  ['hana@\u200bexample.org', 'hana@example.org'],
  ['hana..chan@docomo.ne.jp', 'hana..chan@docomo.ne.jp'],
  ['.hana@docomo.ne.jp', '.hana@docomo.ne.jp'],
  ['hana.@ezweb.ne.jp', 'hana.@ezweb.ne.jp'],
  ["o'neil+sos@example.co.uk", "o'neil+sos@example.co.uk"],
])('the email %j is %j, also at sign-in', (typed, email) => {
  expect(Email.parse(typed)).toBe(email)
  expect(Login.parse({ email: typed, password: 'x' }).email).toBe(email)
})

test.each([
  '',
  'hana',
  'hana@',
  '@example.org',
  'hana@example',
  'hana@exam ple.org',
  'ha na@example.org',
  'hana@example..org',
  'hana@-example.org',
  'hana@example.org\nx',
  'a@b@example.org',
  '<hana@example.org>',
  'hana,b@example.org',
  'hana@example.o',
  `${'a'.repeat(65)}@example.org`,
])('%j is no email', (typed) => {
  expect(Email.safeParse(typed).success).toBe(false)
})

test('a password and its repetition may be composed in different ways', () => {
  expect(isSamePassword({ password: 'が€é', confirmPassword: 'か\u3099€e\u0301' })).toBe(true)
  expect(isSamePassword({ password: 'がが', confirmPassword: 'かか' })).toBe(false)
})

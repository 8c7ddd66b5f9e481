import { expect, test } from 'vitest'
import { CALLING_CODES, PhoneNumber, splitPhone } from './phone.ts'
import { NameReading, PostalAreaCode, postalText, ProfileForm } from './profile.ts'

test.each([
  ['+81 90-1234-5678', '819012345678'],
  ['+81 090-1234-5678', '819012345678'],
  ['090 1234 5678', '819012345678'],
  ['０９０－１２３４－５６７８', '819012345678'],
  ['＋８１（０）２２−２６１−１１１１', '81222611111'],
  ['(022) 261-1111', '81222611111'],
  ['819012345678', '819012345678'],
  ['+1 (212) 555-0100', '12125550100'],
  ['0044 20 7946 0958', '442079460958'],
  ['+852 2123 4567', '85221234567'],
  ['\u202a+81 90-1234-5678\u202c', '819012345678'],
  ['\u2068+81\u00a090‑1234‑5678\u2069', '819012345678'],
  ['+44 (0)20 7946 0958', '442079460958'],
  ['+44 020 7946 0958', '442079460958'],
  ['0049 (0) 30/123456', '4930123456'],
  ['+39 06 6982', '39066982'],
  ['+39 (06) 6982', '39066982'],
  ['+225 07 07 12 34 56', '2250707123456'],
  ['+٨١ ٩٠ ١٢٣٤ ٥٦٧٨', '819012345678'],
  ['', ''],
  ['+81', ''],
  ['81', ''],
  ['+1', ''],
])('the phone number %s is stored as %s', (input, stored) => {
  expect(PhoneNumber.parse(input)).toBe(stored)
})

test.each([
  'x',
  '+',
  '12',
  '+81 90',
  '+81 90 1234 56789',
  '+1 123 456 7890',
  '+1 212 555',
  '+999 12345678',
  '090-abcd-5678',
  '+44 1',
  '1'.repeat(17),
  '+81+9012345678',
])('the phone number %s is invalid or empty', (input) => {
  const { error } = PhoneNumber.safeParse(input)
  if (input === '+') expect(PhoneNumber.parse(input)).toBe('')
  else expect(error?.issues.map(({ message }) => message)).toEqual(['accounts.phoneInvalid'])
})

test('the calling code of Japan is first, and no code is a prefix of another', () => {
  expect(CALLING_CODES[0]).toEqual(['JP', '81'])
  const codes = [...new Set(CALLING_CODES.map(([, code]) => code))]
  for (const code of codes) {
    expect(code).toMatch(/^[1-9]\d{0,2}$/)
    expect(codes.filter((other) => other !== code && other.startsWith(code))).toEqual([])
    expect(splitPhone(`${code}555`)).toEqual({ code, national: '555' })
  }
  expect(new Set(CALLING_CODES.map(([country]) => country)).size).toBe(CALLING_CODES.length)
})

test.each<[unknown, number | null, string]>([
  ['980-0811', 9_800_811, '980-0811'],
  ['９８０－０８１１', 9_800_811, '980-0811'],
  ['〒060-0001', 600_001, '060-0001'],
  [9_800_811, 9_800_811, '980-0811'],
  ['94103', 94_103, '009-4103'],
  ['', null, ''],
  [null, null, ''],
  [undefined, null, ''],
])('the postal code %s is stored as %s and shown as %s', (input, stored, shown) => {
  expect(PostalAreaCode.parse(input)).toBe(stored)
  expect(postalText(stored)).toBe(shown)
})

test.each(['abc', '980-08x1', '1.5', -1, 1.5, '1234567890', true, {}])('the postal code %s is invalid', (input) => {
  const { error } = PostalAreaCode.safeParse(input)
  expect(error?.issues.map(({ message }) => message)).toEqual(['accounts.postalNumber'])
})

test.each([
  ['サトウ　ハルカ', 'さとう はるか'],
  ['ｶﾞ'.repeat(100), 'が'.repeat(100)],
  ['さとう まりあ はるか', 'さとう まりあ はるか'],
])('the reading %s is stored as %s', (input, stored) => expect(NameReading.parse(input)).toBe(stored))

test.each([
  ['㌖'.repeat(30), 'common.tooLong'], // 180 kana
  ['さとう Haruka', 'accounts.readingKana'],
  ['あ い う え', 'accounts.readingParts'],
])('the reading %s is invalid', (input, message) => {
  const { error } = NameReading.safeParse(input)
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('a profile requires only both names and a gender', () => {
  const form = { firstName: ' Aiko ', lastName: 'Mori', gender: 'Female' }
  expect(ProfileForm.parse(form)).toEqual({
    ...form,
    firstName: 'Aiko',
    phoneNumber: '',
    addressLineOne: '',
    addressLineTwo: '',
    city: '',
    state: '',
    postalAreaCode: null,
    country: '',
  })
  expect(ProfileForm.safeParse({ firstName: ' ' }).error?.issues.map(({ message }) => message)).toEqual([
    'accounts.firstNameRequired',
    'accounts.lastNameRequired',
    'accounts.genderRequired',
  ])
})

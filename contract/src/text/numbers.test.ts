import { expect, test } from 'vitest'
import { LatitudeText, LongitudeText } from '../location.ts'
import { parseDecimal, parseWhole } from './numbers.ts'

test.each<[text: string, number: number]>([
  ['38.26', 38.26],
  [' 38.26 ', 38.26],
  ['-38.26', -38.26],
  ['+38.26', 38.26],
  ['−38.26', -38.26],
  ['３８．２６', 38.26],
  ['－１４０．５', -140.5],
  ['\u202a38.26\u202c', 38.26],
  ['\u200f38.26', 38.26],
  ['٣٨.٢٦', 38.26],
  ['0', 0],
  ['5.', 5],
  ['.5', 0.5],
  ['007', 7],
  ['1e-7', 1e-7],
  ['-1.5e-9', -1.5e-9],
])('the decimal %j is %d', (text, number) => {
  expect(parseDecimal(text)).toBe(number)
})

test.each([
  '',
  ' ',
  '0x10',
  '0b11',
  '0o17',
  '1e1',
  '1e400',
  '1e+2',
  'Infinity',
  '-Infinity',
  'NaN',
  '38,26',
  '38.26.1',
  '38 26',
  '--5',
  '38°',
  '1_000',
  '十',
  '9'.repeat(400),
  '.',
  '-',
  'null',
  '[]',
  '38.26N',
])('%j is not a decimal, and no location', (text) => {
  expect(parseDecimal(text)).toBeNull()
  expect(LatitudeText.parse(text)).toBeNull()
  expect(LongitudeText.parse(text)).toBeNull()
})

test.each([true, false, [], [16], ['16'], {}, Number.NaN, Infinity, 90.1, -91, null, undefined, '0x10', '91', '９１'])(
  'the latitude %j is no location',
  (value) => {
    expect(LatitudeText.parse(value)).toBeNull()
  },
)

test.each<[text: string, number: number | null]>([
  ['12', 12],
  ['１２', 12],
  ['\u200e12', 12],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['0x10', null],
  ['1e3', null],
  ['9'.repeat(16), null],
])('the whole number %j is %j', (text, number) => {
  expect(parseWhole(text)).toBe(number)
})

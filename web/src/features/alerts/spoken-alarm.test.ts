import { expect, test } from 'vitest'
import type { Language } from '@noroshi/contract/i18n'
import { READ_ALOUD_MAX } from '@noroshi/contract/limits'
import { textIn } from '@noroshi/contract/texts'
import type { Text } from '../../platform/language/i18n.ts'
import { spokenAlarm } from './spoken-alarm.ts'

const textsIn =
  (language: Language): Text =>
  (key, params) =>
    textIn(language, key, params)
const me = { latitude: 38, longitude: 141 }
const person = (firstName: string, lastName: string) => ({
  id: 'one',
  firstName,
  lastName,
  fullName: `${firstName} ${lastName}`,
  avatarUrl: null,
})
/** A location in the east. */
const east = (metres: number) => ({ latitude: 38, longitude: 141 + metres / 87_620 })

const said = (language: Language, alert: object, here: typeof me | null = me) =>
  spokenAlarm(
    // `as`: the alert has the fields that are read.
    { raisedBy: person('Mei', 'Lin'), textContent: '', ...east(2000), ...alert } as Parameters<typeof spokenAlarm>[0],
    here,
    language,
    textsIn(language),
  ).split('\n')

test('an alarm is announced with its raiser, the distance and the direction', () => {
  expect(said('en', {})).toEqual(['SOS from Mei Lin', '2 kilometres east'])
  expect(said('ja', { raisedBy: person('遥', '佐藤') })).toEqual(['佐藤 遥さんからSOS', '東へ2キロ'])
})

test.each([
  [3, 'here'],
  [344, '340 metres east'],
  [1000, '1 kilometre east'],
  [1440, '1.4 kilometres east'],
  [23_400, '23 kilometres east'],
])('%d metres are said as %j', (metres, expected) => {
  expect(said('en', east(metres))[1]).toBe(expected)
})

test('a name in other letters is on a line of its own', () => {
  expect(said('en', { raisedBy: person('遥', '佐藤') })).toEqual(['SOS from ', '遥 佐藤', '', '2 kilometres east'])
  expect(said('ja', {})).toEqual(['Mei Lin', 'さんからSOS', '東へ2キロ'])
})

test('an anonymous alarm without a location is announced with its text', () => {
  const alert = { raisedBy: null, latitude: null, longitude: null, textContent: 'The water is rising.' }
  expect(said('en', alert)).toEqual(['SOS from an anonymous person', 'The water is rising.'])
  expect(said('en', {}, null)).toEqual(['SOS from Mei Lin'])
})

test('a long text is cut to what the server accepts', () => {
  expect(said('en', { textContent: 'a'.repeat(5000) }).join('\n')).toHaveLength(READ_ALOUD_MAX)
})

test('a drill is announced as one', () => {
  expect(said('en', { isDrill: true, latitude: null })[0]).toBe('Drill. This is only a drill. It was started by Mei Lin')
  expect(said('ja', { isDrill: true, raisedBy: person('遥', '佐藤') })[0]).toMatch(/^訓練です。/)
})

test('an alarm for another person is announced with both names', () => {
  const raisedFor = { person: { firstName: 'Ken', lastName: 'Mori' }, name: '' }
  expect(said('en', { raisedFor }, null)).toEqual(['SOS for Ken Mori, from Mei Lin'])
  expect(said('en', { raisedFor: { person: null, name: '' } }, null)).toEqual(['SOS for another person, from Mei Lin'])
  expect(said('ja', { raisedFor: { person: null, name: '森' }, raisedBy: person('遥', '佐藤') }, null)).toEqual([
    '森さんのためのSOS。発信した人は佐藤 遥さんです',
  ])
})

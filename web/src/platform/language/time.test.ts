import { expect, test } from 'vitest'
import { fakeStorage } from '../device/device.fake.ts'
import { setLanguage } from './i18n.ts'
import { age, clockTime, dateTime, dayLabel, duration, fullDateTime } from './time.ts'

const evening = new Date(2026, 10, 21, 18, 42)
const labels = { today: 'Today', yesterday: 'Yesterday' }

test('times have the formats of the specification', () => {
  expect(clockTime(new Date(2026, 0, 2, 7, 5))).toBe('07:05')
  expect(dateTime(evening, 'en')).toBe('Nov 21, 06:42 PM')
  expect(dateTime(evening, 'ja')).toBe('11月21日 18:42')
  expect(dateTime(new Date(2026, 10, 21, 0, 3), 'en')).toBe('Nov 21, 12:03 AM')
  expect(fullDateTime(evening, 'en')).toBe('11/21/2026, 06:42 PM')
})

test('an age is shown in the largest whole unit', () => {
  const before = (seconds: number) => new Date(evening.getTime() - seconds * 1000)
  expect(age(before(20), evening, 'en')).toBe('just now')
  expect(age(before(300), evening, 'en')).toBe('5 minutes ago')
  expect(age(before(7_300), evening, 'ja')).toBe('2 時間前')
  expect(age(before(90_000), evening, 'en')).toBe('yesterday')
  expect(age(before(-50), evening, 'en')).toBe('just now')
})

test('an age of less than a minute is in the language of the page', async () => {
  fakeStorage()
  await setLanguage('ja')
  expect(age(evening, evening, 'ja')).toBe('たった今')
  await setLanguage('en')
})

test('a time in the future is shown as a date and never as now', () => {
  const later = new Date(evening.getTime() + 3_600_000)
  expect(age(later, evening, 'en')).toBe('11/21/2026, 07:42 PM')
  expect(age(later, evening, 'ja')).toBe('2026年11月21日 19:42')
})

test('a day is shown as today, yesterday or a date', () => {
  expect(dayLabel(new Date(2026, 10, 21, 0, 1), evening, 'en', labels)).toBe('Today')
  expect(dayLabel(new Date(2026, 10, 20, 23, 59), evening, 'en', labels)).toBe('Yesterday')
  expect(dayLabel(new Date(2026, 10, 1), evening, 'en', labels)).toBe('Nov 1')
  expect(dayLabel(new Date(2025, 11, 31), evening, 'ja', labels)).toBe('2025年12月31日')
})

test('a duration is shown in its largest unit', () => {
  expect([61, 21_600, 90_000, 315_576_000].map((seconds) => duration(seconds, 'en'))).toEqual([
    '1 minute',
    '6 hours',
    '1 day',
    '10 years',
  ])
  expect(duration(21_600, 'ja')).toBe('6時間')
})

import { expect, test } from 'vitest'
import { age, clockTime, dateTime, dayLabel, fullDateTime } from './time.ts'

const evening = new Date(2026, 10, 21, 18, 42)
const words = { today: 'Today', yesterday: 'Yesterday' }

test('times are written as the specification says', () => {
  expect(clockTime(new Date(2026, 0, 2, 7, 5))).toBe('07:05')
  expect(dateTime(evening, 'en')).toBe('Nov 21, 06:42 PM')
  expect(dateTime(evening, 'ja')).toBe('11月21日 06:42 PM')
  expect(dateTime(new Date(2026, 10, 21, 0, 3), 'en')).toBe('Nov 21, 12:03 AM')
  expect(fullDateTime(evening, 'en')).toBe('11/21/2026, 06:42 PM')
})

test('an age is told in the largest whole unit and never lies in the future', () => {
  const before = (seconds: number) => new Date(evening.getTime() - seconds * 1000)
  expect(age(before(20), evening, 'en')).toBe('now')
  expect(age(before(300), evening, 'en')).toBe('5 minutes ago')
  expect(age(before(7_300), evening, 'ja')).toBe('2 時間前')
  expect(age(before(90_000), evening, 'en')).toBe('yesterday')
  expect(age(before(-500), evening, 'en')).toBe('now')
})

test('days are today, yesterday or a date', () => {
  expect(dayLabel(new Date(2026, 10, 21, 0, 1), evening, 'en', words)).toBe('Today')
  expect(dayLabel(new Date(2026, 10, 20, 23, 59), evening, 'en', words)).toBe('Yesterday')
  expect(dayLabel(new Date(2026, 10, 1), evening, 'en', words)).toBe('Nov 1')
  expect(dayLabel(new Date(2025, 11, 31), evening, 'ja', words)).toBe('2025年12月31日')
})

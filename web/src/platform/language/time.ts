import { type Language, LOCALES } from '@noroshi/contract/i18n'
import { text } from './i18n.ts'

type DateInput = string | Date

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns the time of a chat message: 24-hour 'HH:mm'. */
export function clockTime(at: DateInput): string {
  const date = new Date(at)
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** Returns '05:20 PM'; in all languages but English '17:20'. For texts that name the day themselves. */
export function timeOfDay(at: DateInput, language: Language): string {
  if (language !== 'en') return clockTime(at)
  const date = new Date(at)
  return `${twoDigits(date.getHours() % 12 || 12)}:${twoDigits(date.getMinutes())} ${date.getHours() < 12 ? 'AM' : 'PM'}`
}

/** Returns 'Nov 21'; in Japanese '11月21日'. */
const monthAndDay = (date: Date, language: Language) =>
  date.toLocaleDateString(LOCALES[language].tag, { month: 'short', day: 'numeric' })

/** Returns a day with the time: 'Today, 05:20 PM'; in Japanese '今日 17:20'. */
export const withTime = (day: string, at: DateInput, language: Language): string =>
  [day, timeOfDay(at, language)].join(language === 'ja' ? ' ' : ', ')

/** Returns the specification's 'MMM D, hh:mm A': 'Nov 21, 06:42 PM'; in Japanese '11月21日 18:42'. */
export function dateTime(at: DateInput, language: Language): string {
  const date = new Date(at)
  return withTime(monthAndDay(date, language), date, language)
}

/** Returns '11/21/2026, 06:42 PM'; in Japanese '2026年11月21日 18:42'. */
export function fullDateTime(at: DateInput, language: Language): string {
  const date = new Date(at)
  const day = date.toLocaleDateString(LOCALES[language].tag, language === 'ja' ? { dateStyle: 'long' } : {})
  return withTime(day, date, language)
}

const units = [
  ['minute', 60],
  ['hour', 24],
] as const

/** Milliseconds that a time may be in the future and still count as now. */
const FUTURE_TOLERANCE_MS = 60_000

/**
 * Returns '5 minutes ago' or '5 分前' in the language of the page; less than a minute is 'just now'. A time in the future was stored before the server's
 * clock was set back. Its age is unknown, so the time itself is returned.
 */
export function age(at: DateInput, now: DateInput, language: Language): string {
  const milliseconds = new Date(now).getTime() - new Date(at).getTime()
  if (milliseconds < -FUTURE_TOLERANCE_MS) return fullDateTime(at, language)
  const format = new Intl.RelativeTimeFormat(LOCALES[language].tag, { numeric: 'auto' })
  let amount = Math.floor(milliseconds / 60_000)
  if (amount < 1) return text('common.justNow')
  for (const [unit, size] of units) {
    if (amount < size) return format.format(-amount, unit)
    amount = Math.floor(amount / size)
  }
  return format.format(-amount, 'day')
}

const durations = [
  ['year', 31_557_600],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Returns '6 hours' or '6時間': seconds in the largest unit that fits, rounded. */
export function duration(seconds: number, language: Language): string {
  const [unit, size] = durations.find(([, each]) => seconds >= each) ?? ['minute', 60]
  const format = new Intl.NumberFormat(LOCALES[language].tag, { style: 'unit', unit, unitDisplay: 'long' })
  const formatted = format.format(Math.round(seconds / size))
  return language === 'ja' ? formatted.replace(/\s/, '') : formatted
}

/** Returns the day of a time in this device's time zone: '2026-11-21'. */
export function dayKey(at: DateInput): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

const dayBefore = (at: DateInput) => {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1)
}

/**
 * Returns the heading above the messages of a day. The caller passes its texts: `{ today: 'Today', yesterday:
 * 'Yesterday' }`.
 */
export function dayLabel(at: DateInput, now: DateInput, language: Language, texts: { today: string; yesterday: string }): string {
  const day = dayKey(at)
  if (day === dayKey(now)) return texts.today
  if (day === dayKey(dayBefore(now))) return texts.yesterday
  const date = new Date(at)
  if (date.getFullYear() === new Date(now).getFullYear()) return monthAndDay(date, language)
  return date.toLocaleDateString(LOCALES[language].tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  })
}

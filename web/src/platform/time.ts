import type { Language } from '@noroshi/contract/i18n'

type Moment = string | Date

const locale: Record<Language, string> = { en: 'en-US', ja: 'ja-JP' }
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Chat time: 24-hour 'HH:mm'. */
export function clockTime(at: Moment): string {
  const date = new Date(at)
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

const twelveHours = (date: Date) =>
  `${twoDigits(date.getHours() % 12 || 12)}:${twoDigits(date.getMinutes())} ${date.getHours() < 12 ? 'AM' : 'PM'}`

/** '05:20 PM': where the day stands beside it in a word. */
export const clockTime12 = (at: Moment): string => twelveHours(new Date(at))

/** 'Nov 21'; in Japanese '11月21日'. */
const monthAndDay = (date: Date, language: Language) =>
  date.toLocaleDateString(locale[language], { month: language === 'en' ? 'short' : 'long', day: 'numeric' })

/**
 * Alerts and dates: the specification's 'MMM D, hh:mm A'. It holds in Japanese too: '11月21日 06:42 PM', as its pictures show,
 * rather than 午後6:42 (product decision).
 */
export function dateTime(at: Moment, language: Language): string {
  const date = new Date(at)
  return [monthAndDay(date, language), twelveHours(date)].join(language === 'en' ? ', ' : ' ')
}

/** '11/21/2026, 06:42 PM'; in Japanese '2026年11月21日 06:42 PM'. */
export function fullDateTime(at: Moment, language: Language): string {
  const date = new Date(at)
  if (language === 'en') return `${date.getMonth() + 1}/${date.getDate()}/${date.getFullYear()}, ${twelveHours(date)}`
  return `${date.getFullYear()}年${dateTime(date, language)}`
}

const units = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
] as const

/** '5 minutes ago', '5 分前'; less than a minute is 'now'. A clock that runs ahead never gives the future. */
export function age(at: Moment, now: Moment, language: Language): string {
  const words = new Intl.RelativeTimeFormat(locale[language], { numeric: 'auto' })
  let amount = Math.max(0, Math.floor((new Date(now).getTime() - new Date(at).getTime()) / 1000))
  for (const [unit, size] of units) {
    if (amount < size) return words.format(unit === 'second' ? 0 : -amount, unit)
    amount = Math.floor(amount / size)
  }
  return words.format(-amount, 'day')
}

/** Groups moments by the day of this device: '2026-11-21'. */
export function dayKey(at: Moment): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

const dayBefore = (moment: Moment) => {
  const date = new Date(moment)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1)
}

/** The heading over a day's messages. The words are the caller's: `{ today: 'Today', yesterday: 'Yesterday' }`. */
export function dayLabel(at: Moment, now: Moment, language: Language, words: { today: string; yesterday: string }): string {
  const day = dayKey(at)
  if (day === dayKey(now)) return words.today
  if (day === dayKey(dayBefore(now))) return words.yesterday
  const date = new Date(at)
  if (date.getFullYear() === new Date(now).getFullYear()) return monthAndDay(date, language)
  return date.toLocaleDateString(locale[language], {
    year: 'numeric',
    month: language === 'en' ? 'short' : 'long',
    day: 'numeric',
  })
}

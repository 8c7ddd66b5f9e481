import { expect, test } from 'vitest'
import { isDue } from './is-due.ts'

const settings = { time: '03:00', timeZone: 'Asia/Tokyo' }
const at = (time: string) => new Date(`${time}+09:00`)
const run = (time: string, outcome: string | null) => ({ started_at: at(time), outcome })

test('a backup is due from its time of day until one was complete or has failed', () => {
  const yesterday = run('2026-03-01T03:00:20', 'complete')
  expect(isDue(settings, [yesterday], at('2026-03-02T02:59'))).toBe(false)
  expect(isDue(settings, [yesterday], at('2026-03-02T03:00'))).toBe(true)
  for (const outcome of ['complete', 'failed', null])
    expect(isDue(settings, [run('2026-03-02T03:00:10', outcome), yesterday], at('2026-03-02T23:59'))).toBe(false)
})

test('a server that did not run at the time makes the backup later', () => {
  expect(isDue(settings, [run('2026-02-27T03:00:20', 'complete')], at('2026-03-02T01:00'))).toBe(true)
})

test('an interrupted backup is repeated twice', () => {
  const interrupted = (minute: string) => run(`2026-03-02T03:${minute}`, 'interrupted')
  expect(isDue(settings, [interrupted('00:10')], at('2026-03-02T03:05'))).toBe(true)
  expect(isDue(settings, ['02:10', '01:10', '00:10'].map(interrupted), at('2026-03-02T03:05'))).toBe(false)
})

test('the time of day is that of the time zone', () => {
  const vienna = { time: '03:00', timeZone: 'Europe/Vienna' }
  const last = { started_at: new Date('2026-03-28T02:00:10Z'), outcome: 'complete' }
  expect(isDue(vienna, [last], new Date('2026-03-29T00:59:00Z'))).toBe(false) // 01:59, then summer time begins
  expect(isDue(vienna, [last], new Date('2026-03-29T01:00:00Z'))).toBe(true) // 03:00
})

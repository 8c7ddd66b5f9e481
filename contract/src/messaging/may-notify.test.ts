import { expect, test } from 'vitest'
import { isQuiet } from '../accounts/quiet-hours.ts'
import { mayNotify } from './may-notify.ts'

const night = { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' }
/** Returns the time of a clock in Japan. */
const inTokyo = (time: string) => new Date(`2026-11-21T${time}:00+09:00`)

test.each([
  ['21:59', night, false],
  ['22:00', night, true],
  ['00:00', night, true],
  ['06:59', night, true],
  ['07:00', night, false],
  ['12:59', { ...night, from: '13:00', to: '14:00' }, false],
  ['13:00', { ...night, from: '13:00', to: '14:00' }, true],
  ['14:00', { ...night, from: '13:00', to: '14:00' }, false],
  // 22:00 in Tokyo is 13:00 in London.
  ['22:00', { ...night, timeZone: 'Europe/London' }, false],
])('at %s in Japan, quiet hours %o are running: %s', (time, quietHours, isRunning) => {
  expect(isQuiet(quietHours, inTokyo(time))).toBe(isRunning)
})

test.each([
  ['without settings', {}, true],
  ['in a thread that is muted for good', { settings: { mutedUntil: 'forever' as const } }, false],
  ['in a thread whose mute is not over', { settings: { mutedUntil: '2026-11-21T13:00:01.000Z' } }, false],
  ['in a thread whose mute is over', { settings: { mutedUntil: '2026-11-21T13:00:00.000Z' } }, true],
  ['in a thread that is not muted', { settings: { mutedUntil: null } }, true],
  ['in quiet hours', { quietHours: night }, false],
])('a message %s notifies its reader: %o %s', (_name, notified, may) => {
  expect(mayNotify({ quietHours: null, ...notified }, inTokyo('22:00'))).toBe(may)
})

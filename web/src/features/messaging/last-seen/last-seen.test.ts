import { expect, test } from 'vitest'
import { textIn } from '@noroshi/contract/texts'
import { textOfLastSeen } from './last-seen.tsx'

const now = new Date(2026, 10, 29, 14, 30)
const at = (month: number, day: number, hours: number, minutes: number) =>
  new Date(2026, month, day, hours, minutes).toISOString()
const shown = (language: 'en' | 'ja', isOnline: boolean, time: string) =>
  textOfLastSeen({ userId: 'u', isOnline, at: time }, now, language, (key, params) => textIn(language, key, params))

test.each([
  [true, at(10, 29, 14, 29), 'Online', 'オンライン'],
  [false, at(10, 29, 14, 5), 'Last seen 14:05', '最終オンライン 14:05'],
  [false, at(10, 28, 23, 59), 'Last seen yesterday', '最終オンライン 昨日'],
  [false, at(10, 2, 8, 0), 'Last seen Nov 2', '最終オンライン 11月2日'],
])('a member who is online: %s, last here at %s, is shown as %s', (isOnline, time, en, ja) => {
  expect([shown('en', isOnline, time), shown('ja', isOnline, time)]).toEqual([en, ja])
})

test('a member whose state the user may not see has no text', () => {
  expect(textOfLastSeen(undefined, now, 'en', (key) => textIn('en', key))).toBeNull()
})

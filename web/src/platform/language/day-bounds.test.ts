import { expect, test } from 'vitest'
import { dayBounds } from './day-bounds.ts'

test('a day starts and ends at local midnight', () => {
  const { start = '', end = '' } = dayBounds('2026-02-28')
  expect([new Date(start).getHours(), new Date(end).getHours()]).toEqual([0, 0])
  expect([new Date(start).getDate(), new Date(end).getDate()]).toEqual([28, 1])
  for (const none of ['', '12026-02-28']) expect(dayBounds(none)).toEqual({})
})

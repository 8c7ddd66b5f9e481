import { expect, test } from 'vitest'
import { hasPlayed, markPlayed } from './played-transmissions.ts'

test('the newest transmissions that were played are remembered', () => {
  expect(hasPlayed('0')).toBe(false)
  for (let index = 0; index <= 50; index++) markPlayed(String(index))
  markPlayed('50')
  expect(['0', '1', '50', '51'].map(hasPlayed)).toEqual([false, true, true, false])
})

import { expect, test } from 'vitest'
import { hasHeard, markHeard } from './heard.ts'

test('the newest transmissions that were played are remembered', () => {
  expect(hasHeard('0')).toBe(false)
  for (let index = 0; index <= 50; index++) markHeard(String(index))
  markHeard('50')
  expect(['0', '1', '50', '51'].map(hasHeard)).toEqual([false, true, true, false])
})

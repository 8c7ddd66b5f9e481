import { expect, test, vi } from 'vitest'
import { keptUnlessFailed } from './kept-unless-failed.ts'

test('it is made once for all who ask, also at once; where it failed it is tried again by whoever asks next', async () => {
  const make = vi.fn().mockRejectedValueOnce(new Error('no memory')).mockResolvedValueOnce('made')
  const kept = keptUnlessFailed<string>(make)
  const [one, other] = [kept(), kept()]
  await expect(one).rejects.toThrow('no memory')
  await expect(other).rejects.toThrow('no memory')
  expect(await Promise.all([kept(), kept()])).toEqual(['made', 'made'])
  expect(await kept()).toBe('made')
  expect(make).toHaveBeenCalledTimes(2)
})

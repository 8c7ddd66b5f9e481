import { expect, test, vi } from 'vitest'
import { memoizeAsync } from './memoize-async.ts'

test('concurrent calls share one computation, and after a failure the next call computes again', async () => {
  const compute = vi.fn().mockRejectedValueOnce(new Error('no memory')).mockResolvedValueOnce('computed')
  const memoized = memoizeAsync<string>(compute)
  const [one, other] = [memoized(), memoized()]
  await expect(one).rejects.toThrow('no memory')
  await expect(other).rejects.toThrow('no memory')
  expect(await Promise.all([memoized(), memoized()])).toEqual(['computed', 'computed'])
  expect(await memoized()).toBe('computed')
  expect(compute).toHaveBeenCalledTimes(2)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('tasks run two at a time in the order of their calls, and tasks beyond the queue are rejected', async () => {
  const limited = limitConcurrency(2, 3)
  const started: number[] = []
  let running = 0
  let maxRunning = 0
  const run = (number: number) =>
    limited(async () => {
      started.push(number)
      maxRunning = Math.max(maxRunning, ++running)
      await sleep(20)
      running -= 1
      if (number === 1) throw new Error('it failed')
    })
  const all = await Promise.allSettled(Array.from({ length: 7 }, (_, number) => run(number)))
  expect(maxRunning).toBe(2)
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(all.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, false, false])
  expect(all[5]).toMatchObject({ reason: { code: 'tooManyRequests' } })
  await expect(run(7)).resolves.toBeUndefined() // the failed task released its slot
})

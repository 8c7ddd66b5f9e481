import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { turns } from './turns.ts'

test('costly work runs two at a time, in the order in which it came; who comes beyond the queue is refused', async () => {
  const inTurn = turns(2, 3)
  const begun: number[] = []
  let running = 0
  let most = 0
  const work = (number: number) =>
    inTurn(async () => {
      begun.push(number)
      most = Math.max(most, ++running)
      await sleep(20)
      running -= 1
      if (number === 1) throw new Error('it failed')
    })
  const all = await Promise.allSettled(Array.from({ length: 7 }, (_, number) => work(number)))
  expect(most).toBe(2)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(all.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, false, false])
  expect(all[5]).toMatchObject({ reason: { code: 'tooManyRequests' } })
  await expect(work(7)).resolves.toBeUndefined() // a failure gave its turn back
})

import { expect, test } from 'vitest'
import { clockRoutes } from '@noroshi/contract/accounts/clock.http'
import { startTestServer } from '#/testing/test-server.ts'
import { ClockWatch } from './clock.service.ts'

/** Creates a ClockWatch whose monotonic clock the test moves. */
function createWatch(noroshi: Awaited<ReturnType<typeof startTestServer>>) {
  const warnings: string[] = []
  let offset = 0
  const clockWatch = new ClockWatch(
    noroshi.deps,
    (text) => warnings.push(text),
    () => performance.now() + offset,
  )
  return {
    warnings,
    /** Advances both clocks by `minutes`, and the wall clock also by `jumpMinutes`. Then checks the clock. */
    async checkAfter(minutes: number, jumpMinutes = 0): Promise<void> {
      offset += minutes * 60_000
      noroshi.clock.advance({ minutes: minutes + jumpMinutes })
      await clockWatch.check()
    },
  }
}

test('an administrator reads a clock jump of more than a minute until it is confirmed', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Aiko')
  const { warnings, checkAfter } = createWatch(noroshi)
  await checkAfter(0)
  await checkAfter(10)
  await checkAfter(10, 0.9)
  expect((await admin.fetch(clockRoutes.read)).jump).toBeNull()
  await checkAfter(1, -90)
  const { jump } = await admin.fetch(clockRoutes.read)
  expect(Math.round((jump?.seconds ?? 0) / 60)).toBe(-90)
  expect(warnings).toEqual([expect.stringMatching(/^The server's clock jumped by -5[34]\d\d s\. .*Check the clock/)])
  await checkAfter(5)
  expect((await admin.fetch(clockRoutes.read)).jump).toEqual(jump)
  expect((await admin.fetch(clockRoutes.confirm)).jump).toBeNull()
  await checkAfter(1, 3)
  expect((await admin.fetch(clockRoutes.read)).jump?.seconds).toBeGreaterThan(170)
  expect(warnings).toHaveLength(2)
})

test('a start compares the clock with the last recorded time', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Aiko')
  await createWatch(noroshi).checkAfter(0)
  const later = createWatch(noroshi)
  await later.checkAfter(0, 600)
  expect(later.warnings).toEqual([])
  const earlier = createWatch(noroshi)
  await earlier.checkAfter(0, -360)
  expect(earlier.warnings).toHaveLength(1)
  const { jump } = await admin.fetch(clockRoutes.read)
  expect(Math.round((jump?.seconds ?? 0) / 60)).toBe(-360)
  expect(jump).not.toHaveProperty('isSinceStop')
})

test('a start more than a week after the last recorded time asks whether the clock is right', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Aiko')
  await createWatch(noroshi).checkAfter(0)
  const later = createWatch(noroshi)
  await later.checkAfter(0, 8 * 24 * 60)
  expect(later.warnings).toEqual([expect.stringMatching(/is ahead of its last run by 69\d{4} s/)])
  const { jump } = await admin.fetch(clockRoutes.read)
  expect(jump).toMatchObject({ isSinceStop: true })
})

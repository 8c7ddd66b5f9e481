import { expect, test } from 'vitest'
import { createStartWatch, EMPTY_TICKS, FAILED_TICKS, PROBE_TICKS, STALLED_TICKS } from './start-watch.ts'

const startWith = (isShown = true) => {
  const watch = createStartWatch()
  const ticks = (count: number) => Array.from({ length: count }, () => watch.tick(isShown)).at(-1)
  return { watch, ticks }
}

test('a start without progress is over after 15 seconds, and checks before whether bytes arrive', () => {
  const { ticks } = startWith()
  expect(ticks(PROBE_TICKS - 1)).toMatchObject({ probes: false })
  expect(ticks(1)).toMatchObject({ probes: true, isOver: false })
  expect(ticks(STALLED_TICKS - PROBE_TICKS - 1)).toMatchObject({ probes: false, isOver: false })
  expect(ticks(1)).toMatchObject({ isOver: true })
})

test('a start whose bytes arrive every ten seconds is never over', () => {
  const { watch, ticks } = startWith()
  for (let round = 0; round < 20; round++) {
    expect(ticks(10)).toMatchObject({ isOver: false })
    watch.progress()
  }
})

test('a start is over three seconds after a failure, and not while other files arrive', () => {
  const { watch, ticks } = startWith()
  watch.failed('libraries.js')
  watch.failed('first.js')
  expect(ticks(FAILED_TICKS - 1)).toMatchObject({ isOver: false })
  watch.loaded('contract.js')
  expect(ticks(FAILED_TICKS - 1)).toMatchObject({ isOver: false })
  expect(ticks(1)).toMatchObject({ isOver: true })
  expect(watch.reason()).toBe('libraries.js')
  expect([watch.hasLoaded('contract.js'), watch.hasLoaded('first.js')]).toEqual([true, false])
})

test('a page that shows nothing for five seconds is empty', () => {
  expect(startWith(true).ticks(EMPTY_TICKS)).toMatchObject({ isEmpty: false })
  const { ticks } = startWith(false)
  expect(ticks(EMPTY_TICKS - 1)).toMatchObject({ isEmpty: false })
  expect(ticks(1)).toMatchObject({ isEmpty: true })
})

import { expect, test } from 'vitest'
import { videoLimits } from './presets.ts'
import { initialReduction, loadBetween, nextReduction, type ReductionState } from './video-reduction.ts'

const good = { samples: 240_000, concealed: 4_800, isBusy: false }
const bad = { ...good, concealed: 4_801 }
const busy = { ...good, isBusy: true }

/** The state after checks that measure these loads. */
const after = (loads: readonly (typeof good)[], state: ReductionState = initialReduction) => loads.reduce(nextReduction, state)
const times = (count: number, load: typeof good) => Array.from({ length: count }, () => load)

test('video is reduced by a step at each check that invents more than 2 % of the sound, and not below the last step', () => {
  expect([0, 1, 2, 3, 4].map((count) => after(times(count, bad)).reduction)).toEqual([0, 1, 2, 3, 3])
  expect(after(times(9, good)).reduction).toBe(0)
})

test('a call in which no one speaks is not reduced', () => {
  expect(after([{ samples: 0, concealed: 0, isBusy: false }]).reduction).toBe(0)
})

test('a busy processor reduces the video by two steps only, and keeps it from rising', () => {
  expect(after(times(9, busy)).reduction).toBe(2)
  expect(after([...times(2, busy), ...times(5, good), busy, ...times(5, good)]).reduction).toBe(2)
})

test('video rises a step after six good checks, and after twice as many when the rise was too early', () => {
  const low = after([bad])
  expect([5, 6].map((count) => after(times(count, good), low).reduction)).toEqual([1, 0])
  const again = after([bad, bad], low)
  expect([23, 24].map((count) => after(times(count, good), again).reduction)).toEqual([3, 2])
})

test('the load of several connections is that since the last check, and one busy encoder makes it busy', () => {
  const before = { samples: 1_000, concealed: 10, isBusy: true }
  const now = { samples: 3_000, concealed: 40, isBusy: false }
  const other = { samples: 500, concealed: 0, isBusy: true }
  expect(
    loadBetween([
      [before, now],
      [other, other],
    ]),
  ).toEqual({ samples: 2_000, concealed: 30, isBusy: true })
  expect(loadBetween([])).toEqual({ samples: 0, concealed: 0, isBusy: false })
})

test('more participants, a lower level and reduction give a smaller and slower video', () => {
  const sizes = ([others, reduction]: readonly [number, 0 | 1 | 2 | 3]) => {
    const { height, frameRate } = videoLimits('high', others, reduction, false)
    return `${height} at ${frameRate}`
  }
  const alone = [1, 2, 3].map((others) => [others, 0] as const)
  const reduced = ([1, 2, 3] as const).map((reduction) => [3, reduction] as const)
  expect([...alone, ...reduced].map(sizes)).toEqual(['720 at 30', '720 at 24', '360 at 15', '270 at 12', '180 at 10', '180 at 5'])
  expect(videoLimits('low', 1, 0, false)).toEqual({ height: 360, frameRate: 24, bitsPerSecond: 800_000 })
})

test('a shared screen becomes slower and not smaller when sound is concealed', () => {
  expect(videoLimits('high', 1, 3, true)).toEqual({ height: 720, frameRate: 5, bitsPerSecond: 80_000 })
})

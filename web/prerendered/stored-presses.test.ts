import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EarlyPress, outcomeOf } from '../src/platform/early-presses.ts'
import { PRESSES_VALID_MS, storePresses, takeStoredPresses } from './stored-presses.ts'

/** Opens a page of the tab. @param timeOrigin milliseconds of its navigation. @param now since it */
const openPage = (timeOrigin: number, now: number) => vi.stubGlobal('performance', { timeOrigin, now: () => now })

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const hold = (): EarlyPress[] => [
  { type: 'down', at: 100 },
  { type: 'up', at: 1_700 },
]

test('a user holds the SOS button and the page reloads: the next page raises the SOS of the hold once', () => {
  openPage(1_000_000, 3_000)
  const recorded = hold()
  storePresses(recorded)
  expect(recorded).toEqual([])
  openPage(1_003_000, 20)
  const taken = takeStoredPresses()
  expect(taken).toEqual([
    { type: 'down', at: -2_900 },
    { type: 'up', at: -1_300 },
  ])
  expect(outcomeOf(taken)).toEqual({ type: 'hold', at: -2_900 })
  expect(takeStoredPresses()).toEqual([])
})

test('a user taps the SOS button and opens the next page a minute later: it raises no SOS', () => {
  openPage(1_000_000, 3_000)
  storePresses([{ type: 'tap', at: 1_000 }])
  openPage(1_001_000 + PRESSES_VALID_MS, 0)
  expect(takeStoredPresses()).toEqual([])
  expect(stored.size).toBe(0)
})

test('presses on two pages that failed to load are one record', () => {
  openPage(1_000_000, 3_000)
  storePresses([{ type: 'tap', at: 1_000 }])
  openPage(1_003_000, 0)
  storePresses([...takeStoredPresses(), { type: 'tap', at: 500 }])
  openPage(1_020_000, 0)
  expect(takeStoredPresses().map(({ at }) => at)).toEqual([-19_000, -16_500])
})

test('a page without stored presses, with an invalid record or with blocked site data starts without presses', () => {
  openPage(1_000_000, 0)
  expect(takeStoredPresses()).toEqual([])
  for (const record of ['{', '{}', '[1,{"type":"down"}]']) {
    stored.set('earlyPresses', record)
    expect(takeStoredPresses()).toEqual([])
  }
  vi.stubGlobal('sessionStorage', undefined)
  const recorded = hold()
  storePresses(recorded)
  expect(recorded).toEqual(hold())
  expect(takeStoredPresses()).toEqual([])
})

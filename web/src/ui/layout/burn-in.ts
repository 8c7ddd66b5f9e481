import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
/**
 * Positions of the content in per cent of the free space beside its centre. Consecutive positions differ in both
 * directions.
 */
const STEPS: readonly (readonly [x: number, y: number])[] = [
  [0, 0],
  [-60, 40],
  [55, -35],
  [-30, -70],
  [75, 60],
  [-80, 15],
  [25, 80],
  [-10, -45],
]

/** Returns the position of the content after a number of minutes, as CSS variables. */
export function shiftAt(minute: number): { readonly '--n-shift-x': string; readonly '--n-shift-y': string } {
  const [x, y] = STEPS[minute % STEPS.length] ?? [0, 0]
  return { '--n-shift-x': String(x / 100), '--n-shift-y': String(y / 100) }
}

/** Moves the content of a screen slightly each minute, so that it does not burn in on a device that is on for days. */
export function useBurnInShift() {
  const [minute, setMinute] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinute((before) => before + 1), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return shiftAt(minute)
}

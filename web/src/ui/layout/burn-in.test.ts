import { expect, test } from 'vitest'
import { shiftAt } from './burn-in.ts'

const MINUTES_PER_WEEK = 7 * 24 * 60
const positionAt = (minute: number) => Object.values(shiftAt(minute)).map(Number)

test('the content is at another position in each direction than a minute before, for a week', () => {
  for (let minute = 1; minute <= MINUTES_PER_WEEK; minute++) {
    const [before, now] = [positionAt(minute - 1), positionAt(minute)]
    expect(now[0]).not.toBe(before[0])
    expect(now[1]).not.toBe(before[1])
  }
})

test('the content stays within the free space and spends equal time on both sides of the centre', () => {
  const positions = Array.from({ length: 8 }, (_, minute) => positionAt(minute))
  for (const values of positions) for (const value of values) expect(Math.abs(value)).toBeLessThanOrEqual(1)
  for (const direction of [0, 1]) {
    const sides = positions.map((position) => Math.sign(position[direction] ?? 0))
    expect(Math.abs(sides.reduce((sum, side) => sum + side, 0))).toBeLessThanOrEqual(1)
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { badgeCorner, type ScreenItem, findStacks } from './overlaps.ts'

const at = (id: string, x: number, height: number, radius = 20): ScreenItem => ({ id, x, y: 0, radius, height })
const idsOf = (items: ScreenItem[]) => findStacks(items).map(({ top, hidden }) => [top.id, ...hidden.map(({ id }) => id)])

test('an alert counts the user and the user’s own location below it', () => {
  expect(idsOf([at('me', 3, 20), at('person', 0, 30), at('alert', 0, 40)])).toEqual([['alert', 'person', 'me']])
})

test('markers beside each other hide nothing', () => {
  expect(idsOf([at('alert', 0, 40), at('person', 25, 30)])).toEqual([])
})

test('a marker of whose target less than 24 px stays free is hidden', () => {
  expect(idsOf([at('alert', 0, 40, 26), at('person', 27, 30)])).toEqual([['alert', 'person']])
  expect(idsOf([at('alert', 0, 40, 26), at('person', 28, 30)])).toEqual([])
})

test('a marker below a hidden marker counts to the top marker', () => {
  expect(idsOf([at('alert', 0, 40), at('person', 15, 30), at('resolved', 32, 10)])).toEqual([['alert', 'person', 'resolved']])
})

test('markers of equal height do not hide each other', () => {
  expect(idsOf([at('a', 0, 30), at('b', 5, 30)])).toEqual([])
})

test('a badge is on the side without other markers', () => {
  expect(badgeCorner(at('alert', 0, 40), [])).toEqual([22, 20])
  expect(badgeCorner(at('alert', 0, 40), [{ ...at('person', 40, 30), y: 30 }])).toEqual([-22, -20])
})

test('each marker is on top or counted exactly once', () => {
  const drawn = fc.record({
    x: fc.integer({ min: 0, max: 200 }),
    y: fc.integer({ min: 0, max: 200 }),
    radius: fc.integer({ min: 5, max: 40 }),
    height: fc.integer({ min: 0, max: 5 }),
  })
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 40 }), (items) => {
      const all = items.map((item, index) => ({ ...item, id: String(index) }))
      const stacks = findStacks(all)
      const hidden = stacks.flatMap((stack) => stack.hidden)
      expect(new Set(hidden).size).toBe(hidden.length)
      for (const { top } of stacks) expect(hidden).not.toContain(top)
      for (const item of all) {
        const isCovered = all.some(
          (other) =>
            other.height > item.height && Math.hypot(other.x - item.x, other.y - item.y) < Math.max(other.radius + 2, 24),
        )
        expect(hidden.includes(item)).toBe(isCovered)
      }
    }),
  )
})

import { expect, test } from 'vitest'
import { UnfinishedBodies } from './unfinished-bodies.ts'

const KB = 1024

/** Begins bodies of these sizes of a source; returns which of them were dropped. */
function fill(bodies: UnfinishedBodies, source: string, sizes: readonly number[]): Set<number> {
  const dropped = new Set<number>()
  for (const [index, size] of sizes.entries()) {
    const body = bodies.begin(source, () => {
      dropped.add(index)
      body.end()
    })
    if (!body.add(size)) body.end()
  }
  return dropped
}

test('bodies of many sources that fill the memory take the text of no small body of another', () => {
  const bodies = new UnfinishedBodies(1000 * KB)
  const large = Array.from({ length: 17 }, (_, index) => fill(bodies, `attacker ${index}`, [20 * KB, 30 * KB, 40 * KB]))
  expect(fill(bodies, 'victim', [KB])).toEqual(new Set())
  // The largest ones went.
  const dropped = large.flatMap((one) => [...one])
  expect(dropped.length).toBeGreaterThanOrEqual(13)
  expect(new Set(dropped)).toEqual(new Set([2]))
})

test('a source has 8 MB, and bodies that ended count no more', () => {
  const bodies = new UnfinishedBodies()
  const one = bodies.begin('one', () => undefined)
  expect(one.add(8 * KB * KB)).toBe(true)
  const other = bodies.begin('one', () => undefined)
  expect(other.add(1)).toBe(false)
  other.end()
  one.end()
  one.end()
  const later = bodies.begin('one', () => undefined)
  expect(later.add(8 * KB * KB)).toBe(true)
})

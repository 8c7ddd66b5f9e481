import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { Head } from '@noroshi/contract/record/chain'
import { haveContradiction, keepHeads, storedHeads } from './stored-heads.ts'

const headOf = (seq: number, hash: string, at: string, chain = 'one'): Head => ({
  chain,
  seq,
  hash,
  at,
  key: 'k',
  signature: 's',
})

test('a device keeps each state that it received, and the first of equal ones', async () => {
  const [first, second] = [headOf(1, 'a', '2026-01-01'), headOf(2, 'b', '2026-01-02')]
  await keepHeads([first])
  await keepHeads([second, headOf(1, 'a', '2026-01-03')])
  expect(await storedHeads()).toEqual([first, second])
})

test('another hash of an entry, or fewer entries later, is a contradiction', () => {
  const kept = [headOf(1, 'a', '2026-01-01'), headOf(5, 'b', '2026-01-02'), headOf(1, 'z', '2026-01-03', 'other')]
  expect(haveContradiction(kept)).toBe(false)
  expect(haveContradiction([...kept, headOf(5, 'b', '2026-01-03')])).toBe(false)
  expect(haveContradiction([...kept, headOf(5, 'c', '2026-01-03')])).toBe(true)
  expect(haveContradiction([...kept, headOf(4, 'd', '2026-01-03')])).toBe(true)
})

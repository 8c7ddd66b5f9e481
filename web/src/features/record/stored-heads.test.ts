import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { Head } from '@noroshi/contract/record/chain'
import { haveContradiction, KEPT_MAX, keepHeads, storedHeads } from './stored-heads.ts'

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

test('a full device gives up the oldest states, and keeps the newest one of each record', async () => {
  const audit = headOf(3, 'x', '2026-01-01', '0')
  const quiet = headOf(1, 'q', '2025-01-01', 'quiet')
  const at = (seq: number) => new Date(Date.UTC(2026, 1, 1) + seq * 1000).toISOString()
  const busy = Array.from({ length: KEPT_MAX }, (_, index) => headOf(index + 1, `h${index}`, at(index), 'busy'))
  await keepHeads([headOf(2, 'w', '2026-01-01', '0'), audit, quiet, ...busy])
  const kept = await storedHeads()
  expect(kept).toHaveLength(KEPT_MAX)
  expect(kept.filter(({ chain }) => chain === '0')).toEqual([audit])
  expect(kept.filter(({ chain }) => chain === 'quiet')).toEqual([quiet])
  expect(kept.filter(({ chain }) => chain === 'busy').at(-1)).toEqual(busy.at(-1))
})

test('another hash of an entry is a contradiction, and fewer entries or an earlier time are none', () => {
  const kept = [headOf(1, 'a', '2026-01-01'), headOf(5, 'b', '2026-01-02'), headOf(1, 'z', '2026-01-03', 'other')]
  expect(haveContradiction(kept)).toBe(false)
  expect(haveContradiction([...kept, headOf(5, 'b', '2026-01-03')])).toBe(false)
  expect(haveContradiction([...kept, headOf(5, 'c', '2026-01-03')])).toBe(true)
  expect(haveContradiction([...kept, headOf(4, 'd', '2026-01-03')])).toBe(false)
  expect(haveContradiction([...kept, headOf(6, 'e', '2025-12-31')])).toBe(false)
})

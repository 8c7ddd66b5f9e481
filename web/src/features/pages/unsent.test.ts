import { beforeEach, expect, test, vi } from 'vitest'
import { dropUnsent, keepUnsent, readUnsent, type Unsent, unsentOf } from './unsent.ts'

const unsent: Unsent = {
  content: '{"type":"doc","content":[{"type":"paragraph"}]}',
  base: { revision: 3, content: '{}' },
  changedAt: '2026-11-22T01:00:00.000Z',
  clientId: '01993333-0000-7000-8000-000000000001',
}

let isFull = false
const kept = new Map<string, string>()

beforeEach(() => {
  isFull = false
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  })
})

test('what one wrote on a page is there again, for oneself and for that page alone', () => {
  expect(keepUnsent('ann', 'water', unsent)).toBe(true)
  expect(readUnsent('ann', 'water')).toEqual(unsent)
  expect(readUnsent('ann', 'food')).toBeNull()
  expect(readUnsent('ben', 'water')).toBeNull()
})

test('what was sent or dropped is not offered again', () => {
  keepUnsent('ann', 'water', unsent)
  dropUnsent('ann', 'water')
  expect(readUnsent('ann', 'water')).toBeNull()
})

test('a full device keeps it while the page lives, and says that it is no longer', () => {
  isFull = true
  expect(keepUnsent('ann', 'full', unsent)).toBe(false)
  expect(readUnsent('ann', 'full')).toEqual(unsent)
})

test('what cannot be read is not offered', () => {
  kept.set('unsentPage:ann:water', 'no json')
  expect(readUnsent('ann', 'water')).toBeNull()
  kept.set('unsentPage:ann:water', '{"content":1}')
  expect(readUnsent('ann', 'water')).toBeNull()
})

test('what was kept is sent under its own id, even after a reload; another content or base under another id', () => {
  keepUnsent('ann', 'water', unsent)
  const known = readUnsent('ann', 'water')
  const { content, base, clientId } = unsent
  expect(unsentOf(known, content, base).clientId).toBe(clientId)
  expect(unsentOf(known, '{}', base).clientId).not.toBe(clientId)
  expect(unsentOf(known, content, { ...base, revision: 4 }).clientId).not.toBe(clientId)
  expect(unsentOf(null, content, base).clientId).not.toBe(unsentOf(null, content, base).clientId)
})

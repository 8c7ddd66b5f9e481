import { beforeEach, expect, test, vi } from 'vitest'
import { deleteUnsent, storeUnsent, readUnsent, type Unsent } from './unsent.ts'

const unsent: Unsent = {
  content: '{"type":"doc","content":[{"type":"paragraph"}]}',
  base: { revision: 3, content: '{}' },
  changedAt: '2026-11-22T01:00:00.000Z',
}

let isFull = false
const storage = new Map<string, string>()

beforeEach(() => {
  isFull = false
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      storage.set(key, value)
    },
    removeItem: (key: string) => void storage.delete(key),
  })
})

test('readUnsent returns the content only for its user and page', () => {
  expect(storeUnsent('ann', 'water', unsent)).toBe(true)
  expect(readUnsent('ann', 'water')).toEqual(unsent)
  expect(readUnsent('ann', 'food')).toBeNull()
  expect(readUnsent('ben', 'water')).toBeNull()
})

test('deleteUnsent deletes the content', () => {
  storeUnsent('ann', 'water', unsent)
  deleteUnsent('ann', 'water')
  expect(readUnsent('ann', 'water')).toBeNull()
})

test('storeUnsent returns false and keeps the content in memory when the storage is full', () => {
  isFull = true
  expect(storeUnsent('ann', 'full', unsent)).toBe(false)
  expect(readUnsent('ann', 'full')).toEqual(unsent)
})

test('readUnsent returns null for unreadable content', () => {
  storage.set('unsentPage:ann:water', 'no json')
  expect(readUnsent('ann', 'water')).toBeNull()
  storage.set('unsentPage:ann:water', '{"content":1}')
  expect(readUnsent('ann', 'water')).toBeNull()
})

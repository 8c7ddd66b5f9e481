import { afterEach, expect, test, vi } from 'vitest'
import { adoptVisitorDraft, draftKey, readDraft, writeDraft } from './drafts.ts'
import { clearStored, isMemoryOnly } from '../session/storage.ts'

afterEach(() => {
  clearStored()
  vi.unstubAllGlobals()
})

/** Replaces the local storage of a browser. */
function stubStorage() {
  const map = new Map<string, string>()
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  return map
}

test('a draft is stored for one user and one chat, and an empty text removes it', () => {
  const map = stubStorage()
  const key = draftKey('ann', 'thread', 'one')
  writeDraft(key, 'We are at')
  expect(readDraft(key)).toBe('We are at')
  expect(map.get(key)).toBe('We are at')
  expect(readDraft(draftKey('ben', 'thread', 'one'))).toBe('')
  expect(readDraft(draftKey('ann', 'thread', 'two'))).toBe('')
  expect(readDraft(draftKey('ann', 'comments', 'one'))).toBe('')
  writeDraft(key, '')
  expect(map.size).toBe(0)
})

test('a draft is in memory only while storage is blocked, and a logout removes it', () => {
  const key = draftKey('ann', 'thread', 'one')
  writeDraft(key, 'We are at')
  expect(readDraft(key)).toBe('We are at')
  expect(isMemoryOnly(key)).toBe(true)
  clearStored()
  expect(readDraft(key)).toBe('')
})

test('a draft of a visitor is appended to the draft of the account after the login', () => {
  stubStorage()
  writeDraft(draftKey(null, 'alertText', 'fire'), 'Smoke in the east')
  writeDraft(draftKey('ann', 'alertText', 'fire'), 'I see it')
  adoptVisitorDraft('ann', 'alertText', 'fire')
  expect(readDraft(draftKey('ann', 'alertText', 'fire'))).toBe('I see it\nSmoke in the east')
  expect(readDraft(draftKey(null, 'alertText', 'fire'))).toBe('')
})

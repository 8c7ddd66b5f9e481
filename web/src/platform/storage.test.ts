import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearStored, readStored, storageKeys, writeStored } from './storage.ts'

/** A browser whose person has blocked site data: to touch local storage throws. */
beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    },
  })
})
afterEach(() => void Reflect.deleteProperty(globalThis, 'localStorage'))

test('where storage is blocked, what is written lives as long as the page', () => {
  expect(readStored(storageKeys.language)).toBeNull()
  writeStored(storageKeys.language, 'ja')
  expect(readStored(storageKeys.language)).toBe('ja')
})

test('a logout forgets the person there too, and keeps the device’s own', () => {
  writeStored(storageKeys.accessToken, 'token-1')
  writeStored(storageKeys.unsentSos, '[]')
  clearStored()
  expect(readStored(storageKeys.accessToken)).toBeNull()
  expect(readStored(storageKeys.unsentSos)).toBe('[]')
})

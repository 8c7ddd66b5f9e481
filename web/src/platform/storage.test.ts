import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearStored, readStored, storageKeys, writeStored } from './storage.ts'

/** In a browser with blocked site data, any access to local storage throws. */
beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    },
  })
})
afterEach(() => void Reflect.deleteProperty(globalThis, 'localStorage'))

test('a value stays in memory if storage is blocked', () => {
  expect(readStored(storageKeys.language)).toBeNull()
  writeStored(storageKeys.language, 'ja')
  expect(readStored(storageKeys.language)).toBe('ja')
})

test('a logout removes the user’s values from memory and keeps those of the device', () => {
  writeStored(storageKeys.accessToken, 'token-1')
  writeStored(storageKeys.unsentSos, '[]')
  writeStored(storageKeys.pushOff, 'yes')
  clearStored()
  expect(readStored(storageKeys.accessToken)).toBeNull()
  expect(readStored(storageKeys.unsentSos)).toBe('[]')
  expect(readStored(storageKeys.pushOff)).toBe('yes')
})

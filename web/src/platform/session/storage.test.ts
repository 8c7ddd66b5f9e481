import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearStored, readStored, storageKeys, storagePrefixes, writeStored } from './storage.ts'

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

test('of all keys, a logout keeps only those that docs/operations.md lists', () => {
  const prefixed = Object.values(storagePrefixes).map((prefix) => `${prefix}1`)
  const all = [...Object.values(storageKeys), ...prefixed, 'activeTab:/alerts']
  for (const key of all) writeStored(key, 'stored')
  clearStored()
  expect(all.filter((key) => readStored(key) !== null).toSorted()).toEqual([
    'alertTokens',
    'deviceId',
    'highVideo',
    'joinHintHidden',
    'language',
    'mapLimit',
    'messageSoundOff',
    'pushOff',
    'readAlarms',
    'readAloudVolume',
    'singleKeysOff',
    'sirenContactAt',
    'sirenToken',
    'unitName',
    'unsent:1',
    'unsentSos',
  ])
})

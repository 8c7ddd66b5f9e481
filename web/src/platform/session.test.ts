import { expect, test } from 'vitest'
import { alertToken, keepAlertToken } from './alert-tokens.ts'
import { fakeStorage } from './device.fake.ts'
import { accessToken, clearSession, setAccessToken } from './session.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

fakeStorage()

test('a logout forgets the person and keeps what is the device’s own', () => {
  setAccessToken('token')
  writeStored('activeTab:/alerts', '1')
  writeStored(storageKeys.language, 'ja')
  keepAlertToken('alert-1', 'opens it')
  clearSession()
  expect([accessToken(), readStored('activeTab:/alerts')]).toEqual([null, null])
  expect([readStored(storageKeys.language), alertToken('alert-1')]).toEqual(['ja', 'opens it'])
})

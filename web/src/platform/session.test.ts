import { expect, test } from 'vitest'
import { alertToken, storeAlertToken } from './alert-tokens.ts'
import { fakeStorage } from './device.fake.ts'
import { accessToken, clearSession, deviceId, setAccessToken } from './session.ts'
import { readStored, storageKeys, writeStored } from './storage.ts'

fakeStorage()

test('a logout removes the data of the user and keeps that of the device', () => {
  setAccessToken('token')
  writeStored('activeTab:/alerts', '1')
  writeStored(storageKeys.language, 'ja')
  storeAlertToken('alert-1', 'opens it')
  const device = deviceId()
  clearSession()
  expect([accessToken(), readStored('activeTab:/alerts')]).toEqual([null, null])
  expect([readStored(storageKeys.language), alertToken('alert-1'), deviceId()]).toEqual(['ja', 'opens it', device])
})

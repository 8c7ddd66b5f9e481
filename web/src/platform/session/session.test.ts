import { expect, test, vi } from 'vitest'
import { alertToken, storeAlertToken } from './alert-tokens.ts'
import { fakeStorage } from '../device/device.fake.ts'
import { accessToken, clearSession, deviceId, endSession, setAccessToken, setSessionUser } from './session.ts'
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

test('a reloaded page knows the user of its session before the server replies, and no user of an earlier session', async () => {
  setAccessToken('token-1')
  setSessionUser('token-1', 'ben')
  vi.resetModules()
  const reloaded = await import('./session.ts')
  expect(reloaded.sessionUserId()).toBe('ben')
  reloaded.setAccessToken('token-2')
  expect(reloaded.sessionUserId()).toBeNull()

  reloaded.clearSession()
  reloaded.setSessionUser('token-2', 'ben') // a late reply
  expect([readStored(storageKeys.sessionUser), reloaded.sessionUserId()]).toEqual([null, null])
})

test('the end of a session removes the data of its user, and keeps that of the device and the code of a link', () => {
  setAccessToken('token')
  setSessionUser('token', 'ben')
  const ofUser = [storageKeys.deviceReport, storageKeys.ringingCall, 'draft:ben:thread:1', 'unsentPage:ben:1']
  const ofDevice = [storageKeys.language, storageKeys.inviteCode, storageKeys.resetToken]
  for (const key of [...ofUser, ...ofDevice]) writeStored(key, 'x')
  endSession()
  expect([accessToken(), readStored(storageKeys.sessionUser), ...ofUser.map(readStored)]).toEqual(Array(6).fill(null))
  expect(ofDevice.map(readStored)).toEqual(['x', 'x', 'x'])
})

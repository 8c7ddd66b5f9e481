import { expect, test } from 'vitest'
import { alertToken, alertTokens, removeAlertToken, storeAlertToken, latestAlertTokens } from './alert-tokens.ts'
import { fakeStorage } from '../device/device.fake.ts'

fakeStorage()

test('a device stores the tokens of its 50 newest alerts and sends the newest ones', () => {
  for (let number = 1; number <= 60; number++) storeAlertToken(`alert-${number}`, `token-${number}`)
  expect(Object.keys(alertTokens())).toHaveLength(50)
  expect(alertToken('alert-10')).toBeUndefined()
  expect(latestAlertTokens().at(-1)).toBe('token-60')
  storeAlertToken('alert-11', 'token-again')
  expect(latestAlertTokens().at(-1)).toBe('token-again')
})

test('a removed token is no longer stored', () => {
  storeAlertToken('first', 'token-1')
  storeAlertToken('second', 'token-2')
  removeAlertToken('first')
  expect(alertTokens()).toEqual({ second: 'token-2' })
})

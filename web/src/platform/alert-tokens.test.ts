import { expect, test } from 'vitest'
import { alertToken, alertTokens, dropAlertToken, keepAlertToken, latestAlertTokens } from './alert-tokens.ts'
import { fakeStorage } from './device.fake.ts'

fakeStorage()

test('a device remembers the tokens of its newest alerts, and listens with the newest of these', () => {
  for (let number = 1; number <= 60; number++) keepAlertToken(`alert-${number}`, `token-${number}`)
  expect(Object.keys(alertTokens())).toHaveLength(50)
  expect(alertToken('alert-10')).toBeUndefined()
  expect(latestAlertTokens().at(-1)).toBe('token-60')
  keepAlertToken('alert-11', 'token-again')
  expect(latestAlertTokens().at(-1)).toBe('token-again')
})

test('a token that opens nothing any more is forgotten', () => {
  keepAlertToken('first', 'token-1')
  keepAlertToken('second', 'token-2')
  dropAlertToken('first')
  expect(alertTokens()).toEqual({ second: 'token-2' })
})

import { expect, test } from 'vitest'
import { checksOf } from './device-checks.ts'

const READY = {
  isSecure: true,
  isOnline: true,
  sound: 'ready',
  push: 'on',
  shell: 'stored',
  isPersisted: true,
  isInstalled: true,
} as const
const GOOD = { connection: 'good', sound: 'good', notifications: 'good', storage: 'good', installation: 'good' }

test.each([
  [{}, {}],
  [{ isSecure: false }, { connection: 'problem' }],
  [{ sound: 'blocked' }, { sound: 'unchecked' }],
  [{ sound: 'none' }, { sound: 'problem' }],
  [{ push: 'off' }, { notifications: 'unchecked' }],
  [{ push: 'denied' }, { notifications: 'problem' }],
  [{ push: 'needsInstallation' }, { notifications: 'problem' }],
  [{ isPersisted: false }, { storage: 'unchecked' }],
  [{ isPersisted: null }, {}],
  [{ shell: 'impossible' }, { storage: 'problem' }],
  [{ isInstalled: false }, { installation: 'unchecked' }],
] as const)('the device with %o reports %o', (state, expected) => {
  expect(checksOf({ ...READY, ...state })).toEqual({ ...GOOD, ...expected })
})

test.each([
  { isOnline: false },
  { push: 'checking' },
  { push: 'unreachable' },
  { push: 'signedOut' },
  { shell: 'storing' },
] as const)('the checks of a device with %o are unknown', (state) => {
  expect(checksOf({ ...READY, ...state })).toBeNull()
})

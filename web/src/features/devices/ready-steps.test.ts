import { expect, test } from 'vitest'
import { nextReadyStep } from './ready-steps.ts'

const READY = {
  isSecure: true,
  hasHttps: true,
  isPhone: true,
  installation: 'installed',
  push: 'on',
  isSignedIn: true,
  hasRung: true,
} as const

test.each([
  ['an insecure page', { isSecure: false, installation: 'manual', push: 'insecure' }, 'trust'],
  ['an insecure page of a server without HTTPS', { isSecure: false, hasHttps: false, push: 'insecure', hasRung: false }, 'test'],
  ['an insecure page before the server has replied', { isSecure: false, hasHttps: undefined, push: 'insecure' }, null],
  ['a phone without the application', { installation: 'manual', push: 'off' }, 'install'],
  ['a computer whose browser offers nothing', { isPhone: false, installation: 'manual', push: 'off' }, 'notifications'],
  ['a device that asks for its notifications', { push: 'checking', hasRung: false }, null],
  ['a device without notifications', { push: 'denied' }, 'notifications'],
  ['a server that sends no notifications', { push: 'serverOff', hasRung: false }, 'test'],
  ['a device that never rang', { hasRung: false }, 'test'],
  ['a visitor', { push: 'signedOut', isSignedIn: false, hasRung: false }, 'notifications'],
  ['a device that is ready', {}, null],
] as const)('the next step of %s with %o is %s', (_device, change, step) => {
  expect(nextReadyStep({ ...READY, ...change })).toBe(step)
})

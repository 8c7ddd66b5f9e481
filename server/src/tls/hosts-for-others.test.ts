import { expect, test } from 'vitest'
import { hostsForOthers } from './own-names.ts'

test.each([
  ['127.0.0.1', []],
  ['localhost', []],
  ['::1', []],
  ['192.168.1.5', ['192.168.1.5']],
  ['fd00::5', ['[fd00::5]']],
])('a server that listens on %s is opened by others at %j', (host, expected) => {
  expect(hostsForOthers(host)).toEqual(expected)
})

test('a server that listens on all addresses names no loopback address', () => {
  expect(hostsForOthers('0.0.0.0').filter((host) => host.startsWith('127.'))).toEqual([])
})

import { expect, test } from 'vitest'
import { joinAddress } from './join-address.ts'

const info = {
  port: 3443,
  httpPort: 3000,
  hasOwnAuthority: true,
  fingerprint: null,
  names: ['unit.local', '192.168.1.5', 'fd00::5'],
}

test('another device gets the join page on HTTP at the host of this page', () => {
  expect(joinAddress(info, '10.0.0.7')).toBe('http://10.0.0.7:3000/join')
  expect(joinAddress(info, '[fd00::5]')).toBe('http://[fd00::5]:3000/join')
})

test('on the machine of the server, another device gets an address that it can open', () => {
  for (const hostname of ['localhost', '127.0.0.1', '[::1]'])
    expect(joinAddress(info, hostname)).toBe('http://192.168.1.5:3000/join')
  expect(joinAddress({ ...info, names: [] }, 'localhost')).toBe('http://localhost:3000/join')
})

test('with a certificate that all devices trust, another device gets the page on HTTPS', () => {
  expect(joinAddress({ ...info, hasOwnAuthority: false, names: ['unit.example'] }, '10.0.0.7')).toBe('https://unit.example:3443')
})

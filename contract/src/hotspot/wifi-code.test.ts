import { expect, test } from 'vitest'
import { wifiCode } from './wifi-code.ts'

test.each([
  ['若葉会館', 'river rises', 'WIFI:T:WPA;S:若葉会館;P:river rises;;'],
  ['a;b:c', 'x"y\\z,', String.raw`WIFI:T:WPA;S:a\;b\:c;P:x\"y\\z\,;;`],
  ['Open', '', 'WIFI:T:nopass;S:Open;;'],
])('the Wi-Fi %s with the passphrase %o has a code that phones read', (name, passphrase, code) => {
  expect(wifiCode(name, passphrase)).toBe(code)
})

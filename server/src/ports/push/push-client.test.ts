import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptPush, newBrowserKeys } from '#/testing/processes/push-service.ts'
import { encryptPush, isPublicKey } from './encrypt-push.ts'
import { isPublicAddress, PrivateAddress, publicLookup } from './public-address.ts'
import { PushClient } from './push-client.ts'
import { Vapid } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
const vapid = new Vapid(Buffer.alloc(32, 7), 'mailto:unit@example.org')
const client = new PushClient(vapid, ['http://127.0.0.1:9', 'https://push.lan:8443'])

test('the receiver of the tests decrypts the example of RFC 8291', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'))
  const message =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const text = decryptPush(bytes(message), { ecdh, authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg') })
  expect(text).toBe('When I grow up, I want to be a watermelon')
})

test('a receiver decrypts texts of any length, and another receiver does not', () => {
  const [own, other] = [newBrowserKeys(), newBrowserKeys()]
  const keys = { publicKey: own.ecdh.getPublicKey(), authSecret: own.authSecret }
  for (const text of ['', 'SOS', '佐藤 遥さんからのSOS', 'x'.repeat(255), 'y'.repeat(3500)]) {
    const body = encryptPush(text, keys)
    expect(decryptPush(body, own)).toBe(text)
    expect(body.length).toBeLessThanOrEqual(4096)
    expect(() => decryptPush(body, other)).toThrow()
  }
  expect(encryptPush('SOS', keys).length).toBe(encryptPush('longer', keys).length)
})

test('only points of the curve are public keys', () => {
  expect(isPublicKey(newBrowserKeys().ecdh.getPublicKey())).toBe(true)
  expect(isPublicKey(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]))).toBe(false)
  expect(isPublicKey(Buffer.alloc(65))).toBe(false)
})

test.each([
  ['8.8.8.8', true],
  ['2a00:1450:4001:81b::200e', true],
  ...[
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
  ].map((address) => [address, false] as const),
  ...[
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:a00:1::',
  ].map((address) => [address, false] as const),
] as const)('whether %s is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test.each([
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://push.lan:8443/x', true],
  ['http://127.0.0.1:9/x', true],
  ['http://push.example.org/x', false],
  ['https://push.example.org:8443/x', false],
  ['https://user:secret@push.example.org/x', false],
  ['https://push.example.org/x#y', false],
  ['https://localhost/x', false],
  ['https://127.0.0.1/x', false],
  ['https://8.8.8.8/x', false],
  ['https://2130706433/x', false],
  ['https://0x7f.1/x', false],
  ['https://[::1]/x', false],
  ['http://127.0.0.1:10/x', false],
  ['ftp://push.example.org/x', false],
  ['push', false],
])('whether %s is an allowed endpoint: %s', (endpoint, isAllowed) => {
  expect(client.allows(endpoint)).toBe(isAllowed)
})

test('a request to a host name with a private address fails before the connection and may be retried', async () => {
  const hosts: string[] = []
  // Answers for the host as the DNS of a captive portal does.
  const portal = new PushClient(vapid, [], {
    lookup: (host, options, callback) => {
      hosts.push(host)
      publicLookup('localhost', options, callback)
    },
  })
  const keys = { publicKey: newBrowserKeys().ecdh.getPublicKey(), authSecret: newBrowserKeys().authSecret }
  const message = { ...keys, endpoint: 'https://push.example.org/x', text: 'SOS', topic: 'x', isUrgent: true, ttl: 60 }
  const outcome = await portal.send(message, new Date(), new AbortController().signal)
  portal.close()
  // `isUnknown` and another cause would follow from a connection.
  expect(outcome).toEqual({ kind: 'failed', cause: 'PrivateAddress', retryAfterSeconds: 0, isUnknown: false })
  expect(hosts).toEqual(['push.example.org'])
})

test('a host name with a private address is private, unless the operator allows it; an unknown one is not', async () => {
  expect(await client.isPrivate('https://localhost/push')).toBe(true)
  expect(await client.isPrivate('https://push.lan:8443/x')).toBe(false)
  expect(await client.isPrivate('https://push.invalid/x')).toBe(false)
  const [mixed, silent, listed] = [
    new PushClient(vapid, [], { lookup: (_host, _options, callback) => callback(new PrivateAddress(), '') }),
    new PushClient(vapid, [], { lookup: () => undefined }),
    new PushClient(vapid, [], { lookup: (_host, _options, callback) => callback(null, [{ address: '8.8.8.8', family: 4 }]) }),
  ]
  expect(await mixed.isPrivate('https://push.example/x')).toBe(true)
  expect(await silent.isPrivate('https://push.example/x')).toBe(false)
  expect(await listed.isPrivate('https://push.example/x')).toBe(false)
})

import { X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#/config.ts'
import { openAuthority } from './authority.ts'
import { certificateSource } from './certificates.ts'
import { openLeaf } from './leaf.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const DAY = 86_400_000
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'noroshi-tls-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const NAMES = ['localhost', 'unit.local', '192.168.1.5']

test('the server creates its authority once, and only its own user may read the keys', async () => {
  const first = await openAuthority(directory, NAMES, NOW)
  await openLeaf(directory, first, NAMES, NOW)
  expect(await openAuthority(directory, ['other.local'], NOW)).toEqual(first)
  expect((await readdir(directory)).toSorted()).toEqual(['authority.crt', 'authority.key', 'server.crt', 'server.key'])
  for (const name of ['authority.key', 'server.key']) expect((await stat(path.join(directory, name))).mode & 0o777).toBe(0o600)
})

test('a key that others may read is readable only by the server after the next start', async () => {
  await openAuthority(directory, NAMES, NOW)
  await chmod(path.join(directory, 'authority.key'), 0o644)
  await openAuthority(directory, NAMES, NOW)
  expect((await stat(path.join(directory, 'authority.key'))).mode & 0o777).toBe(0o600)
})

test('the certificate is valid for all names and addresses, and its authority signed it', async () => {
  const authority = await openAuthority(directory, NAMES, NOW)
  const { cert } = await openLeaf(directory, authority, [...NAMES, '::1', 'fd00::5'], NOW)
  const leaf = new X509Certificate(cert)
  expect(leaf.checkHost('unit.local')).toBe('unit.local')
  expect(leaf.checkIP('192.168.1.5')).toBe('192.168.1.5')
  expect(leaf.checkIP('192.168.1.6')).toBeUndefined()
  for (const address of ['::1', 'fd00::5', 'fd00:0:0:0:0:0:0:5']) expect(leaf.checkIP(address)).toBe(address)
  expect(leaf.checkIP('fd00::6')).toBeUndefined()
  expect(leaf.ca).toBe(false)
  expect(leaf.verify(new X509Certificate(authority.cert).publicKey)).toBe(true)
  expect((leaf.validToDate.getTime() - NOW.getTime()) / DAY).toBeLessThanOrEqual(397)
})

test('the certificate stays the same until a name changes, and is renewed 60 days before its end', async () => {
  const authority = await openAuthority(directory, NAMES, NOW)
  const first = await openLeaf(directory, authority, NAMES, NOW)
  expect((await openLeaf(directory, authority, [...NAMES].reverse(), new Date(NOW.getTime() + 300 * DAY))).cert).toBe(first.cert)
  const moved = await openLeaf(directory, authority, ['localhost', '192.168.1.6'], NOW)
  expect(new X509Certificate(moved.cert).checkIP('192.168.1.6')).toBe('192.168.1.6')
  const renewed = await openLeaf(directory, authority, ['localhost', '192.168.1.6'], new Date(NOW.getTime() + 340 * DAY))
  expect(renewed.cert).not.toBe(moved.cert)
})

test('the certificate of another authority is replaced', async () => {
  const authority = await openAuthority(directory, NAMES, NOW)
  const first = await openLeaf(directory, authority, NAMES, NOW)
  await rm(path.join(directory, 'authority.crt'))
  const other = await openAuthority(directory, NAMES, NOW)
  const second = await openLeaf(directory, other, NAMES, NOW)
  expect(second.cert).not.toBe(first.cert)
  expect(new X509Certificate(second.cert).verify(new X509Certificate(other.cert).publicKey)).toBe(true)
})

test('the authority certifies no public name that it did not have at its creation, nor a whole domain', async () => {
  const names = [...NAMES, 'unit.example.org', '203.0.113.7', 'com']
  const authority = await openAuthority(directory, names, NOW)
  const wanted = [...names, 'bank.example', '8.8.8.8', 'fd00::5']
  const leaf = await openLeaf(directory, authority, wanted, NOW)
  expect(leaf.leftOut).toEqual(['com', 'bank.example', '8.8.8.8'])
  expect(leaf.names).toEqual([...NAMES, 'unit.example.org', '203.0.113.7', 'fd00::5'])
})

test('an operator’s certificate replaces the unit’s own authority, and is read again when it changes', async () => {
  const authority = await openAuthority(directory, NAMES, NOW)
  const own = await openLeaf(directory, authority, NAMES, NOW)
  const files = { TLS_CERT: path.join(directory, 'unit.crt'), TLS_KEY: path.join(directory, 'unit.key') }
  await writeFile(files.TLS_CERT, own.cert)
  await writeFile(files.TLS_KEY, own.key)
  const dataDir = path.join(directory, 'data')
  const source = certificateSource(readConfig({ DATA_DIR: dataDir, ...files }))
  expect(await source(NOW)).toMatchObject({ cert: own.cert, authorityCert: null, names: NAMES })
  expect(await stat(dataDir).catch(() => null)).toBeNull()

  const renewed = await openLeaf(directory, authority, ['unit.local'], NOW)
  await writeFile(files.TLS_CERT, renewed.cert)
  await expect(source(NOW)).rejects.toThrow(/^TLS_CERT, TLS_KEY: .*key values mismatch/)
  await writeFile(files.TLS_KEY, await readFile(path.join(directory, 'server.key')))
  expect((await source(NOW)).names).toEqual(['unit.local'])
})

import { X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkServerIdentity as verifyIdentity, connect, type PeerCertificate } from 'node:tls'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { httpsRoutes } from '@noroshi/contract/https/https.http'
import { API_BASE } from '@noroshi/contract/routes'
import { httpsRequest } from '#/testing/https-request.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'
import { openAuthority } from './authority.ts'
import { openLeaf } from './leaf.ts'

const startWithHttps = (environment: Record<string, string> = {}) => startTestServer({ HTTPS: 'auto', ...environment })

/** Returns the certificate that a new connection gets. */
const presentedCertificate = (origin: string, ca: string) =>
  new Promise<X509Certificate>((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    // The names of the tests are not in DNS: the connection goes to this machine, and the certificate is checked for
    // the name.
    const checkServerIdentity = (_host: string, certificate: PeerCertificate) => verifyIdentity(hostname, certificate)
    const socket = connect({ host: '127.0.0.1', port: Number(port), ca, checkServerIdentity }, () => {
      const certificate = socket.getPeerX509Certificate()
      socket.destroy()
      if (certificate) resolve(certificate)
      else reject(new Error('the server presented no certificate'))
    })
    socket.once('error', reject)
  })

async function originOf(noroshi: TestServer) {
  const { https } = await noroshi.visitor.fetch(httpsRoutes.info)
  if (https === null) throw new Error('the server has no HTTPS port')
  const ca = await (await noroshi.visitor.rawFetch('/join/noroshi.crt')).text()
  return { ca, origin: `https://127.0.0.1:${https.port}`, info: https }
}

test('a device that trusts the authority uses routes and sockets by HTTPS', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  const { ca, origin, info } = await originOf(noroshi)
  expect(info.hasOwnAuthority).toBe(true)
  const headers = { authorization: `Bearer ${aiko.token ?? ''}` }
  const { status, body } = await httpsRequest(origin + API_BASE + accountRoutes.me.path, ca, { headers })
  expect([status, JSON.parse(body)]).toMatchObject([200, { id: aiko.id }])

  const socket = io(origin, { ca, transports: ['websocket'], auth: { token: aiko.token }, forceNew: true })
  const joined = await new Promise((resolve, reject) => {
    socket.once('connect', () => socket.emit('users:join_room', { userId: aiko.id }, resolve))
    socket.once('connect_error', reject)
  })
  socket.disconnect()
  expect(joined).toEqual({ ok: true })
})

test('a device that does not trust the authority gets no connection', async () => {
  await using noroshi = await startWithHttps()
  const other = await startWithHttps()
  const { ca } = await originOf(other)
  await other[Symbol.asyncDispose]()
  const { origin } = await originOf(noroshi)
  await expect(httpsRequest(origin, ca)).rejects.toThrow(/certificate/)
})

test('pages on HTTPS get Secure cookies and the opener policy, pages on HTTP may probe the HTTPS port', async () => {
  await using noroshi = await startWithHttps()
  const [aiko] = await noroshi.people('Aiko')
  const { ca, origin } = await originOf(noroshi)
  const headers = { authorization: `Bearer ${aiko.token ?? ''}` }
  const secure = await httpsRequest(origin + API_BASE + accountRoutes.me.path, ca, { headers })
  expect(secure.headers['set-cookie']?.[0]).toMatch(/^__Host-noroshi_media=.+; Secure; SameSite=Strict$/)
  expect(secure.headers['cross-origin-opener-policy']).toBe('same-origin')
  expect(secure.headers['content-security-policy']).toContain("connect-src 'self';")
  expect(secure.headers['strict-transport-security']).toBeUndefined()

  const plain = await aiko.request(accountRoutes.me)
  expect(plain.headers.get('set-cookie')).toMatch(/^noroshi_media=((?!Secure).)+$/)
  expect(plain.headers.get('cross-origin-opener-policy')).toBeNull()
  expect(plain.headers.get('content-security-policy')).toContain(`connect-src 'self' ${origin};`)
  const probe = await httpsRequest(origin + API_BASE + httpsRoutes.probe.path, ca)
  expect([probe.status, probe.headers['access-control-allow-origin']]).toEqual([200, '*'])
})

test('a changed name is in the certificate of new connections, and devices need not be set up again', async () => {
  await using noroshi = await startWithHttps()
  const { ca, origin, info } = await originOf(noroshi)
  expect(info.names).not.toContain('unit.local')
  const { https, config } = noroshi.deps
  Object.assign(config, { httpsNames: ['unit.local'] }) // as if an interface got a new address
  await https?.refresh()
  expect((await originOf(noroshi)).info.names).toContain('unit.local')
  const presented = await presentedCertificate(origin, ca)
  expect(presented.checkHost('unit.local')).toBe('unit.local')
})

test('a page at an IPv6 address trusts the certificate, and only a server that listens on IPv6 offers such addresses', async () => {
  const HTTPS_NAMES = 'fd00::5'
  for (const HOST of ['127.0.0.1', '::']) {
    await using noroshi = await startWithHttps({ HTTPS_NAMES, HOST })
    const { ca, origin, info } = await originOf(noroshi)
    expect((await presentedCertificate(origin, ca)).checkIP('fd00::5')).toBe('fd00::5')
    expect(info.names.includes('fd00::5')).toBe(HOST === '::')
  }
})

test('a server with an operator’s certificate presents it and offers no authority to install', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-own-certificate-'))
  const now = new Date()
  const { cert, key } = await openLeaf(folder, await openAuthority(folder, ['unit.local'], now), ['unit.local'], now)
  const [TLS_CERT, TLS_KEY] = [path.join(folder, 'unit.crt'), path.join(folder, 'unit.key')]
  await writeFile(TLS_CERT, cert)
  await writeFile(TLS_KEY, key)
  await using noroshi = await startWithHttps({ TLS_CERT, TLS_KEY })
  const { https } = await noroshi.visitor.fetch(httpsRoutes.info)
  expect(https).toMatchObject({ hasOwnAuthority: false, fingerprint: null, names: ['unit.local'] })
  const ca = await readFile(path.join(folder, 'authority.crt'), 'utf8')
  const presented = await presentedCertificate(`https://unit.local:${https?.port}`, ca)
  expect(presented.raw.equals(new X509Certificate(cert).raw)).toBe(true)
  expect((await noroshi.visitor.rawFetch('/join/noroshi.crt')).status).toBe(404)
  await rm(folder, { recursive: true })
})

test('no answer contains a private key', async () => {
  await using noroshi = await startWithHttps()
  const { ca, origin } = await originOf(noroshi)
  const directory = path.join(noroshi.deps.config.dataDir, 'tls')
  const names = (await readdir(directory)).filter((name) => name.endsWith('.key'))
  expect(names).toHaveLength(2)
  const keys = await Promise.all(names.map((name) => readFile(path.join(directory, name), 'utf8')))
  const secrets = keys.map((key) => key.split('\n')[1] ?? '')
  const folders = ['', 'join/', 'tls/', 'data/tls/', 'assets/', 'map/fonts/', 'backend/uploads/', 'backend/api/https/']
  const climbs = ['', '../', '..%2f', '%2e%2e/tls/', '..%2f..%2ftls%2f', '....//']
  const paths = [
    ...folders.flatMap((folder) => climbs.flatMap((climb) => names.map((name) => `/${folder}${climb}${name}`))),
    `/${encodeURIComponent(path.join(directory, 'authority.key'))}`,
    '/join/noroshi.crt',
    '/join/noroshi.mobileconfig',
    API_BASE + httpsRoutes.info.path,
  ]
  for (const one of paths) {
    const bodies = [(await httpsRequest(origin + one, ca)).body, await (await noroshi.visitor.rawFetch(one)).text()]
    for (const body of bodies) {
      expect(body, one).not.toContain('PRIVATE KEY')
      for (const secret of secrets) expect(body, one).not.toContain(secret)
    }
  }
})

test('the profile for iOS contains the authority, and a server without HTTPS has neither download', async () => {
  await using noroshi = await startWithHttps()
  const { ca } = await originOf(noroshi)
  const profile = await noroshi.visitor.rawFetch('/join/noroshi.mobileconfig')
  expect(profile.headers.get('content-type')).toMatch(/^application\/x-apple-aspen-config/)
  expect(await profile.text()).toContain(`<data>${ca.replace(/-----[^-]+-----|\s/g, '')}</data>`)

  await using plain = await startTestServer()
  expect(await plain.visitor.fetch(httpsRoutes.info)).toEqual({ https: null })
  for (const name of ['noroshi.crt', 'noroshi.mobileconfig'])
    expect((await plain.visitor.rawFetch(`/join/${name}`)).status).toBe(404)
})

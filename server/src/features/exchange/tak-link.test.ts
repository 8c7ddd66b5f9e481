import { expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { drillRoutes } from '@noroshi/contract/alerts/drills.http'
import { takRoutes, takServerRoutes } from '@noroshi/contract/exchange/tak.http'
import { TAK_P12, TAK_P12_AUTHORITY, TAK_P12_PASSWORD } from '#/testing/scenes/tak-p12.ts'
import { raiseSos, resolveAlert } from '#/testing/scenes/alert-requests.ts'
import {
  attribute,
  callsign,
  createAuthority,
  follow,
  hasEnded,
  issueCertificate,
  lastOf,
  readTak,
  saveTak,
  startSilentServer,
  startTakServer,
  TAK_NAME,
  takFiles,
  takForm,
  whenConnected,
} from '#/testing/scenes/tak-server.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'
import { TakLink } from './tak-link.service.ts'

const HERE = { latitude: 38.26, longitude: 140.87, accuracy: 25 }
const WAIT = 15_000

const consent = { isShared: true, recipient: 'Wakaba rescue team', includesNames: false }
const share = (user: TestUser, change: Partial<typeof consent> = {}) =>
  user.fetch(takRoutes.share, { body: { ...consent, ...change } })

test('active alerts leave as the setting names them, drills as exercise, and closed ones become stale', async () => {
  const files = await takFiles()
  await using tak = await startTakServer(files)
  await using noroshi = await startTestServer({ TAK_LOCAL_SERVERS: `127.0.0.1:${tak.port}` })
  const gen = await noroshi.admin('Gen')
  const [aiko] = await noroshi.people('Aiko')
  const first = await raiseSos(aiko, { ...HERE, textContent: 'Roof & "water"' })
  await follow(noroshi)
  expect(tak.sockets).toHaveLength(0)

  await saveTak(gen, { ...takForm(files, tak.port), includesDrills: false })
  await whenConnected(gen)
  await vi.waitFor(() => expect(lastOf(tak.received(), first)).toHaveLength(1), WAIT)
  const [sent] = lastOf(tak.received(), first)
  expect(callsign(sent)).toContain('Aiko')
  expect(sent?.textOf('detail', 'remarks')).toContain('Roof & "water"')
  expect(attribute(sent?.find('point'), 'lat')).toBe('38.260000')
  expect([attribute(sent, 'opex'), hasEnded(sent)]).toEqual(['', false])

  // Without a location it is no object of a map. An anonymous raiser has no name. A drill does not leave.
  await raiseSos(aiko)
  const anonymous = await raiseSos(noroshi.visitor, HERE)
  const drill = await gen.fetch(drillRoutes.start, { body: {} })
  const { latitude, longitude } = HERE
  await noroshi.db.updateTable('alerts').set({ latitude, longitude }).where('id', '=', drill.id).execute()
  await vi.waitFor(() => expect(lastOf(tak.received(), anonymous)).toHaveLength(1), WAIT)
  expect(callsign(lastOf(tak.received(), anonymous)[0])).toBe('Emergency call (SOS), anonymous')
  await follow(noroshi)
  expect(lastOf(tak.received(), 'alert').length).toBe(2)

  await resolveAlert(aiko, first)
  await vi.waitFor(() => expect(hasEnded(lastOf(tak.received(), first)[0])).toBe(true), WAIT)

  // Less leaves at once, and drills leave as exercise.
  await saveTak(gen, { ...takForm(files, tak.port), includesNames: false, includesTexts: false })
  await vi.waitFor(() => expect(lastOf(tak.received(), drill.id)).toHaveLength(1), WAIT)
  const [exercise] = lastOf(tak.received(), drill.id)
  expect([attribute(exercise, 'opex'), callsign(exercise)]).toEqual(['e-noroshi', expect.stringMatching(/^\[EXERCISE\] /)])
  expect(callsign(exercise)).not.toContain('Gen')

  // A connection that was lost is made again, and what is active is sent again.
  const known = tak.received().length
  for (const socket of tak.sockets) socket.destroy()
  await vi.waitFor(async () => expect(await readTak(gen)).toMatchObject({ connectedAt: null, problem: 'closed' }), WAIT)
  await saveTak(gen, { ...takForm(files, tak.port), isTest: true })
  await vi.waitFor(() => expect(lastOf(tak.received().slice(known), anonymous)).toHaveLength(1), WAIT)
  expect(callsign(lastOf(tak.received(), anonymous)[0])).toMatch(/^\[TEST\] /)

  await gen.fetch(takServerRoutes.remove)
  await vi.waitFor(() => expect(tak.sockets).toHaveLength(0), WAIT)
  expect(lastOf(tak.received(), 'alert').every(hasEnded)).toBe(true)
  expect(await readTak(gen)).toBeNull()
  expect((await gen.request(takServerRoutes.remove)).status).toBe(404)
  const audit = (await gen.fetch(auditRoutes.list)).items.filter(({ action }) => action.startsWith('takServer.'))
  expect(audit.map(({ action }) => action)).toEqual(['takServer.removed', ...Array<string>(3).fill('takServer.saved')])
  expect(JSON.stringify(audit)).not.toContain('PRIVATE')
})

test('the location of a person leaves with a consent of their own only, which ends at once', async () => {
  const files = await takFiles()
  await using tak = await startTakServer(files)
  await using noroshi = await startTestServer({ TAK_LOCAL_SERVERS: `127.0.0.1:${tak.port}` })
  const gen = await noroshi.admin('Gen')
  const [aiko, ben] = await noroshi.people('Aiko', 'Ben')
  for (const user of [aiko, ben]) {
    await user.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
    await user.fetch(accountRoutes.shareLocation, { body: HERE })
  }
  expect(await aiko.fetch(takRoutes.readSharing)).toEqual({ recipient: null, includesNames: false, isShared: false })
  expect((await aiko.request(takRoutes.share, { body: consent })).status).toBe(409)
  const form = { ...takForm(files, tak.port), includesNames: false }
  await saveTak(gen, form)
  await whenConnected(gen)
  await follow(noroshi)
  expect(lastOf(tak.received(), 'person')).toEqual([])

  expect(await share(aiko)).toEqual({ recipient: 'Wakaba rescue team', includesNames: false, isShared: true })
  await vi.waitFor(() => expect(lastOf(tak.received(), 'person')).toHaveLength(1), WAIT)
  const [person] = lastOf(tak.received(), 'person')
  expect([callsign(person), attribute(person, 'uid').includes(aiko.id)]).toEqual(['Person', false])
  await aiko.fetch(accountRoutes.shareLocation, { body: { ...HERE, latitude: 38.27 } })
  await follow(noroshi)
  await vi.waitFor(() => expect(attribute(lastOf(tak.received(), 'person')[0]?.find('point'), 'lat')).toBe('38.270000'), WAIT)

  expect((await share(aiko, { isShared: false })).isShared).toBe(false)
  await vi.waitFor(() => expect(lastOf(tak.received(), 'person').map(hasEnded)).toEqual([true]), WAIT)
  await share(aiko)
  await vi.waitFor(() => expect(lastOf(tak.received(), 'person').map(hasEnded)).toEqual([true, false]), WAIT)
  // Without the choice to share it here, it leaves no more, and the consent is for this recipient and these contents.
  await aiko.fetch(accountRoutes.chooseSharing, { body: { mode: 'never' } })
  await vi.waitFor(() => expect(lastOf(tak.received(), 'person').map(hasEnded)).toEqual([true, true]), WAIT)
  await saveTak(gen, { ...form, includesNames: true })
  expect((await aiko.fetch(takRoutes.readSharing)).isShared).toBe(false)
  // A consent that was read without the name is none with it.
  expect((await ben.request(takRoutes.share, { body: consent })).status).toBe(409)
  expect((await ben.fetch(takRoutes.readSharing)).isShared).toBe(false)
  await share(ben, { includesNames: true })
  await vi.waitFor(() => expect(lastOf(tak.received(), 'person').map(callsign)).toContain('Ben'), WAIT)
  expect((await readTak(gen))?.consentCount).toBe(1)
  await saveTak(gen, { ...form, recipient: 'Another team' })
  expect(await ben.fetch(takRoutes.readSharing)).toEqual({ recipient: 'Another team', includesNames: false, isShared: false })
  expect((await ben.request(takRoutes.share, { body: { ...consent, includesNames: true } })).status).toBe(409)
  await vi.waitFor(() => expect(lastOf(tak.received(), 'person').every(hasEnded)).toBe(true), WAIT)
})

test('no connection is made without both certificates, and the administrator reads why', async () => {
  const files = await takFiles()
  await using tak = await startTakServer(files)
  await using numbered = await startTakServer({ ...files, server: await issueCertificate(files.authority, '192.0.2.7') })
  await using silent = await startSilentServer()
  const ports = [tak.port, 1, silent.port, numbered.port]
  await using noroshi = await startTestServer({ TAK_LOCAL_SERVERS: ports.map((port) => `127.0.0.1:${port}`).join(',') })
  const gen = await noroshi.admin('Gen')
  const form = takForm(files, tak.port)
  const other = await createAuthority('Other')
  const stranger = await issueCertificate(other, 'noroshi')
  const p12 = { format: 'p12', file: TAK_P12, password: TAK_P12_PASSWORD } as const
  const status = async (change: object) => {
    const reply = await gen.request(takServerRoutes.save, { body: { ...form, ...change } })
    return [reply.status, reply.body]
  }
  expect(await status({ identity: undefined })).toEqual([400, expect.objectContaining({ code: 'takServer.filesRequired' })])
  expect(await status({ authority: 'PEM' })).toEqual([400, expect.objectContaining({ code: 'takServer.authorityBroken' })])
  expect(await status({ identity: { format: 'pem', certificate: files.client.cert, key: stranger.key } })).toEqual([
    400,
    expect.objectContaining({ code: 'takServer.identityBroken' }),
  ])
  expect(await status({ identity: { format: 'p12', file: 'AAAA' } })).toEqual([
    400,
    expect.objectContaining({ code: 'takServer.identityBroken' }),
  ])
  expect(await status({ identity: { ...p12, password: 'wrong' } })).toEqual([
    400,
    expect.objectContaining({ code: 'takServer.identityBroken' }),
  ])
  expect(await status({ host: '127.0.0.1', port: 9 })).toEqual([400, expect.objectContaining({ code: 'takServer.notAllowed' })])
  expect(await readTak(gen)).toBeNull()

  const problemOf = async (change: object) => {
    await saveTak(gen, { ...form, ...change })
    await vi.waitFor(async () => expect((await readTak(gen))?.problem).not.toBeNull(), WAIT)
    const server = await readTak(gen)
    await gen.fetch(takServerRoutes.remove)
    return server?.problem
  }
  expect(await problemOf({ authority: other.cert })).toBe('serverNotTrusted')
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  expect(await problemOf({ authority: other.cert })).toBe('serverNotTrusted')
  vi.unstubAllEnvs()
  expect(await problemOf({ certificateName: '' })).toBe('wrongName')
  expect(await problemOf({ port: numbered.port, certificateName: '192.0.2.8' })).toBe('wrongName')
  expect(['clientRefused', 'closed']).toContain(
    await problemOf({ identity: { format: 'pem', certificate: stranger.cert, key: stranger.key } }),
  )
  expect(await problemOf({ port: 1 })).toBe('unreachable')
  expect(await problemOf({ host: 'localhost', certificateName: TAK_NAME })).toBe('notAllowed')
  expect(tak.received()).toEqual([])

  // A change of the setting connects at once, and a consent does not wake a connection that waits after failures.
  await saveTak(gen, { ...form, port: silent.port })
  await vi.waitFor(() => expect(silent.sockets).toHaveLength(1), WAIT)
  silent.sockets[0]?.destroy()
  await vi.waitFor(async () => expect((await readTak(gen))?.problem).not.toBeNull(), WAIT)
  await share(gen, { includesNames: true })
  await follow(noroshi)
  expect(silent.sockets).toHaveLength(1)

  // A server that never answers holds up neither the setting nor the end of this server.
  await saveTak(gen, { ...form, port: silent.port })
  await vi.waitFor(() => expect(silent.sockets).toHaveLength(2), WAIT)
  await follow(noroshi)
  // The name in a certificate may be an address.
  await saveTak(gen, { ...form, port: numbered.port, certificateName: '192.0.2.7' })
  await whenConnected(gen)
  await saveTak(gen, form)
  await vi.waitFor(() => expect(tak.sockets).toHaveLength(1), WAIT)
  await whenConnected(gen)
  const stored = JSON.stringify((await gen.fetch(takServerRoutes.read)).server)
  expect(stored).not.toMatch(/PRIVATE|CERTIFICATE|password/)
  expect((await readTak(gen))?.certificateEndsAt).not.toBeNull()
  // The stored files stay where a change has none.
  await saveTak(gen, { ...form, identity: undefined, authority: undefined, isTest: true })
  await vi.waitFor(() => expect(tak.sockets).toHaveLength(1), WAIT)
  await whenConnected(gen)
  // A server that trusts the certificate of a PKCS #12 file.
  tak.trust(TAK_P12_AUTHORITY)
  await saveTak(gen, { ...form, identity: p12 })
  await whenConnected(gen)
  await vi.waitFor(() => expect(tak.sockets.map((socket) => socket.authorized)).toEqual([true]), WAIT)
})

test('one process at a time is connected, and another one takes over from one that ended', async () => {
  const files = await takFiles()
  await using tak = await startTakServer(files)
  // The server of the test itself may not connect.
  await using noroshi = await startTestServer()
  const gen = await noroshi.admin('Gen')
  const closes: (() => Promise<void>)[] = []
  const processOf = () => {
    const close = closes.length
    const link = new TakLink({
      ...noroshi.deps,
      jobStarts: null,
      config: { ...noroshi.deps.config, takLocalServers: [`127.0.0.1:${tak.port}`] },
      journal: { ...noroshi.deps.journal, onDelivered: () => undefined },
      onClose: (end) => void closes.push(end),
    })
    return { follow: () => link.follow(), close: () => closes[close]?.() }
  }
  const [one, two] = [processOf(), processOf()]
  await noroshi.db
    .insertInto('tak_servers')
    .values(await rowOf(gen, files, tak.port, noroshi))
    .execute()
  await Promise.all(Array.from({ length: 4 }, () => [one.follow(), two.follow()]).flat())
  await vi.waitFor(() => expect(tak.sockets).toHaveLength(1), WAIT)
  await Promise.all([one.follow(), two.follow()])
  expect(tak.sockets).toHaveLength(1)
  await one.close()
  await vi.waitFor(async () => {
    await two.follow()
    expect(tak.sockets).toHaveLength(1)
  }, WAIT)
  await two.close()
  await vi.waitFor(() => expect(tak.sockets).toHaveLength(0), WAIT)
})

async function rowOf(admin: TestUser, files: Awaited<ReturnType<typeof takFiles>>, port: number, { db }: TestServer) {
  await saveTak(admin, { ...takForm(files, port), port: 1, host: 'localhost' })
  const { is_only: _, ...row } = await db.selectFrom('tak_servers').selectAll().executeTakeFirstOrThrow()
  await admin.fetch(takServerRoutes.remove)
  return { ...row, host: '127.0.0.1', port, identity: JSON.stringify(row.identity) }
}

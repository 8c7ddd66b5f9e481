import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { anonymousDataRoutes } from '@noroshi/contract/alerts/anonymous-data.http'
import { ALERT_TEXT_MAX, ALERT_TEXT_WHEN_FULL_MAX, BYTES_PER_MB } from '@noroshi/contract/limits'
import { messages } from '@noroshi/contract/messages'
import { DiskFull } from '#/ports/storage.ts'
import { from } from '#/testing/scenes/alert-sources.ts'
import { longTest } from '#/testing/long-test.ts'
import { type TestServer, startTestServer } from '#/testing/test-server.ts'

// The attack: anonymous clients raise one SOS after the other and fill the disk with the text and files of each.

const { raise, upload, get } = alertRoutes
const FLOOD_MS = process.env['NOROSHI_LONG'] === '1' ? 60_000 : 3000
const BUDGET_MB = 6
const CLIENTS = 4
/** Max bytes of a part of a file as it arrives. */
const PART_MAX = 65_536
const LONG_TEXT = 'x'.repeat(ALERT_TEXT_MAX)

const noise = (bytes = 700_000) => ({ name: 'noise.bin', bytes: new Uint8Array(randomBytes(bytes)) })
const photo = async () => {
  const create = {
    width: 2000,
    height: 1500,
    channels: 3,
    background: 'black',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  } as const
  return { name: 'road.jpg', bytes: new Uint8Array(await sharp({ create }).jpeg({ quality: 60 }).toBuffer()) }
}

async function raiseAnonymously(noroshi: TestServer, textContent: string, headers = {}) {
  const { status, body } = await noroshi.visitor.request(raise, { body: { clientId: randomUUID(), textContent }, headers })
  expect(status).toBe(201)
  return body
}

const uploadFiles = (
  noroshi: TestServer,
  { id, alertToken }: { id: string; alertToken?: string | undefined },
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[],
  headers = {},
) => noroshi.visitor.request(upload, { form: { alertId: id }, files, alertToken, headers })

longTest(
  'an anonymous flood fills its budget and not the disk, and a member receives every SOS',
  { timeout: FLOOD_MS + 60_000 },
  async () => {
    await using noroshi = await startTestServer({ ANONYMOUS_MB: String(BUDGET_MB), ANONYMOUS_MB_PER_ADDRESS: '1000' })
    const [ben] = await noroshi.people('Ben')
    const listening = await ben.openSocket()
    const put = vi.spyOn(noroshi.deps.storage, 'put')
    const road = await photo()
    const raised: { id: string; alertToken?: string | undefined }[] = []
    const codes = new Set<string>()
    const until = performance.now() + FLOOD_MS
    const runAnonymousClient = async () => {
      do {
        const sos = await raiseAnonymously(noroshi, LONG_TEXT)
        raised.push(sos)
        for (const file of [noise(), noise(), road]) {
          const { status, body } = await uploadFiles(noroshi, sos, [file])
          codes.add(status === 200 ? 'accepted' : (body as unknown as { code: string }).code)
        }
      } while (performance.now() < until || !noroshi.deps.anonymousBudget.isFull)
    }
    await Promise.all(Array.from({ length: CLIENTS }, runAnonymousClient))

    expect([...codes].toSorted()).toEqual(['accepted', 'file.anonymousFull'])
    const ends = await Promise.allSettled(put.mock.results.map(({ value }) => value as Promise<unknown>))
    expect(ends.filter((end) => end.status === 'rejected' && end.reason instanceof DiskFull)).toEqual([])
    const files = await noroshi.db.selectFrom('files').select(['size', 'type']).execute()
    const ofFiles = (isPhoto: boolean) => files.filter(({ type }) => (type === 'image/webp') === isPhoto)
    // A file that arrives while the budget becomes full may exceed it: by one part, and by what its encoding adds.
    const encoded = files.filter(({ type }) => type === 'image/jpeg').map(({ size }) => size - road.bytes.length)
    const excess = CLIENTS * (PART_MAX + Math.max(0, ...encoded))
    expect(ofFiles(false).reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(BUDGET_MB * BYTES_PER_MB + excess)
    expect(Math.max(...ofFiles(true).map(({ size }) => size))).toBeLessThan(BYTES_PER_MB)
    expect(ofFiles(true).length).toBeLessThanOrEqual(raised.length)

    const last = await raiseAnonymously(noroshi, LONG_TEXT)
    raised.push(last)
    expect((await ben.fetch(get, { params: { id: last.id } })).textContent).toHaveLength(ALERT_TEXT_WHEN_FULL_MAX)
    expect((await uploadFiles(noroshi, last, [road])).body.alertMedias).toMatchObject([
      { type: 'image/webp', width: 1024, height: 768 },
    ])
    const refused = await uploadFiles(noroshi, last, [road], { 'accept-language': 'ja' })
    expect(refused).toMatchObject({ status: 507, body: { message: messages['error.file.anonymousFull'].ja } })
    const memberAlert = await ben.fetch(raise, { body: { textContent: LONG_TEXT } })
    expect((await ben.fetch(upload, { form: { alertId: memberAlert.id }, files: [noise(), road] })).alertMedias).toHaveLength(2)
    expect((await ben.fetch(get, { params: { id: memberAlert.id } })).textContent).toHaveLength(ALERT_TEXT_MAX)

    await listening.settle()
    const emittedIds = listening.payloadsOf('alert:new_alert').map((payload) => (payload as { id: string }).id)
    expect(emittedIds.toSorted()).toEqual([...raised.map(({ id }) => id), memberAlert.id].toSorted())
  },
)

test('an address over its daily budget gets 507 and shorter texts, and another address does not', async () => {
  await using noroshi = await startTestServer({ TRUST_PROXY: '127.0.0.1', ANONYMOUS_MB: '100', ANONYMOUS_MB_PER_ADDRESS: '1' })
  await noroshi.people('Ben')
  const [attacker, other] = [from('192.0.2.1'), from('192.0.2.2')]
  const sos = await raiseAnonymously(noroshi, 'help', attacker)
  for (const half of [BYTES_PER_MB / 2, BYTES_PER_MB / 2])
    expect((await uploadFiles(noroshi, sos, [noise(half)], attacker)).status).toBe(200)
  expect((await uploadFiles(noroshi, sos, [noise()], attacker)).body).toMatchObject({ code: 'file.anonymousFull' })
  const form = { alertId: sos.id, textContent: LONG_TEXT }
  const added = await noroshi.visitor.fetch(upload, { form, alertToken: sos.alertToken, headers: attacker })
  expect(added.textContent).toHaveLength(ALERT_TEXT_WHEN_FULL_MAX)

  const otherAlert = await raiseAnonymously(noroshi, 'help', other)
  expect((await uploadFiles(noroshi, otherAlert, [noise()], other)).status).toBe(200)
  noroshi.clock.advance({ hours: 25 })
  expect((await uploadFiles(noroshi, sos, [noise()], attacker)).status).toBe(200)
})

test('a refresh of the budget keeps the bytes of an upload in progress', async () => {
  await using noroshi = await startTestServer({ ANONYMOUS_MB: '1' })
  const { anonymousBudget } = noroshi.deps
  anonymousBudget.reserve('192.0.2.1', BYTES_PER_MB)
  await anonymousBudget.refresh()
  expect(anonymousBudget.isFull).toBe(true)
  anonymousBudget.reserve('192.0.2.1', -BYTES_PER_MB)
  expect(anonymousBudget.isFull).toBe(false)
})

test('an upload that fills the budget with its first file and is refused at its second one releases its bytes', async () => {
  await using noroshi = await startTestServer({ ANONYMOUS_MB: '1' })
  const sos = await raiseAnonymously(noroshi, '')
  const { body } = await uploadFiles(noroshi, sos, [noise(BYTES_PER_MB), noise(1)])
  expect(body).toMatchObject({ code: 'file.anonymousFull' })
  expect(noroshi.deps.anonymousBudget.isFull).toBe(false)
})

test('an administrator reads the usage and deletes an alert with its chat and files for all readers at once', async () => {
  await using noroshi = await startTestServer()
  const kenji = await noroshi.admin('Kenji')
  const [ben] = await noroshi.people('Ben')
  const clientId = randomUUID()
  const { body: sos } = await noroshi.visitor.request(raise, { body: { clientId, textContent: 'spam' } })
  const { alertMedias } = (await uploadFiles(noroshi, sos, [noise(), await photo()])).body
  await ben.fetch(alertRoutes.sendMessage, { body: { alertId: sos.id, text: 'Who is there?' } })
  const before = await kenji.fetch(anonymousDataRoutes.usage)
  expect(before).toMatchObject({
    textBytes: 4,
    isFull: false,
    items: [{ id: sos.id, text: 'spam', fileCount: 2, raisedBy: null }],
  })
  expect(before.filesBytes).toBeGreaterThan(700_000)

  const [listening, device] = [await ben.openSocket(), await noroshi.openSocket({ alertTokens: [sos.alertToken ?? ''] })]
  await kenji.fetch(anonymousDataRoutes.deleteAlert, { params: { id: sos.id } })
  for (const socket of [listening, device]) expect(await socket.next('alert:deleted')).toEqual({ alertId: sos.id })
  expect((await ben.request(get, { params: { id: sos.id } })).status).toBe(404)
  expect((await ben.rawFetch(alertMedias[0]?.mediaUrl ?? '')).status).toBe(404)
  for await (const key of noroshi.deps.storage.storedBefore(new Date(Date.now() + 60_000)))
    throw new Error(`${key} is still on the disk`)
  expect(await kenji.fetch(anonymousDataRoutes.usage)).toMatchObject({ filesBytes: 0, textBytes: 0, items: [] })
  const audit = await noroshi.db.selectFrom('audit_log').selectAll().where('action', '=', 'alert.deleted').execute()
  expect(audit).toMatchObject([{ actor_id: kenji.id, target_id: sos.id, details: { name: 'spam', files: 2 } }])
  expect((await kenji.request(anonymousDataRoutes.deleteAlert, { params: { id: sos.id } })).status).toBe(404)
  expect((await kenji.request(anonymousDataRoutes.deleteAlert, { params: { id: 'x' } })).status).toBe(400)
  // A repetition by the device raises a new alert: an SOS is never refused.
  expect((await noroshi.visitor.request(raise, { body: { clientId }, alertToken: sos.alertToken })).status).toBe(201)
})

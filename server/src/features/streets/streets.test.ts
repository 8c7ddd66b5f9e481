import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { setupRoutes } from '@noroshi/contract/setup/setup.http'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { API_BASE } from '@noroshi/contract/routes'
import { streetsRoutes } from '@noroshi/contract/streets/streets.http'
import { runCleanup } from '#/cleanup-jobs.ts'
import type { Caller } from '#/testing/caller.ts'
import { SharedDatabase } from '#/testing/shared-database.ts'
import { storedKeys } from '#/testing/storage-cases.ts'
import { streetArchive, type StreetArchiveOptions } from '#/testing/scenes/street-archive.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

const fileOf = (bytes: Buffer<ArrayBuffer>, name = 'sendai.pmtiles') => ({ form: {}, files: [{ name, bytes }] })
const upload = (caller: Caller, bytes: Buffer<ArrayBuffer>) => caller.request(streetsRoutes.upload, fileOf(bytes))
const streetsOf = async (caller: Caller) => (await caller.fetch(accountRoutes.unit)).streets
const addressOf = (tag: string) => `/map/streets/${tag}.pmtiles`
const tagOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)
const keysIn = async ({ deps }: Pick<TestServer, 'deps'>) => (await storedKeys(deps.storage)).toSorted()
const incomingIn = ({ deps }: Pick<TestServer, 'deps'>) => readdir(path.join(deps.config.dataDir, 'files/incoming'))

/** Writes a file to the directory of maps. */
async function putMapFile({ deps }: Pick<TestServer, 'deps'>, name: string, bytes: Uint8Array): Promise<void> {
  const directory = path.join(deps.config.dataDir, 'maps')
  await mkdir(directory, { recursive: true })
  await writeFile(path.join(directory, name), bytes)
}

test('an administrator uploads an archive, and every caller reads it by range requests at a URL with its hash', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const bytes = streetArchive()
  expect(await streetsOf(noroshi.visitor)).toBeNull()
  const reply = await upload(admin, bytes)
  const tag = tagOf(bytes)
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual({
    tag,
    bytes: bytes.length,
    name: 'sendai.pmtiles',
    bounds: [140.6694, 38.0682, 141.0694, 38.4682],
    minZoom: 12,
    maxZoom: 14,
    addedAt: reply.body.addedAt,
  })
  expect(await streetsOf(noroshi.visitor)).toEqual({ tag, bytes: bytes.length })
  expect((await admin.fetch(setupRoutes.read)).items).toContainEqual({ item: 'map', isDone: true })

  const whole = await noroshi.visitor.rawFetch(addressOf(tag))
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    etag: `"${tag}"`,
    'content-type': 'application/vnd.pmtiles',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  })
  const part = await noroshi.visitor.rawFetch(addressOf(tag), { headers: { range: 'bytes=0-6' } })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
    206,
    'PMTiles',
    `bytes 0-6/${bytes.length}`,
  ])
  const beyond = await noroshi.visitor.rawFetch(addressOf(tag), { headers: { range: `bytes=${bytes.length}-` } })
  expect(beyond.status).toBe(416)
  const known = await noroshi.visitor.rawFetch(addressOf(tag), { headers: { 'if-none-match': `"${tag}"` } })
  expect(known.status).toBe(304)
  for (const other of [addressOf('0'.repeat(32)), '/map/streets/x.pmtiles', `/map/streets/${tag}`])
    expect((await noroshi.visitor.rawFetch(other)).status, other).toBe(404)
  const { items } = await admin.fetch(auditRoutes.list, { query: { action: 'streets.added' } })
  expect(items.map(({ details }) => details)).toEqual([{ name: 'sendai.pmtiles', bytes: bytes.length }])
})

test('pages of members and visitors are notified of an added and of a removed archive', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [ben] = await noroshi.people('Ben')
  const pages = [await noroshi.openSocket(), await ben.openSocket(), await admin.openSocket()]
  await upload(admin, streetArchive())
  for (const page of pages) expect(await page.next('unit:changed')).toEqual({})
  await admin.fetch(streetsRoutes.remove)
  for (const page of pages) expect(await page.next('unit:changed')).toEqual({})
  expect(await streetsOf(noroshi.visitor)).toBeNull()
  expect(await keysIn(noroshi)).toEqual([])
  // There is no archive to remove, so that no page is notified.
  await admin.fetch(streetsRoutes.remove)
  for (const page of pages) {
    await page.settle()
    expect(page.payloadsOf('unit:changed')).toHaveLength(2)
  }
})

test('a second archive replaces the first one, whose bytes are deleted', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const [first, second] = [streetArchive(), streetArchive({ suffix: ' 2' })]
  await upload(admin, first)
  const before = await keysIn(noroshi)
  await upload(admin, second)
  expect((await streetsOf(noroshi.visitor))?.tag).toBe(tagOf(second))
  expect((await noroshi.visitor.rawFetch(addressOf(tagOf(first)))).status).toBe(404)
  const after = await keysIn(noroshi)
  expect([before.length, after.length, before[0] === after[0]]).toEqual([1, 1, false])
})

test('a caller who requests an archive whose bytes are missing gets 404, which no cache keeps', async () => {
  await using noroshi = await startTestServer()
  const archive = streetArchive()
  await upload(await noroshi.admin('Gen'), archive)
  for (const key of await keysIn(noroshi)) await noroshi.deps.storage.delete(key)
  const { status, headers } = await noroshi.visitor.rawFetch(addressOf(tagOf(archive)))
  expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([404, 'no-store', null])
})

const bad: [title: string, bytes: (archive: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer>, code: string][] = [
  ['a picture', () => Buffer.concat([Buffer.from('\x89PNG\r\n'), randomBytes(500)]), 'streets.notArchive'],
  ['a file of six bytes', (archive) => archive.subarray(0, 6), 'streets.notArchive'],
  ['an archive of version 2', (archive) => changed(archive, 7, 2), 'streets.notArchive'],
  ['half a header', (archive) => archive.subarray(0, 60), 'streets.damaged'],
  ['an archive without its last byte', (archive) => archive.subarray(0, -1), 'streets.damaged'],
  ['an archive with a damaged directory', (archive) => changed(archive, 140, 255), 'streets.damaged'],
  [
    'an archive with damaged metadata',
    (archive) => changed(archive, 127 + Number(archive.readBigUInt64LE(16)) + 20, 255),
    'streets.damaged',
  ],
  [
    'an archive with a damaged tile',
    (archive) => changed(archive, Number(archive.readBigUInt64LE(56)) + 20, 255),
    'streets.damaged',
  ],
  ['an archive whose area has no width', (archive) => archive.copyWithin(110, 102, 106) && archive, 'streets.damaged'],
  ['an archive of pictures', () => streetArchive({ tileType: 2, tileCompression: 1 }), 'streets.notVector'],
  ['an archive compressed with brotli', () => streetArchive({ tileCompression: 3 }), 'streets.compression'],
  ['an archive without the zooms of streets', () => streetArchive({ maxZoom: 9 }), 'streets.fewZooms'],
  ['an archive of another schema', () => streetArchive({ layers: ['transportation', 'water'] }), 'streets.schema'],
  ['an archive of an older Protomaps schema', () => streetArchive({ roadFields: { 'pmap:kind': 'String' } }), 'streets.schema'],
]

function changed(archive: Buffer<ArrayBuffer>, at: number, value: number): Buffer<ArrayBuffer> {
  archive.fill(value, at, at + (at < 127 ? 1 : 20))
  return archive
}

test('a damaged or foreign file is refused with its reason, also from the directory, and the map is unchanged', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const current = streetArchive({ suffix: ' now' })
  await upload(admin, current)
  const keys = await keysIn(noroshi)
  for (const [title, bytesOf, code] of bad) {
    const bytes = bytesOf(streetArchive())
    const uploaded = await upload(admin, bytes)
    expect([uploaded.status, uploaded.body], title).toMatchObject([400, { code }])
    await putMapFile(noroshi, 'bad.pmtiles', bytes)
    const added = await admin.request(streetsRoutes.add, { body: { name: 'bad.pmtiles' } })
    expect([added.status, added.body], title).toMatchObject([400, { code }])
  }
  const headers = { 'accept-language': 'ja' }
  const inJapanese = await admin.request(streetsRoutes.upload, { ...fileOf(streetArchive({ maxZoom: 9 })), headers })
  expect(inJapanese.body).toMatchObject({
    message: 'このファイルはズーム9までです。道路の表示にはズーム12以上が必要です。地図は変更していません',
  })
  expect(await keysIn(noroshi)).toEqual(keys)
  expect((await streetsOf(noroshi.visitor))?.tag).toBe(tagOf(current))
})

test('an upload without a file, with an empty, a second or a too large file is refused, and nothing is stored', async () => {
  await using noroshi = await startTestServer({ MAX_MAP_MB: '1', MAX_UPLOAD_MB: '0.001' })
  const admin = await noroshi.admin('Gen')
  const large = streetArchive({ padding: randomBytes(1_100_000) } satisfies StreetArchiveOptions)
  const codeOf = async (sent: Parameters<typeof admin.request>[1]) => (await admin.request(streetsRoutes.upload, sent)).body
  expect(await codeOf({ form: { note: 'x' } })).toMatchObject({ code: 'file.missing' })
  expect(await codeOf(fileOf(Buffer.alloc(0)))).toMatchObject({ code: 'file.empty' })
  const [one] = fileOf(streetArchive()).files
  expect(await codeOf({ form: {}, files: one ? [one, one] : [] })).toMatchObject({ code: 'file.tooMany' })
  expect(await codeOf(fileOf(large))).toMatchObject({ code: 'file.tooLarge' })
  await putMapFile(noroshi, 'large.pmtiles', large)
  const add = (name: string) => admin.request(streetsRoutes.add, { body: { name } })
  expect((await add('large.pmtiles')).body).toMatchObject({ code: 'file.tooLarge' })
  for (const name of ['../secret.key', 'none.pmtiles', '/etc/passwd'])
    expect((await add(name)).body, name).toMatchObject({ code: 'streets.fileNotFound' })
  expect(await keysIn(noroshi)).toEqual([])
  // The limit of other uploads does not apply to an archive.
  expect((await upload(admin, streetArchive({ padding: randomBytes(900_000) }))).status).toBe(201)
})

test('an administrator sees the files in the directory of the server and shows one of them', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const bytes = streetArchive()
  await putMapFile(noroshi, 'sendai.pmtiles', bytes)
  await putMapFile(noroshi, 'notes.txt', Buffer.from('x'))
  await mkdir(path.join(noroshi.deps.config.dataDir, 'maps/folder.pmtiles'))
  const state = await admin.fetch(streetsRoutes.read)
  expect(state).toMatchObject({
    archive: null,
    directory: path.join(noroshi.deps.config.dataDir, 'maps'),
    files: [{ name: 'sendai.pmtiles', bytes: bytes.length }],
    maxMb: 8192,
  })
  expect(state.spareBytes).toBeGreaterThan(0)
  await admin.fetch(streetsRoutes.add, { body: { name: 'sendai.pmtiles' } })
  await rm(path.join(noroshi.deps.config.dataDir, 'maps/sendai.pmtiles'))
  const whole = await noroshi.visitor.rawFetch(addressOf(tagOf(bytes)))
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
})

test('an upload that the administrator cancels leaves nothing', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  const current = streetArchive()
  await upload(admin, current)
  const keys = await keysIn(noroshi)
  const request = httpRequest(`${noroshi.url}${API_BASE}${streetsRoutes.upload.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=part' },
  })
  request.on('error', () => undefined) // it is destroyed
  request.write('--part\r\ncontent-disposition: form-data; name="files"; filename="x.pmtiles"\r\n\r\n')
  request.write(streetArchive({ suffix: ' new' }))
  await vi.waitFor(async () => expect(await incomingIn(noroshi)).toHaveLength(1), 5000)
  request.destroy()
  await vi.waitFor(async () => expect(await incomingIn(noroshi)).toEqual([]), 5000)
  expect(await keysIn(noroshi)).toEqual(keys)
  expect((await streetsOf(noroshi.visitor))?.tag).toBe(tagOf(current))
})

test('a copy that the administrator cancels leaves nothing', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await putMapFile(noroshi, 'sendai.pmtiles', streetArchive())
  // Bytes after the last section are allowed. A sparse file takes no space, and its copy takes a while.
  await truncate(path.join(noroshi.deps.config.dataDir, 'maps/sendai.pmtiles'), 400_000_000)
  const cancelled = new AbortController()
  const reply = admin.rawFetch(`${API_BASE}${streetsRoutes.add.path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'sendai.pmtiles' }),
    signal: cancelled.signal,
  })
  await vi.waitFor(async () => expect(await incomingIn(noroshi)).toHaveLength(1), { timeout: 5000, interval: 5 })
  cancelled.abort()
  await expect(reply).rejects.toThrow('aborted')
  await vi.waitFor(async () => expect(await incomingIn(noroshi)).toEqual([]), 5000)
  expect(await keysIn(noroshi)).toEqual([])
  expect(await streetsOf(noroshi.visitor)).toBeNull()
})

test('the hourly clean-up keeps the bytes of the archive', async () => {
  await using noroshi = await startTestServer()
  const admin = await noroshi.admin('Gen')
  await noroshi.db
    .insertInto('files')
    .values({ id: admin.id, storage_key: 'x', type: 'text/plain', name: 'x', size: 1, parent_kind: 'user', parent_id: admin.id })
    .execute()
  await upload(admin, streetArchive())
  const keys = await keysIn(noroshi)
  noroshi.clock.advance({ hours: 72 })
  await runCleanup(noroshi.deps)
  expect(await keysIn(noroshi)).toEqual(keys)
})

test('all processes of one database show the archive and its removal', async () => {
  await using shared = await SharedDatabase.create()
  const [first, second] = [await shared.startServer(), await shared.startServer()]
  const gen = await shared.createUser('Gen')
  await shared.databases.db.updateTable('users').set({ is_admin: true }).where('id', '=', gen.id).execute()
  const socket = await second.openSocket(gen.token)
  const bytes = streetArchive()
  await upload(gen.on(first), bytes)
  await socket.next('unit:changed')
  const address = `${second.url}${addressOf(tagOf(bytes))}`
  expect(await (await fetch(address, { headers: { range: 'bytes=0-6' } })).text()).toBe('PMTiles')
  await gen.on(second).fetch(streetsRoutes.remove)
  expect((await fetch(`${first.url}${addressOf(tagOf(bytes))}`)).status).toBe(404)
  expect(await streetsOf(gen.on(first))).toBeNull()
  socket.close()
})

import { expect, test, vi } from 'vitest'
import { API_BASE } from '@noroshi/contract/routes'
import { streetExtractRoutes } from '@noroshi/contract/streets/street-extracts.http'
import { linuxSystem } from '#/ports/system.ts'
import {
  CITY,
  downloadOf,
  PADDING,
  REGION,
  shownBytes,
  startExtractScene,
  temporaryIn,
  actorOf,
} from '#/testing/scenes/extract-scene.ts'
import { cut, more, replyWith, stall } from '#/testing/scenes/map-source.ts'
import { planetArchive } from '#/testing/scenes/planet-archive.ts'

const sizeOf = (archive: Buffer, at: number) => archive.writeBigUInt64LE(10n ** 12n, at)

test('on a full disk, before or during the download, nothing of it stays and the streets are as before', async () => {
  let free = 10 ** 12
  const system = { ...linuxSystem(), diskSpace: async () => ({ free, total: 10 ** 12 }) }
  const { source, noroshi, worker, admin } = await startExtractScene(PADDING, { system })
  const extracts = worker()
  await extracts.start(actorOf(admin), CITY)
  await extracts.idle()
  const shown = await shownBytes(noroshi)
  expect(shown).not.toBeNull()
  for (const duringDownload of [false, true]) {
    free = duringDownload ? 10 ** 12 : 10 ** 9
    source.faultOf = ({ isTiles }) => {
      if (isTiles) free = 10 ** 9
      return undefined
    }
    const before = source.tilesAsked.length
    await extracts.start(actorOf(admin), REGION)
    await extracts.idle()
    expect(source.tilesAsked.length > before).toBe(duringDownload)
    expect(await downloadOf(admin)).toMatchObject({ phase: 'failed', problem: 'noSpace', doneBytes: 0 })
    expect(await temporaryIn(noroshi)).toEqual([])
    expect(await shownBytes(noroshi)).toEqual(shown)
  }
})

const faults = [
  ['answers with the whole file', replyWith(200), 'sourceRefused'],
  ['sends more than the range', more, 'sourceBroken'],
  ['sends less than the range', replyWith(206, { 'content-length': '2' }, Buffer.alloc(2)), 'sourceBroken'],
  ['says that it sends another range', replyWith(206, { 'content-range': 'bytes 5-6/7' }), 'sourceChanged'],
  ['does not say which range it sends', replyWith(206, { 'content-range': 'x' }), 'sourceBroken'],
  ['compresses', replyWith(206, { 'content-encoding': 'gzip' }), 'sourceRefused'],
  ['redirects', replyWith(302, { location: 'http://127.0.0.1:1/' }), 'sourceMoved'],
  ['has no file any more', replyWith(404), 'sourceMissing'],
  ['fails', replyWith(500), 'sourceUnreachable'],
  ['is cut', cut, 'sourceUnreachable'],
  ['stops sending', stall, 'sourceUnreachable'],
] as const

test('a download from a source that lies, redirects, fails or stops sending ends with its reason, and the map is unchanged', async () => {
  const { source, noroshi, worker, admin } = await startExtractScene()
  const extracts = worker()
  for (const [title, fault, problem] of faults) {
    source.faultOf = ({ isTiles }) => (isTiles ? fault : undefined)
    await extracts.start(actorOf(admin), CITY)
    await extracts.idle()
    expect((await downloadOf(admin))?.problem, title).toBe(problem)
  }
  // The first reply announces another size than the others.
  const lie = replyWith(206, { 'content-range': 'bytes 0-16383/900719925474099' })
  source.faultOf = ({ first }) => (first === 0 ? lie : undefined)
  await extracts.start(actorOf(admin), CITY)
  await extracts.idle()
  expect((await downloadOf(admin))?.problem).toBe('sourceChanged')
  expect(await shownBytes(noroshi)).toBeNull()
  await extracts.cancel()
  expect(await temporaryIn(noroshi)).toEqual([])
})

test('a source that is no map, or lies about its size, is refused before a download, in the language of the caller', async () => {
  const { source, admin, worker } = await startExtractScene({}, {}, { MAX_MAP_MB: '0.001' })
  const codeOf = async (archive: Buffer, fault?: ReturnType<typeof replyWith>) => {
    source.archive = archive
    source.faultOf = () => fault
    const headers = { 'accept-language': 'ja' }
    const { status, body } = await admin.request(streetExtractRoutes.measure, { body: { area: CITY }, headers })
    return [status, body]
  }
  const good = source.archive
  const unfit = {
    code: 'streets.sourceUnfit',
    message: `${new URL(source.url).host}の地図は、このサーバーで表示できる道路地図ではありません。地図は変更していません`,
  }
  expect(await codeOf(Buffer.alloc(50_000))).toMatchObject([409, unfit])
  expect(await codeOf(planetArchive({ layers: ['water'] }))).toMatchObject([409, unfit])
  for (const at of [16, 32, 48, 64])
    expect(await codeOf(planetArchive({ changeHeader: (header) => sizeOf(header, at) })), `length at ${at}`).toMatchObject([
      409,
      unfit,
    ])
  for (const range of ['bytes 0-16383/9', 'bytes 0-16383/9007199254740993', 'bytes 1-16384/900719925474099'])
    expect(await codeOf(good, replyWith(206, { 'content-range': range })), range).toMatchObject([
      409,
      { code: 'streets.sourceBroken' },
    ])
  source.faultOf = () => undefined
  source.archive = good
  expect(await codeOf(good)).toMatchObject([200, {}])
  const asked = source.tilesAsked.length
  const extracts = worker()
  await extracts.start(actorOf(admin), CITY)
  await extracts.idle()
  expect(await downloadOf(admin)).toMatchObject({ problem: 'extractTooLarge', phase: 'failed' })
  expect(source.tilesAsked).toHaveLength(asked)
})

test('an area that is no area, too large or without streets is refused', async () => {
  const { source, admin } = await startExtractScene()
  const codeOf = async (area: unknown) => (await admin.request(streetExtractRoutes.start, { body: { area } })).body
  for (const area of [
    [1, 2, 3],
    [141, 38, 140, 39],
    [140, 39, 141, 38],
    [140, 38, 140, 39],
    [-190, 0, -170, 10],
    [0, 60, 10, 89],
    'all',
  ])
    expect(await codeOf(area), String(area)).toMatchObject({ code: 'invalid' })
  expect(await codeOf([100, 0, 150, 10])).toMatchObject({ issues: [{ message: 'The area is too large. Choose a smaller one' }] })
  expect(source.asked).toEqual([])
  const empty = await admin.request(streetExtractRoutes.measure, { body: { area: [10, 10, 11, 11] } })
  expect([empty.status, empty.body]).toMatchObject([409, { code: 'streets.areaEmpty' }])
})

test('an administrator who leaves while the size is read ends the requests to the source', async () => {
  const { source, admin } = await startExtractScene()
  source.faultOf = () => stall
  const cancelled = new AbortController()
  const reply = admin.rawFetch(`${API_BASE}${streetExtractRoutes.measure.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ area: CITY }),
    signal: cancelled.signal,
  })
  await vi.waitFor(() => expect(source.asked).toHaveLength(1))
  cancelled.abort()
  await expect(reply).rejects.toThrow('aborted')
  source.faultOf = () => undefined
  await vi.waitFor(async () => {
    const { status } = await admin.request(streetExtractRoutes.measure, { body: { area: CITY } })
    expect(status).toBe(200)
  })
})

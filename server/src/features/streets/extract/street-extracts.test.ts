import { expect, test, vi } from 'vitest'
import { auditRoutes } from '@noroshi/contract/admin/audit.http'
import { streetExtractRoutes } from '@noroshi/contract/streets/street-extracts.http'
import { streetsRoutes } from '@noroshi/contract/streets/streets.http'
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
import { cut, MapSource, replyWith, stall } from '#/testing/scenes/map-source.ts'
import { planetArchive } from '#/testing/scenes/planet-archive.ts'
import { startTestServer } from '#/testing/test-server.ts'
import { longTest } from '#/testing/long-test.ts'

/** A worker that waits for a source which stops sending. */
const PATIENT = { silentMaxMs: 60_000, retryDelaysMs: [] }

test('an administrator reads the size of an area, gets its streets by one press, and all maps show them', async () => {
  const { source, noroshi, admin } = await startExtractScene()
  const page = await noroshi.openSocket()
  expect(await admin.fetch(streetExtractRoutes.read)).toEqual({ host: new URL(source.url).host, extract: null })
  await admin.fetch(streetsRoutes.read)
  expect(source.asked).toEqual([]) // nothing before the press
  const { bytes } = await admin.fetch(streetExtractRoutes.measure, { body: { area: CITY } })
  expect(source.tilesAsked).toEqual([])
  const started = await admin.request(streetExtractRoutes.start, { body: { area: CITY } })
  expect([started.status, started.body]).toMatchObject([201, { area: CITY, phase: 'reading', bytes: null, problem: null }])
  expect(await page.next('unit:changed')).toEqual({})
  const name = `${new URL(source.url).host}/planet.pmtiles`
  const { archive } = await admin.fetch(streetsRoutes.read)
  expect(archive).toMatchObject({ bytes, name, bounds: CITY, minZoom: 0, maxZoom: 13 })
  expect((await shownBytes(noroshi))?.length).toBe(bytes)
  expect(await downloadOf(admin)).toBeNull()
  await vi.waitFor(async () => expect(await temporaryIn(noroshi)).toEqual([]))
  const { items } = await admin.fetch(auditRoutes.list, { query: { action: 'streets.added' } })
  expect(items.map(({ details, actor }) => [details, actor?.id])).toEqual([[{ name, bytes }, admin.id]])
})

test('a build of today that does not exist yet is looked for on the days before', async () => {
  const source = await MapSource.start(planetArchive())
  await using noroshi = await startTestServer({ STREETS_SOURCE: `${source.origin}/{date}.pmtiles` })
  const admin = await noroshi.admin('Gen')
  const dayBefore = (days: number) =>
    `/${new Date(noroshi.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}.pmtiles`
  source.at = (asked) => (asked === dayBefore(2) ? source.archive : undefined)
  await admin.fetch(streetExtractRoutes.measure, { body: { area: CITY } })
  expect([...new Set(source.asked.map(({ path: asked }) => asked))]).toEqual([dayBefore(0), dayBefore(1), dayBefore(2)])
  source.at = () => undefined
  const none = await admin.request(streetExtractRoutes.measure, { body: { area: CITY } })
  expect([none.status, none.body]).toMatchObject([409, { code: 'streets.sourceMissing' }])
  await source[Symbol.asyncDispose]()
})

longTest('a download that is cut continues by itself, and after many cuts by a press, without reading a byte twice', async () => {
  const { source, noroshi, worker, admin } = await startExtractScene(PADDING)
  const extracts = worker()
  let tiles = 0
  source.faultOf = ({ isTiles }) => (isTiles && tiles++ === 3 ? cut : undefined)
  await extracts.start(actorOf(admin), REGION)
  await extracts.idle()
  const whole = await shownBytes(noroshi)
  expect(whole?.length).toBeGreaterThan(5_000_000)
  const bytesAsked = (from: number) => source.tilesAsked.slice(from).reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const [cutRange, next] = source.tilesAsked.slice(3)
  expect(next).toMatchObject({ last: cutRange?.last })
  expect(next?.first).toBeGreaterThan(cutRange?.first ?? Infinity)
  await admin.fetch(streetsRoutes.remove)

  const before = source.tilesAsked.length
  source.faultOf = ({ isTiles }) => (isTiles && source.tilesAsked.length > before + 3 ? replyWith(503) : undefined)
  await extracts.start(actorOf(admin), REGION)
  await extracts.idle()
  const failed = await downloadOf(admin)
  expect(failed).toMatchObject({ phase: 'failed', problem: 'sourceUnreachable', bytes: whole?.length })
  expect(failed?.doneBytes).toBeGreaterThan(100_000)
  expect(await shownBytes(noroshi)).toBeNull()
  source.faultOf = () => undefined
  const again = source.tilesAsked.length
  await extracts.retry()
  await extracts.idle()
  expect(await shownBytes(noroshi)).toEqual(whole)
  expect(bytesAsked(again)).toBeLessThan((whole?.length ?? 0) * 1.05 - (failed?.doneBytes ?? 0) + 100_000)
  await expect(extracts.retry()).rejects.toMatchObject({ code: 'streets.notFailed' })
})

test('a download continues after the end of its process, also after a kill, and starts over if the source has changed', async () => {
  const { source, noroshi, worker, admin } = await startExtractScene(PADDING)
  const stallAfter = (count: number) => {
    const before = source.tilesAsked.length
    source.faultOf = ({ isTiles }) => (isTiles && source.tilesAsked.length > before + count ? stall : undefined)
  }
  const first = worker(PATIENT)
  stallAfter(5)
  await first.start(actorOf(admin), REGION)
  await vi.waitFor(() => expect(source.tilesAsked).toHaveLength(6), 10_000)
  await first.close()
  const kept = await downloadOf(admin)
  expect(kept).toMatchObject({ phase: 'downloading', problem: null })
  expect(kept?.doneBytes).toBeGreaterThan(10_000)

  // The second one is as if it was killed: it does nothing more.
  stallAfter(2)
  const second = worker(PATIENT)
  await second.takeOver()
  await vi.waitFor(() => expect(source.tilesAsked).toHaveLength(9), 10_000)
  expect(source.tilesAsked[6]?.first).toBeGreaterThan(source.tilesAsked[4]?.first ?? Infinity)
  source.faultOf = () => undefined
  source.archive = planetArchive({ ...PADDING, suffix: 'new' })
  source.etag = '"2"'
  const third = worker()
  await third.takeOver()
  expect(source.tilesAsked).toHaveLength(9) // the lease has not ended
  noroshi.clock.advance({ seconds: 31 })
  await third.takeOver()
  await third.idle()
  expect(await downloadOf(admin)).toBeNull()
  const shown = await shownBytes(noroshi)
  expect(shown?.includes('new')).toBe(true)
  await second.close() // it is not the worker any more
  expect(await shownBytes(noroshi)).toEqual(shown)
})

test('an administrator cancels a download: nothing of it stays, the streets are as before, and another one can begin', async () => {
  const { source, noroshi, admin } = await startExtractScene(PADDING)
  const first = await admin.fetch(streetExtractRoutes.start, { body: { area: CITY } })
  await vi.waitFor(async () => expect(await downloadOf(admin)).toBeNull(), 10_000)
  expect(first.phase).toBe('reading')
  const shown = await shownBytes(noroshi)
  const before = source.tilesAsked.length
  source.faultOf = ({ isTiles }) => (isTiles && source.tilesAsked.length > before + 3 ? stall : undefined)
  await admin.fetch(streetExtractRoutes.start, { body: { area: REGION } })
  await vi.waitFor(() => expect(source.tilesAsked).toHaveLength(before + 4), 10_000)
  expect(await temporaryIn(noroshi)).toHaveLength(1)
  const another = await admin.request(streetExtractRoutes.start, { body: { area: CITY } })
  expect([another.status, another.body]).toMatchObject([409, { code: 'streets.running' }])
  await admin.fetch(streetExtractRoutes.cancel)
  expect([await downloadOf(admin), await temporaryIn(noroshi)]).toEqual([null, []])
  expect(await shownBytes(noroshi)).toEqual(shown)
  await admin.fetch(streetExtractRoutes.cancel) // there is nothing to cancel
  source.faultOf = () => undefined
  await admin.fetch(streetExtractRoutes.start, { body: { area: REGION } })
  await vi.waitFor(async () => expect(await downloadOf(admin)).toBeNull(), 10_000)
  expect((await shownBytes(noroshi))?.length).toBeGreaterThan(shown?.length ?? Infinity)
})

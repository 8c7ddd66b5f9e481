import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { PMTiles, zxyToTileId } from 'pmtiles'
import { expect, test } from 'vitest'
import { PLANET_BOUNDS, planetArchive, planetGrid, planetTile } from '#/testing/scenes/planet-archive.ts'
import { checkArchive } from '../check-archive.ts'
import { DamagedArchive, NotArchive, type ReadBytes } from '../pmtiles-archive.ts'
import { archiveHead } from './archive-head.ts'
import { type ExtractPlan, planExtract } from './extract-plan.ts'
import { type Bounds, tilesIn } from './tile-ids.ts'
import { requestsOf, TilePieces } from './tile-pieces.ts'

const MAX_ZOOM = 13
const SENDAI: Bounds = [140.7, 38.1, 141.1, 38.4]

const readerOf =
  (archive: Buffer): ReadBytes =>
  async (offset, length) =>
    archive.subarray(offset, offset + length)

/** Returns the archive of a plan, with the bytes of its pieces. */
const extractOf = async (archive: Buffer, plan: ExtractPlan) =>
  Buffer.concat([await archiveHead(plan), ...plan.pieces.map(({ from, length }) => archive.subarray(from, from + length))])

const openWith = (archive: Buffer) =>
  new PMTiles({
    getKey: () => 'extract',
    getBytes: async (offset, length) => ({ data: Uint8Array.from(archive.subarray(offset, offset + length)).buffer }),
  })

test('the ids of the tiles of any area are those of its columns and rows', () => {
  const side = fc.double({ min: 0.001, max: 40, noNaN: true })
  const place = fc.record({ west: fc.integer({ min: -180, max: 139 }), south: fc.integer({ min: -85, max: 44 }) })
  fc.assert(
    fc.property(place, side, side, fc.integer({ min: 0, max: 7 }), ({ west, south }, width, height, maxZoom) => {
      const bounds: Bounds = [west + 0.0123, south + 0.0123, west + 0.0123 + width, south + 0.0123 + height]
      const expected: number[] = []
      for (let zoom = 0; zoom <= maxZoom; zoom++) {
        const { left, right, top, bottom } = planetGrid(zoom, bounds)
        for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) expected.push(zxyToTileId(zoom, x, y))
      }
      const found = tilesIn(bounds, maxZoom).flatMap(({ first, end }) =>
        Array.from({ length: end - first }, (_, at) => first + at),
      )
      expect(found).toEqual(expected.toSorted((a, b) => a - b))
    }),
    { numRuns: 60 },
  )
})

test('an extract has all tiles of its area, each once, no others, and is accepted as an upload is', async () => {
  const planet = planetArchive()
  const plan = await planExtract(readerOf(planet), planet.length, SENDAI)
  const extract = await extractOf(planet, plan)
  expect(extract.length).toBeLessThan(planet.length / 4)
  expect(await checkArchive(readerOf(extract), extract.length)).toMatchObject({ bounds: SENDAI, minZoom: 0, maxZoom: MAX_ZOOM })
  const archive = openWith(extract)
  let count = 0
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom++) {
    const all = planetGrid(zoom)
    const wanted = planetGrid(zoom, SENDAI)
    for (let x = all.left; x <= all.right; x++)
      for (let y = all.top; y <= all.bottom; y++) {
        const isWanted = x >= wanted.left && x <= wanted.right && y >= wanted.top && y <= wanted.bottom
        const tile = await archive.getZxy(zoom, x, y)
        count += tile === undefined ? 0 : 1
        expect(tile !== undefined, `${zoom}/${x}/${y}`).toBe(isWanted)
        if (tile) expect(gunzipSync(planetTile(zoom, x, y)).equals(Buffer.from(tile.data))).toBe(true)
      }
  }
  const header = await archive.getHeader()
  expect(header).toMatchObject({ numAddressedTiles: count, clustered: true, minZoom: 0, maxZoom: MAX_ZOOM })
  expect(header.numTileContents).toBeLessThan(count) // the sea is stored once
  expect(extract.length).toBe((await archiveHead(plan)).length + plan.tileBytes)
})

test('the extract of the whole archive has as many bytes of tiles, and its root stays small with leaf directories', async () => {
  const planet = planetArchive()
  const [west, south, east, north] = PLANET_BOUNDS
  const plan = await planExtract(readerOf(planet), planet.length, [west, south, east, north])
  expect(plan.tileBytes).toBe(Number(planet.readBigUInt64LE(64)))
  expect(plan.requests).toEqual([{ first: 0, end: plan.pieces.length }])
  const count = 60_000
  const columns = Array.from({ length: count }, (_, index) => index)
  const entries = {
    ids: columns.map((id) => id * 7),
    runs: columns.map(() => 1),
    lengths: columns.map(() => 9),
    offsets: columns.map((id) => id * 9),
  }
  const head = await archiveHead({ ...plan, entries })
  const archive = openWith(Buffer.concat([head, Buffer.alloc(count * 9)]))
  const { rootDirectoryLength, leafDirectoryLength } = await archive.getHeader()
  expect(rootDirectoryLength).toBeLessThanOrEqual(16_257)
  expect(leafDirectoryLength).toBeGreaterThan(0)
})

test('requests join near bytes and read at most a twentieth too much', () => {
  const lengths = fc.array(fc.record({ gap: fc.nat(3000), length: fc.integer({ min: 1, max: 5000 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  fc.assert(
    fc.property(lengths, (parts) => {
      const pieces = new TilePieces()
      let at = 0
      for (const { gap, length } of parts) {
        expect(pieces.add(at + gap, length)).toBe(pieces.bytes - length)
        at += gap + length
      }
      const requests = requestsOf(pieces.all, pieces.bytes)
      expect(requests.flatMap(({ first, end }) => pieces.all.slice(first, end))).toEqual(pieces.all)
      const read = requests.map(({ first, end }) => {
        const [from, to] = [pieces.all[first], pieces.all[end - 1]]
        return from && to ? to.from + to.length - from.from : NaN
      })
      expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(pieces.bytes * 1.05)
    }),
  )
})

test('bytes that another tile has are found again, also those of before the area', () => {
  const pieces = new TilePieces()
  expect([pieces.add(100, 10), pieces.add(110, 10), pieces.add(100, 10), pieces.add(5, 10), pieces.add(200, 10)]).toEqual([
    0, 10, 0, 20, 30,
  ])
  expect([pieces.add(5, 10), pieces.add(110, 10), pieces.add(200, 10)]).toEqual([20, 10, 30])
  expect(pieces.all).toEqual([
    { from: 100, length: 20, to: 0 },
    { from: 5, length: 10, to: 20 },
    { from: 200, length: 10, to: 30 },
  ])
  expect(() => pieces.add(105, 100)).toThrow(DamagedArchive)
})

test('an area without tiles, a foreign file and an archive that lies about its sections are refused', async () => {
  const planet = planetArchive()
  const plan = (archive: Buffer, bounds: Bounds = SENDAI) => planExtract(readerOf(archive), archive.length, bounds)
  // The few tiles of low zooms that cover half of the world are no streets.
  await expect(plan(planet, [-10, -40, -9, -39])).rejects.toMatchObject({ code: 'streets.areaEmpty' })
  await expect(plan(Buffer.alloc(20_000))).rejects.toThrow(NotArchive)
  await expect(plan(planetArchive({ layers: ['water'] }))).rejects.toMatchObject({ code: 'streets.schema' })
  for (const at of [16, 32, 48, 64]) {
    const lying = planetArchive({ changeHeader: (header) => header.writeBigUInt64LE(BigInt(planet.length), at) })
    await expect(plan(lying), `length at ${at}`).rejects.toThrow(DamagedArchive)
  }
  const short = planetArchive({ changeHeader: (header) => header.writeBigUInt64LE(50n, 64) })
  await expect(plan(short)).rejects.toThrow(new DamagedArchive('a directory points beyond its section'))
})

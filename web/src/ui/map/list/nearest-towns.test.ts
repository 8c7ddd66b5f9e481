import { open } from 'node:fs/promises'
import { VectorTile } from '@mapbox/vector-tile'
import fc from 'fast-check'
import { PbfReader } from 'pbf'
import { PMTiles, type Source } from 'pmtiles'
import { expect, test, vi } from 'vitest'
import { distanceMetres, type LatLng } from '../distance.ts'
import { createTownSearch, type ReadTile } from './nearest-towns.ts'

const SENDAI = { latitude: 38.2682, longitude: 140.8694 }

/** The embedded world as the server has it. */
const file = await open(new URL('../../../../../basemap/basemap.pmtiles', import.meta.url))
const source: Source = {
  getKey: () => 'basemap',
  getBytes: async (offset, length) => {
    const data = new ArrayBuffer(length)
    await file.read(new Uint8Array(data), 0, length, offset)
    return { data }
  },
}
const archive = new PMTiles(source)
const readTile: ReadTile = async (zoom, x, y) => (await archive.getZxy(zoom, x, y))?.data
const nearestTowns = createTownSearch(readTile)
const namesAt = async (location: LatLng, language: 'en' | 'ja') => (await nearestTowns(location)).map((town) => town[language])

test('the search in the mountains returns the three nearest towns in both languages, nearest first', async () => {
  const kamikochi = { latitude: 36.2494, longitude: 137.6336 }
  expect(await namesAt(kamikochi, 'en')).toEqual(['Azumino', 'Hotaka', 'Toyoshina'])
  expect(await namesAt(kamikochi, 'ja')).toEqual(['安曇野', '穂高', '豊科'])
})

test('the search near the antimeridian returns towns of the other side', async () => {
  expect(await namesAt({ latitude: -16.78, longitude: -179.95 }, 'en')).toEqual(['Labasa', 'Levuka', 'Tubou'])
})

test('the search on an ocean returns important towns that are farther away', async () => {
  expect(await namesAt({ latitude: 0, longitude: -140 }, 'en')).toEqual(['Taiohae', 'Papeete', 'Hilo'])
})

test('the search returns nothing when the archive has no tile, and fails when it cannot be read', async () => {
  expect(await createTownSearch(async () => undefined)(SENDAI)).toEqual([])
  const unreadable = createTownSearch(() => Promise.reject(new Error('offline')))
  await expect(unreadable(SENDAI)).rejects.toThrow('offline')
})

test('the search reads a tile again after it failed, and once after it was read', async () => {
  const read = vi.fn<ReadTile>(readTile)
  const search = createTownSearch(read)
  read.mockRejectedValueOnce(new Error('offline'))
  await expect(search(SENDAI)).rejects.toThrow('offline')
  await search(SENDAI)
  const calls = read.mock.calls.length
  await search(SENDAI)
  expect(read.mock.calls).toHaveLength(calls)
})

test('on land in Japan, the search returns the three nearest towns of the archive', async () => {
  const towns = await townsOf({ west: 214, east: 231, north: 89, south: 105 })
  const latitude = fc.double({ min: 31, max: 44, noNaN: true })
  const longitude = fc.double({ min: 130, max: 145, noNaN: true })
  await fc.assert(
    fc.asyncProperty(fc.record({ latitude, longitude }), async (location) => {
      const nearest = towns
        .map((town) => ({ ...town, metres: distanceMetres(location, town) }))
        .toSorted((a, b) => a.metres - b.metres)
        .slice(0, 3)
      fc.pre((nearest[2]?.metres ?? Infinity) < 40_000) // farther towns are searched at lower zooms
      expect(await namesAt(location, 'en')).toEqual(nearest.map(({ name }) => name))
    }),
    { numRuns: 100 },
  )
})

/** Returns all towns of a block of tiles of zoom 8. */
async function townsOf({ west, east, north, south }: Record<'west' | 'east' | 'north' | 'south', number>) {
  const towns = new Map<string, LatLng & { name: string }>()
  for (let x = west; x <= east; x++)
    for (let y = north; y <= south; y++) {
      const bytes = await readTile(8, x, y)
      const layer = bytes && new VectorTile(new PbfReader(bytes)).layers['place']
      for (let index = 0; index < (layer?.length ?? 0); index++) {
        const feature = layer!.feature(index)
        const { geometry, properties } = feature.toGeoJSON(x, y, 8)
        const [west, north, east, south] = feature.bbox()
        // The margin of a tile repeats towns of its neighbours.
        if (geometry.type !== 'Point' || west! < 0 || north! < 0 || east! >= 4096 || south! >= 4096) continue
        const [longitude = 0, latitude = 0] = geometry.coordinates
        const name = String(properties?.['name'])
        towns.set(`${name} ${latitude.toFixed(3)} ${longitude.toFixed(3)}`, { name, latitude, longitude })
      }
    }
  return [...towns.values()]
}

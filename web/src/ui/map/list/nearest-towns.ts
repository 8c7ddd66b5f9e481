import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { distanceMetres, type LatLng } from '../distance.ts'

/** A town of the embedded world. */
export interface Town extends LatLng {
  readonly en: string
  readonly ja: string
}

/** Returns the bytes of a tile of the embedded world; undefined if the archive does not contain it. */
export type ReadTile = (zoom: number, x: number, y: number) => Promise<ArrayBuffer | undefined>

/** Zooms at which towns are searched. The first one has all towns, the others only more important ones. */
const ZOOMS = [8, 6, 4, 2]
const COUNT = 3
/** Max tiles whose towns are kept in memory. */
const TILES_MAX = 64

/** The location of a point of a zoom's grid of tiles. */
const locationAt = (zoom: number, x: number, y: number): LatLng => ({
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI,
  longitude: (x / 2 ** zoom) * 360 - 180,
})

/** The point of a location in a zoom's grid of tiles (Web Mercator). */
function pointOf({ latitude, longitude }: LatLng, zoom: number): { x: number; y: number } {
  const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI
  return { x: ((longitude + 180) / 360) * 2 ** zoom, y: ((1 - north) / 2) * 2 ** zoom }
}

/** Returns the towns of a tile, without those in the margin that it shares with its neighbours. */
function townsIn(bytes: ArrayBuffer, zoom: number, x: number, y: number): Town[] {
  const layer = new VectorTile(new PbfReader(bytes)).layers['place']
  if (!layer) return []
  return Array.from({ length: layer.length }, (_, index) => layer.feature(index)).flatMap((feature) => {
    const point = feature.loadGeometry()[0]?.[0]
    const { name, ja } = feature.properties
    if (!point || typeof name !== 'string') return []
    const [east, south] = [point.x / layer.extent, point.y / layer.extent]
    if (east < 0 || east >= 1 || south < 0 || south >= 1) return []
    return [{ en: name, ja: typeof ja === 'string' ? ja : name, ...locationAt(zoom, x + east, y + south) }]
  })
}

/**
 * Creates the search for towns in the embedded world.
 * @returns a function that returns the nearest towns of a location, nearest first
 */
export function createTownSearch(readTile: ReadTile): (location: LatLng) => Promise<Town[]> {
  const tiles = new Map<string, Promise<Town[]>>()

  const read = async (zoom: number, x: number, y: number) => {
    const bytes = await readTile(zoom, x, y)
    return bytes ? townsIn(bytes, zoom, x, y) : []
  }

  const townsOfTile = (zoom: number, x: number, y: number): Promise<Town[]> => {
    const key = `${zoom}/${x}/${y}`
    const known = tiles.get(key)
    if (known) return known
    const towns = read(zoom, x, y)
    tiles.set(key, towns)
    towns.catch(() => tiles.delete(key))
    const [oldest] = tiles.keys()
    if (tiles.size > TILES_MAX && oldest !== undefined) tiles.delete(oldest)
    return towns
  }

  /** Returns the towns in the four tiles around a location, and the metres within which they are complete. */
  const around = async (location: LatLng, zoom: number) => {
    const { x, y } = pointOf(location, zoom)
    const [west, north] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
    const count = 2 ** zoom
    const found = await Promise.all(
      [north, north + 1]
        .filter((row) => row >= 0 && row < count)
        .flatMap((row) => [west, west + 1].map((column) => townsOfTile(zoom, (column + count) % count, row))),
    )
    const edges = [
      locationAt(zoom, x, north),
      locationAt(zoom, x, north + 2),
      locationAt(zoom, west, y),
      locationAt(zoom, west + 2, y),
    ]
    return { towns: found.flat(), reach: Math.min(...edges.map((edge) => distanceMetres(location, edge))) }
  }

  return async (location) => {
    let nearest: { town: Town; metres: number }[] = []
    let complete = -1
    for (const zoom of ZOOMS) {
      const { towns, reach } = await around(location, zoom)
      const end = zoom === ZOOMS.at(-1) ? Infinity : reach
      const known = new Set(nearest.map(({ town }) => town.en))
      const added = towns
        .map((town) => ({ town, metres: distanceMetres(location, town) }))
        .filter(({ town, metres }) => metres > complete && metres <= end && !known.has(town.en))
        .toSorted((a, b) => a.metres - b.metres)
      nearest = [...nearest, ...added].slice(0, COUNT)
      if (nearest.length === COUNT) break
      complete = reach
    }
    return nearest.map(({ town }) => town)
  }
}

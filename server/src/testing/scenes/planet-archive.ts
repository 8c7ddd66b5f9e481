import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import { varint } from './vector-tile.ts'

/** Entries of a leaf directory. */
const LEAF_ENTRIES = 400
const MAX_ZOOM = 13
const LAYERS = ['earth', 'roads', 'water']

/** West, south, east and north in degrees: north-east Japan. */
export const PLANET_BOUNDS = [140, 37.5, 142, 39] as const

export interface PlanetOptions {
  /** Appended to the bytes of each tile, so that two archives differ. */
  readonly suffix?: string
  /** Changes the header after it is written. */
  readonly changeHeader?: (header: Buffer) => void
  /** Bytes of padding in each tile, for a large archive. */
  readonly padding?: number
  readonly layers?: readonly string[]
}

/** Returns the bytes of a tile: the sea, which many tiles share, or bytes that no other tile has. */
export function planetTile(zoom: number, x: number, y: number, { suffix = '', padding = 0 }: PlanetOptions = {}): Buffer {
  const isSea = zoom > 3 && (x >> 2) % 3 === 0
  const text = isSea ? `sea${suffix}` : `${zoom}/${x}/${y}${suffix}`
  return gzipSync(Buffer.concat([Buffer.from(text), Buffer.alloc(padding, text)]), { level: padding > 0 ? 0 : 6 })
}

/** Returns the columns or rows of the tiles of the planet at a zoom, first and last. */
export function planetGrid(zoom: number, [west, south, east, north]: readonly [number, number, number, number] = PLANET_BOUNDS) {
  const count = 2 ** zoom
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * count)
  const row = (latitude: number) => Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * count)
  return { left: column(west), right: column(east), top: row(north), bottom: row(south) }
}

/**
 * Returns a PMTiles archive like a small build of the planet: it is sorted by the ids of tiles, equal tiles are stored once,
 * and the entries are in leaf directories.
 */
export function planetArchive(options: PlanetOptions = {}): Buffer<ArrayBuffer> {
  const tiles: { readonly id: number; readonly bytes: Buffer }[] = []
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom++) {
    const { left, right, top, bottom } = planetGrid(zoom)
    for (let x = left; x <= right; x++)
      for (let y = top; y <= bottom; y++) tiles.push({ id: zxyToTileId(zoom, x, y), bytes: planetTile(zoom, x, y, options) })
  }
  tiles.sort((a, b) => a.id - b.id)
  const stored = new Map<string, number>()
  const chunks: Buffer[] = []
  const entries: { id: number; run: number; length: number; offset: number }[] = []
  let size = 0
  for (const { id, bytes } of tiles) {
    const key = bytes.toString('latin1')
    const offset = stored.get(key) ?? size
    if (!stored.has(key)) {
      stored.set(key, size)
      chunks.push(bytes)
      size += bytes.length
    }
    const last = entries.at(-1)
    if (last?.offset === offset && last.id + last.run === id) last.run++
    else entries.push({ id, run: 1, length: bytes.length, offset })
  }
  const leaves: Buffer[] = []
  const roots: typeof entries = []
  for (let first = 0; first < entries.length; first += LEAF_ENTRIES) {
    const leaf = directoryOf(entries.slice(first, first + LEAF_ENTRIES))
    const offset = leaves.reduce((sum, { length }) => sum + length, 0)
    roots.push({ id: entries[first]?.id ?? 0, run: 0, length: leaf.length, offset })
    leaves.push(leaf)
  }
  const root = directoryOf(roots)
  const fields = { kind: 'String' }
  const layers = (options.layers ?? LAYERS).map((id) => ({ id, fields }))
  const metadata = gzipSync(JSON.stringify({ name: 'Planet', vector_layers: layers }))
  const header = Buffer.alloc(127)
  header.write('PMTiles\x03', 'latin1')
  const [metadataAt, leafBytes] = [127 + root.length, leaves.reduce((sum, { length }) => sum + length, 0)]
  const leavesAt = metadataAt + metadata.length
  const sections = [127, root.length, metadataAt, metadata.length, leavesAt, leafBytes, leavesAt + leafBytes, size]
  for (const [index, value] of [...sections, tiles.length, entries.length, chunks.length].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + index * 8)
  header.set([1, 2, 2, 1, 0, MAX_ZOOM], 96)
  for (const [index, degrees] of PLANET_BOUNDS.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4)
  options.changeHeader?.(header)
  return Buffer.concat([header, root, metadata, ...leaves, ...chunks])
}

function directoryOf(entries: readonly { id: number; run: number; length: number; offset: number }[]): Buffer {
  const ids = entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0))
  const columns = [
    ids,
    entries.map(({ run }) => run),
    entries.map(({ length }) => length),
    entries.map(({ offset }) => offset + 1),
  ]
  return gzipSync(Buffer.from([...varint(entries.length), ...columns.flat().flatMap(varint)]))
}

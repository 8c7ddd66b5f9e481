import { gzipSync } from 'node:zlib'
import { type TileFeature, varint, vectorTile } from './vector-tile.ts'

const HEADER_BYTES = 127
const LAYERS = ['boundaries', 'buildings', 'earth', 'landuse', 'places', 'pois', 'roads', 'water']
const ZOOMS = [12, 13, 14]
/** Tiles on each side of the one with the centre. */
const REACH = 2

export interface StreetArchiveOptions {
  readonly center?: { readonly latitude: number; readonly longitude: number }
  /** PMTiles' number of the type of the tiles: 1 for vector tiles. */
  readonly tileType?: number
  /** PMTiles' number of the compression of the tiles: 2 for gzip. */
  readonly tileCompression?: number
  readonly maxZoom?: number
  readonly layers?: readonly string[]
  /** Fields of the layer of roads in the metadata. */
  readonly roadFields?: Readonly<Record<string, string>>
  /** Appended to the names of the streets, so that two archives have different bytes. */
  readonly suffix?: string
  /** Random bytes that are added to the tiles, for a large archive. */
  readonly padding?: Buffer
}

/**
 * Returns a PMTiles archive in the Protomaps schema with a few invented streets around a location.
 */
export function streetArchive(options: StreetArchiveOptions = {}): Buffer<ArrayBuffer> {
  const { center = { latitude: 38.2682, longitude: 140.8694 }, suffix = '', padding = Buffer.alloc(0) } = options
  const tile = gzipSync(vectorTile(streetsOf(suffix)))
  const maxZoom = options.maxZoom ?? 14
  const zooms = ZOOMS.map((zoom) => zoom - 14 + maxZoom)
  const ids = zooms.flatMap((zoom) => tilesAround(center, zoom)).toSorted((a, b) => a - b)
  const root = gzipSync(directoryOf(ids, tile.length))
  const fields = options.roadFields ?? { kind: 'String', name: 'String' }
  const metadata = gzipSync(
    JSON.stringify({
      name: 'Test streets',
      vector_layers: (options.layers ?? LAYERS).map((id) => ({ id, fields: id === 'roads' ? fields : {} })),
    }),
  )
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles\x03', 'latin1')
  const tilesAt = HEADER_BYTES + root.length + metadata.length
  const sections = [
    HEADER_BYTES,
    root.length,
    HEADER_BYTES + root.length,
    metadata.length,
    tilesAt,
    0,
    tilesAt,
    tile.length + padding.length,
  ]
  for (const [index, value] of [...sections, ids.length, ids.length, 1].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + index * 8)
  header.set([1, 2, options.tileCompression ?? 2, options.tileType ?? 1, zooms[0] ?? 0, maxZoom], 96)
  const { latitude, longitude } = center
  for (const [index, degrees] of [longitude - 0.2, latitude - 0.2, longitude + 0.2, latitude + 0.2].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4)
  return Buffer.concat([header, root, metadata, tile, padding])
}

/** Ids, runs, lengths and offsets of entries that all have the same tile. */
function directoryOf(ids: readonly number[], length: number): Buffer {
  const differences = ids.map((id, index) => id - (ids[index - 1] ?? 0))
  const columns = [differences, ids.map(() => 1), ids.map(() => length), ids.map(() => 1)]
  return Buffer.from([...varint(ids.length), ...columns.flat().flatMap(varint)])
}

/** Returns the ids of the tiles around a location. */
function tilesAround({ latitude, longitude }: { latitude: number; longitude: number }, zoom: number): number[] {
  const count = 2 ** zoom
  const radians = (latitude * Math.PI) / 180
  const x = Math.floor(((longitude + 180) / 360) * count)
  const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * count)
  const steps = Array.from({ length: 2 * REACH + 1 }, (_, index) => index - REACH)
  return steps.flatMap((dx) => steps.map((dy) => tileId(zoom, x + dx, y + dy)))
}

/** Returns the position of a tile on the Hilbert curve, after all tiles of smaller zooms. */
function tileId(zoom: number, tileX: number, tileY: number): number {
  let id = (4 ** zoom - 1) / 3
  let [x, y] = [tileX, tileY]
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const right = Math.floor(x / side) % 2
    const lower = Math.floor(y / side) % 2
    id += side * side * (right === 1 ? 3 - lower : lower)
    ;[x, y] = [x % side, y % side]
    if (lower === 0) {
      if (right === 1) [x, y] = [side - 1 - x, side - 1 - y]
      ;[x, y] = [y, x]
    }
  }
  return id
}

const names = (en: string, ja: string, suffix: string) => ({ name: ja + suffix, 'name:ja': ja + suffix, 'name:en': en + suffix })

function streetsOf(suffix: string): TileFeature[] {
  const line = (kind: string, points: TileFeature['points'], properties: Record<string, string> = {}): TileFeature => ({
    layer: 'roads',
    shape: 'line',
    points,
    properties: { kind, ...properties },
  })
  const area = (layer: string, kind: string, left: number, top: number, size: number): TileFeature => ({
    layer,
    shape: 'polygon',
    points: [
      [left, top],
      [left + size, top],
      [left + size, top + size],
      [left, top + size],
    ],
    properties: { kind },
  })
  const steps = [512, 1024, 1536, 2560, 3072, 3584]
  return [
    area('earth', 'earth', 0, 0, 4096),
    area('landuse', 'park', 620, 620, 800),
    area('water', 'water', 2700, 2700, 700),
    ...steps.map((at) => area('buildings', 'building', at + 80, at + 2100 > 3800 ? 300 : at + 2100, 220)),
    ...steps.flatMap((at) => [
      line('minor_road', [
        [at, 0],
        [at, 4096],
      ]),
      line(
        'minor_road',
        [
          [0, at],
          [4096, at],
        ],
        names('Sakura street', '桜通り', suffix),
      ),
    ]),
    line(
      'major_road',
      [
        [0, 2048],
        [4096, 2048],
      ],
      names('Jozenji avenue', '定禅寺通', suffix),
    ),
    line(
      'highway',
      [
        [2048, 0],
        [2048, 4096],
      ],
      names('Aoba highway', '青葉自動車道', suffix),
    ),
    {
      layer: 'pois',
      shape: 'point',
      points: [[1800, 900]],
      properties: { kind: 'hospital', ...names('City hospital', '市立病院', suffix) },
    },
  ]
}
